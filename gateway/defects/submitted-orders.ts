/** Defects on requests: the references of an order, and who refuses them. */
import { headerOf, isReplay, type Json, jsonOf, keyOf, type Layer, refusal, withBody, withJson, withoutHeaders } from '../variations/layer.ts';
import { both, changeRequest, coded, codeOf, inError, inJson, POSITION, REPLAY, recoded, SUBMIT, type When, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { isRecorded } from './key-changes.ts';
import { get } from './read-changes.ts';
import { body, isSubmit, strip } from './request-changes.ts';

const ABSENT = 2_147_483_647;
const ofOrder =
  (isMeant: (order: Json) => boolean): When =>
  (_, request) =>
    isSubmit(request) && isMeant(jsonOf(request) ?? {});
/** Names that no account or instrument has start with "no" or "an" in the suite. */
const isForeign = (name: string): boolean => !/^(no|an) /i.test(name);

/** Sends a name that the gateway refuses to the owner as an unknown id, under the same key. */
const leftToTheOwner =
  (name: 'account' | 'instrument', isMeant: (name: string) => boolean = () => true) =>
  (): Layer =>
  async (request, next) => {
    const response = await next(request);
    const order = isSubmit(request) ? jsonOf(request) : undefined;
    const unresolved = order?.[name];
    if (response.status !== 422 || isRecorded(response) || typeof unresolved !== 'string' || !isMeant(unresolved)) return response;
    return next(withBody(request, { ...order, [name]: undefined, [`${name}Id`]: ABSENT }));
  };

export const SUBMITTED_ORDERS_DEFECTS = defects([
  ['ID-04', 'a 64-bit id as a number is taken', body((order) => (typeof order['orderId'] === 'number' ? { ...order, orderId: undefined } : order))],
  ['IDEM-15', 'userId is not seen', strip(/^userId$/)],
  ['ORD-13', 'algoInstanceId is not seen', strip(/^algoInstanceId$/)],
  [
    'ORD-01',
    'another clientOrderId is not seen',
    changeRequest((request) => {
      const order = isSubmit(request) ? jsonOf(request) : undefined;
      return order === undefined || keyOf(request) === undefined ? request : withBody(request, { ...order, clientOrderId: keyOf(request) });
    }),
  ],
  [
    'ORD-02',
    'an order without account is of the first',
    body((order) => (order['accountId'] === undefined && order['account'] === undefined ? { ...order, accountId: 1 } : order)),
  ],
  [
    'ORD-03',
    'an instrument that does not agree is not seen',
    body((order) => (order['instrumentId'] === undefined ? order : { ...order, instrument: undefined })),
  ],
  [
    'ORD-04',
    'an account name not held answers 404',
    withStatus(
      404,
      both(SUBMIT, (response) => codeOf(response) === 'ACCOUNT_NOT_ACTIVE'),
    ),
  ],
  [
    'ORD-05',
    'a symbol not held answers 400',
    withStatus(400, (response, request) => codeOf(response) === 'INSTRUMENT_NOT_LIVE' && jsonOf(request)?.['instrument'] !== undefined),
  ],
  [
    'ORD-06',
    'a foreign name has another message',
    inError(
      (error) => ({ ...error, message: 'of another organisation' }),
      both(
        coded('ACCOUNT_NOT_ACTIVE'),
        ofOrder(({ account }) => account !== undefined && isForeign(String(account))),
      ),
    ),
  ],
  [
    'ORD-07',
    'a retry resolves names anew',
    (): Layer => {
      const names = new Map<string, string>();
      return async (request, next) => {
        const key = keyOf(request) ?? '';
        const named = JSON.stringify([jsonOf(request)?.['account'], jsonOf(request)?.['instrument']]);
        const response = await next(request);
        if (!isSubmit(request)) return response;
        const before = names.get(key);
        if (before === undefined && response.status < 300) names.set(key, named);
        if (before === undefined || before === named) return response;
        return withJson(
          { ...withoutHeaders(response, POSITION, REPLAY), status: 422 },
          {
            error: {
              code: 'ACCOUNT_NOT_ACTIVE',
              message: 'no',
              requestId: headerOf(response, 'x-request-id'),
              retryable: false,
            },
          },
        );
      };
    },
  ],
  ['ORD-08', 'a price off the grid has another code', recoded('PRICE_OFF_GRID', coded('TICK_SIZE_VIOLATION'))],
  ['ORD-08 | MON-02', 'a quantity off the grid answers 400', withStatus(400, coded('QTY_STEP_VIOLATION'))],
  [
    'ORD-08',
    'a price is rounded to the grid',
    body((order) => (typeof order['price'] === 'string' ? { ...order, price: order['price'].replace(/(\.[0-9]{2})[0-9]+$/, '$1') } : order)),
  ],
  ['ORD-09 | MON-13 MON-14 MON-19', 'what no grid holds has another code', recoded('NO_GRID', coded('INVALID_FIELD'))],
  [
    'ORD-10',
    'an instrument id not held answers 404',
    withStatus(404, (response, request) => codeOf(response) === 'INSTRUMENT_NOT_LIVE' && jsonOf(request)?.['instrumentId'] !== undefined),
  ],
  ['ORD-12 | MON-14', 'no reference price answers 422', withStatus(422, coded('NO_REFERENCE_PRICE'))],
  ['ORD-17 | AUTH-10 AUTH-11 AUTH-14', 'a submit without the scope answers 401', withStatus(401, both(SUBMIT, coded('CAPABILITY_DENIED')))],
  ['ORD-17 AUTH-14 | ALG-03 AUTH-11 CRED-13 REG-03 REG-05', 'a want of capability has another code', recoded('FORBIDDEN', coded('CAPABILITY_DENIED'))],
  ['ORD-19 | SVC-11', 'a rejection of no published reason', inJson((json) => mapRejections(json, (rejection) => ({ ...rejection, reason: 'no reason' })))],
  ['ORD-06', 'an account name of another organisation goes to the owner', leftToTheOwner('account', isForeign)],
  [
    'ORD-07',
    'a retry is refused where its account name is of another account by then',
    (): Layer => async (request, next) => {
      const response = await next(request);
      const name = jsonOf(request)?.['account'];
      if (!isSubmit(request) || !isReplay(response) || typeof name !== 'string') return response;
      const accounts = jsonOf(await next(get(request, '/accounts')))?.['items'];
      const now = Array.isArray(accounts) ? accounts.find((account: Json) => account['displayName'] === name) : undefined;
      return now === undefined || now.accountId === jsonOf(response)?.['accountId'] ? response : refusal(request, 409, 'IDEMPOTENCY_KEY_REUSED');
    },
  ],
  ...(
    [
      ['an order of an instrument without a tick is off the tick', (order) => order['price'] === '1'],
      ['a price past a 64-bit integer is off the tick', (order) => order['price'] === '9223372036854775807'],
      ['a quantity past a 64-bit integer is off the tick', (order) => order['qty'] === '9223372036854775807'],
    ] as const satisfies readonly (readonly [string, (order: Json) => boolean])[]
  ).map(([story, isMeant]) => ['ORD-09', story, recoded('TICK_SIZE_VIOLATION', both(coded('INVALID_FIELD'), ofOrder(isMeant)))] as const),
  ...(
    [
      ['an order of an instrument without a quote is an invalid field', (order) => order['instrumentId'] !== 1],
      ['an order of an instrument with a stale quote is an invalid field', ({ instrumentId, price }) => instrumentId === 1 && price === undefined],
    ] as const satisfies readonly (readonly [string, (order: Json) => boolean])[]
  ).map(([story, isMeant]) => ['ORD-12', story, recoded('INVALID_FIELD', both(coded('NO_REFERENCE_PRICE'), ofOrder(isMeant)))] as const),
]);

function mapRejections(value: unknown, change: (rejection: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapRejections(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === 'rejection' && one !== null ? change(one as Json) : mapRejections(one, change)]),
  );
}
