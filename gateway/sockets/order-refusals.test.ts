import { expect, test } from 'vitest';
import { REJECTION_REASONS } from '../contract/reasons.ts';
import { malformed, REFUSALS, Refusal, type RefusalCode } from '../contract/refusals.ts';
import { SOCKET_REFUSALS } from '../contract/socket-refusals.ts';
import { POSITION_HEADER } from '../http/answers.ts';
import { stagesOf } from '../http/pipeline.ts';
import { ORDER_REFUSALS, orderRefusal } from './order-refusals.ts';

/** The codes that the stages give only for other writes, and those that no order is refused with any more. */
const NEVER_OF_AN_ORDER = [
  'VENUE_UNSUPPORTED',
  'DOCUMENT_TOO_LARGE',
  'REFERENCE_UNKNOWN_ACCOUNT',
  'REFERENCE_UNKNOWN_INSTRUMENT',
  'SCALE_UNKNOWN',
  'FILL_PRECISION_OVERFLOW',
];

test('every refusal that an order can meet has a row, and every row is such a refusal', () => {
  const met = [...stagesOf('order-op').flatMap(({ refuses }) => refuses), ...REJECTION_REASONS];
  const owed = new Set<string>(met.filter((code) => !NEVER_OF_AN_ORDER.includes(code)));
  // For an organisation that is suspended while its order is in flight, and for an internal error.
  for (const code of ['ORG_NOT_ACTIVE', 'INTERNAL_ERROR']) owed.add(code);
  expect(Object.keys(ORDER_REFUSALS).toSorted()).toEqual([...owed].toSorted());
});

test.each(Object.entries(ORDER_REFUSALS) as [RefusalCode, keyof typeof SOCKET_REFUSALS][])(
  '%s is %s',
  (reason, code) => {
    const refusal = orderRefusal(new Refusal(reason, 'why'));
    expect(refusal).toMatchObject({ code, message: 'why', retryable: REFUSALS[reason].retryable, more: { reason } });
    // Equal to the row's own value, except for an owner's verdict and for what this member never serves.
    if (REFUSALS[reason].retryable) expect(SOCKET_REFUSALS[code].retryable).toBe(true);
  },
);

test('OWNER_ABSENT and UNAUTHENTICATED are never given (WSS-18)', () => {
  expect(Object.values(ORDER_REFUSALS)).not.toContain('OWNER_ABSENT');
  expect(Object.values(ORDER_REFUSALS)).not.toContain('UNAUTHENTICATED');
});

test.each([
  ['price', 'INVALID_PRICE'],
  ['qty', 'INVALID_QTY'],
  ['clientOrderId', 'INVALID_CLIENT_ORDER_ID'],
  ['commandKey', 'INVALID_CLIENT_ORDER_ID'],
  ['account', 'INVALID_FIELD'],
  ['toString', 'INVALID_FIELD'],
  [undefined, 'INVALID_FIELD'],
])('a body with an invalid %s is %s', (field, code) => {
  expect(orderRefusal(malformed('why', field)).code).toBe(code);
});

test("an owner's refusal names its position, and is never retryable", () => {
  const headers = { [POSITION_HEADER]: '17' };
  const judged = orderRefusal(new Refusal('RATE_CEILING', 'why', { headers, judgedByOwner: true }));
  expect(judged).toMatchObject({ code: 'RATE_LIMITED', retryable: false, more: { globalSequence: '17' } });
  expect(orderRefusal(new Refusal('NOT_FOUND', 'why', { headers })).more.globalSequence).toBeUndefined();
});

test('an internal error shows no details', () => {
  const refusal = orderRefusal(new TypeError('secret of undefined'));
  expect(refusal).toMatchObject({ code: 'NOT_SERVING', more: { reason: 'INTERNAL_ERROR' } });
  expect(refusal.message).not.toContain('secret');
});
