/** Defects of members of one older contract: each has a behaviour of the next version, or lacks one that its version has. */
import type { Version } from '../contract/versions.ts';
import { type Json, jsonOf, keyOf, type Layer, queryOf, withBody, withoutHeaders } from '../variations/layer.ts';
import { both, has, inError, inItems, lacks, of, REFUSAL, REPLAY, SUBMIT, type When } from './changes.ts';
import { type Defect, defects } from './defect.ts';

const EMPTY = Buffer.alloc(0);
const UNANSWERED = { status: 0, headers: [], body: '' } as const;

/** Applies the layer if the member's own document states this contract version. */
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

const ORDERS = of(/^GET \/orders$/);
const asking =
  (name: string): When =>
  (_, request) =>
    queryOf(request).has(name);

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
    'VER-07',
    'a member of 0.12.0 bounds a collection by a limit that it does not know',
    inVersion(
      '0.12.0',
      both(ORDERS, asking('limit')),
      inItems((items) => items.slice(0, 1)),
    ),
  ],
  ['VER-09 VER-04', 'a member of 0.4.3 takes the display name of an account in an order', inVersion('0.4.3', SUBMIT, namingAccounts)],
]);
