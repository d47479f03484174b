/** Broken on the way in: what an order names, and who refuses it. */
import type { Json, Layer } from '../proxy/telling.ts';
import { asking, headerOf, jsonOf, keyOf, telling, without } from '../proxy/telling.ts';
import {
  asked,
  both,
  breakage,
  coded,
  codeOf,
  dropping,
  inError,
  inJson,
  POSITION,
  REPLAY,
  recoded,
  SUBMIT,
  setting,
  stated,
} from './breakage.ts';
import { body, isSubmit, isWrite, strip } from './on-the-way-in.ts';

export const OF_ORDERS_SENT = [
  breakage(
    'ID-04',
    'a 64-bit id as a number is taken',
    body((order) => (typeof order['orderId'] === 'number' ? { ...order, orderId: undefined } : order)),
  ),
  breakage('IDEM-15', 'userId is not seen', strip(/^userId$/)),
  breakage(
    'IDEM-15',
    'userId is not seen on a cancel',
    strip(/^userId$/, (one) => !isSubmit(one) && isWrite(one)),
  ),
  breakage('ORD-13', 'algoInstanceId is not seen', strip(/^algoInstanceId$/)),
  breakage('ORD-13', 'userId is not seen on a submit', strip(/^userId$/, isSubmit)),
  breakage(
    'ORD-01',
    'another clientOrderId is not seen',
    asked((one) => {
      const order = isSubmit(one) ? jsonOf(one) : undefined;
      return order === undefined || keyOf(one) === undefined
        ? one
        : asking(one, { ...order, clientOrderId: keyOf(one) });
    }),
  ),
  breakage(
    'ORD-02',
    'an order without account is of the first',
    body((order) =>
      order['accountId'] === undefined && order['account'] === undefined ? { ...order, accountId: 1 } : order,
    ),
  ),
  breakage(
    'ORD-02',
    'an account that does not agree is not seen',
    body((order) => (order['accountId'] === undefined ? order : { ...order, account: undefined })),
  ),
  breakage(
    'ORD-02',
    'an account is addressed by id alone',
    body(({ account: _, ...order }) => order),
  ),
  breakage(
    'ORD-03',
    'an instrument that does not agree is not seen',
    body((order) => (order['instrumentId'] === undefined ? order : { ...order, instrument: undefined })),
  ),
  breakage(
    'ORD-03',
    'an instrument is addressed by id alone',
    body(({ instrument: _, ...order }) => order),
  ),
  breakage(
    'ORD-04',
    'an account name not held answers 404',
    stated(
      404,
      both(SUBMIT, (told) => codeOf(told) === 'ACCOUNT_NOT_ACTIVE'),
    ),
  ),
  breakage(
    'ORD-04',
    'an account name not held has another code',
    recoded('NO_SUCH_ACCOUNT', both(SUBMIT, coded('ACCOUNT_NOT_ACTIVE'))),
  ),
  breakage(
    'ORD-05',
    'a symbol not held answers 400',
    stated(400, (told, one) => codeOf(told) === 'INSTRUMENT_NOT_LIVE' && jsonOf(one)?.['instrument'] !== undefined),
  ),
  breakage(
    'ORD-05',
    'a symbol not held names a position',
    setting(
      POSITION,
      () => '45',
      (told, one) => codeOf(told) === 'INSTRUMENT_NOT_LIVE' && jsonOf(one)?.['instrument'] !== undefined,
    ),
  ),
  breakage(
    'ORD-06',
    'a foreign name has another message',
    inError(
      (error) => ({ ...error, message: 'of another organisation' }),
      (told, one) =>
        codeOf(told) === 'ACCOUNT_NOT_ACTIVE' &&
        jsonOf(one)?.['account'] !== undefined &&
        !/^(no|an) /i.test(String(jsonOf(one)?.['account'])),
    ),
  ),
  breakage('ORD-07', 'a retry resolves names anew', (): Layer => {
    const names = new Map<string, string>();
    return async (one, next) => {
      const key = keyOf(one) ?? '';
      const named = JSON.stringify([jsonOf(one)?.['account'], jsonOf(one)?.['instrument']]);
      const told = await next(one);
      if (!isSubmit(one)) return told;
      const before = names.get(key);
      if (before === undefined && told.status < 300) names.set(key, named);
      if (before === undefined || before === named) return told;
      return telling(
        { ...without(told, POSITION, REPLAY), status: 422 },
        {
          error: {
            code: 'ACCOUNT_NOT_ACTIVE',
            message: 'no',
            requestId: headerOf(told, 'x-request-id'),
            retryable: false,
          },
        },
      );
    };
  }),
  breakage('ORD-08', 'a price off the grid has another code', recoded('PRICE_OFF_GRID', coded('TICK_SIZE_VIOLATION'))),
  breakage('ORD-08', 'a quantity off the grid answers 400', stated(400, coded('QTY_STEP_VIOLATION'))),
  breakage(
    'ORD-08',
    'a price is rounded to the grid',
    body((order) =>
      typeof order['price'] === 'string'
        ? { ...order, price: order['price'].replace(/(\.[0-9]{2})[0-9]+$/, '$1') }
        : order,
    ),
  ),
  breakage('ORD-09', 'what no grid holds has another code', recoded('NO_GRID', coded('INVALID_FIELD'))),
  breakage(
    'ORD-10',
    'an instrument id not held answers at the door',
    dropping(
      POSITION,
      (told, one) => codeOf(told) === 'INSTRUMENT_NOT_LIVE' && jsonOf(one)?.['instrumentId'] !== undefined,
    ),
  ),
  breakage(
    'ORD-10',
    'an instrument id not held answers 404',
    stated(404, (told, one) => codeOf(told) === 'INSTRUMENT_NOT_LIVE' && jsonOf(one)?.['instrumentId'] !== undefined),
  ),
  breakage('ORD-12', 'no reference price answers 422', stated(422, coded('NO_REFERENCE_PRICE'))),
  breakage('ORD-17', 'a submit without the scope answers 401', stated(401, both(SUBMIT, coded('CAPABILITY_DENIED')))),
  breakage('ORD-17 AUTH-14', 'a want of capability has another code', recoded('FORBIDDEN', coded('CAPABILITY_DENIED'))),
  breakage(
    'ORD-19',
    'a rejection of no published reason',
    inJson((json) => mapRejections(json, (rejection) => ({ ...rejection, reason: 'no reason' }))),
  ),
  breakage(
    'ORD-19',
    'a rejection whose legs are numbers',
    inJson((json) => mapRejections(json, (rejection) => ({ ...rejection, observedValue: 1.5, limitValue: 1 }))),
  ),
];

function mapRejections(value: unknown, change: (rejection: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapRejections(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'rejection' && one !== null ? change(one as Json) : mapRejections(one, change),
    ]),
  );
}
