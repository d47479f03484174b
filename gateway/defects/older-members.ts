/** Defects of members of one older contract: each has a behaviour of the next version, or lacks one of its own. */
import type { Version } from '../contract/versions.ts';
import { type Json, jsonOf, keyOf, type Layer, queryOf, refusal, withBody, withoutHeaders } from '../variations/layer.ts';
import { AS_OF, both, has, inError, inItems, inRows, lacks, of, REFUSAL, REPLAY, SUBMIT, settingHeader, statusOf, type When, withStatus } from './changes.ts';
import { type Defect, defects } from './defect.ts';

const EMPTY = Buffer.alloc(0);
const UNANSWERED = { status: 0, headers: [], body: '' } as const;

/** Applies the layer where the member's own document states this contract version. */
const inVersion =
  (version: Version, when: When, layer: () => Layer): (() => Layer) =>
  () => {
    const changing = layer();
    return async (request, next) => {
      if (!when(UNANSWERED, request)) return next(request);
      const bare = withoutHeaders(request, 'Content-Type', 'Idempotency-Key');
      const info = jsonOf(await next({ ...bare, method: 'GET', path: '/openapi.json', body: EMPTY }))?.['info'];
      return (info as Json | undefined)?.['version'] === version ? changing(request, next) : next(request);
    };
  };

const ME = of(/^GET \/me$/);
const ORDER = of(/^GET \/orders\/[0-9]+$/);
const ORDERS = of(/^GET \/orders$/);
const BALANCES = of(/^GET \/account-balances$/);
const asking =
  (name: string): When =>
  (_, request) =>
    queryOf(request).has(name);
const refusing = (): Layer => async (request) => refusal(request, 400, 'MALFORMED_REQUEST');

/** Resolves every account name to the first account. */
const namingAccounts = (): Layer => (request, next) => {
  const { account, ...order } = jsonOf(request) ?? {};
  return next(account === undefined ? request : withBody(request, { ...order, accountId: 1 }));
};

/** Keys whose refusal had no request id, as from a member before the complete envelope. */
function bareRefusals(): When {
  const keys = new Set<string | undefined>();
  const isBare = both(REFUSAL, lacks('X-Request-Id'), lacks(REPLAY));
  return (response, request) => {
    if (isBare(response, request)) keys.add(keyOf(request));
    return has(REPLAY)(response, request) && has('X-Request-Id')(response, request) && keys.has(keyOf(request));
  };
}

export const OLDER_MEMBERS_DEFECTS: readonly Defect[] = defects([
  [
    'VER-01',
    'a refusal that an older member recorded is replayed without requestId and retryable',
    () => inError(({ requestId: _, retryable: __, ...error }) => error, bareRefusals())(),
  ],
  [
    'VER-02 | ALG-01 ALG-10 AUTH-16 ERR-04 ERR-09 SVC-11',
    'a write of a route that is to come answers 501',
    withStatus(501, both(of(/^POST \/algos\//), statusOf(404))),
  ],
  [
    'VER-04',
    'a member of 0.12.0 names the time of the state behind GET /me',
    inVersion(
      '0.12.0',
      ME,
      settingHeader(AS_OF, () => '1767571200000000000', statusOf(200)),
    ),
  ],
  ['VER-04', 'a member of 0.13.0 takes a cursor that does not decode', inVersion('0.13.0', both(ORDERS, asking('cursor')), withStatus(200, statusOf(400)))],
  [
    'VER-06',
    'a member of 0.5.1 has algoInstanceId on the row of an order',
    inVersion(
      '0.5.1',
      ORDER,
      inRows((row) => ({ ...row, algoInstanceId: null })),
    ),
  ],
  [
    'VER-07',
    'a member of 0.12.0 bounds a collection by a limit that it does not know',
    inVersion(
      '0.12.0',
      both(ORDERS, asking('limit')),
      inItems((items) => items.slice(0, 1)),
    ),
  ],
  [
    'VER-07',
    'a member of 0.12.0 refuses a parameter that GET /users does not take',
    inVersion('0.12.0', both(of(/^GET \/users$/), asking('no-such-parameter')), refusing),
  ],
  [
    'VER-08',
    'a member of 0.11.4 refuses an order that does not exist without a code',
    inVersion(
      '0.11.4',
      ORDER,
      inError(({ code: _, ...error }) => error),
    ),
  ],
  [
    'VER-08',
    'a member of 0.11.4 has a requestId in the refusal of an unknown caller',
    inVersion(
      '0.11.4',
      ME,
      inError((error) => ({ ...error, requestId: 'r-00000001' })),
    ),
  ],
  ['VER-09 VER-04', 'a member of 0.4.3 takes the display name of an account in an order', inVersion('0.4.3', SUBMIT, namingAccounts)],
  ['VER-10', 'a member of 0.2.1 refuses the filter of a collection that it does not have', inVersion('0.2.1', both(BALANCES, asking('accountId')), refusing)],
]);
