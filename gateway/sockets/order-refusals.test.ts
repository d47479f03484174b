import { expect, test } from 'vitest';
import { REJECTION_REASONS } from '../contract/reasons.ts';
import { malformed, REFUSALS, Refusal, type RefusalCode } from '../contract/refusals.ts';
import { SOCKET_REFUSALS } from '../contract/socket-refusals.ts';
import { POSITION_HEADER } from '../http/answers.ts';
import { stagesOf } from '../http/pipeline.ts';
import { ORDER_REFUSALS, orderRefusal } from './order-refusals.ts';

/** What the stages may give of other writes alone, and what an order is not refused for any more. */
const NEVER_OF_AN_ORDER = [
  'VENUE_UNSUPPORTED',
  'DOCUMENT_TOO_LARGE',
  'REFERENCE_UNKNOWN_ACCOUNT',
  'REFERENCE_UNKNOWN_INSTRUMENT',
  'SCALE_UNKNOWN',
  'FILL_PRECISION_OVERFLOW',
];

test('every refusal that an order can meet has a row, and every row is one', () => {
  const met = [...stagesOf('order-op').flatMap(({ refuses }) => refuses), ...REJECTION_REASONS];
  const owed = new Set<string>(met.filter((code) => !NEVER_OF_AN_ORDER.includes(code)));
  // Of an organisation that is suspended while its order is on its way; and of this member's own failure.
  for (const code of ['ORG_NOT_ACTIVE', 'INTERNAL_ERROR']) owed.add(code);
  expect(Object.keys(ORDER_REFUSALS).toSorted()).toEqual([...owed].toSorted());
});

test.each(Object.entries(ORDER_REFUSALS) as [RefusalCode, keyof typeof SOCKET_REFUSALS][])(
  '%s is %s',
  (reason, code) => {
    const refusal = orderRefusal(new Refusal(reason, 'why'));
    expect(refusal).toMatchObject({ code, message: 'why', retryable: REFUSALS[reason].retryable, more: { reason } });
    // What its own row says, but for what an owner has judged or this member never serves.
    if (REFUSALS[reason].retryable) expect(SOCKET_REFUSALS[code].retryable).toBe(true);
  },
);

test('OWNER_ABSENT and UNAUTHENTICATED are never said (WSS-18)', () => {
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
])('a body at fault in %s is %s', (field, code) => {
  expect(orderRefusal(malformed('why', field)).code).toBe(code);
});

test('what an owner has judged names its position, and is never retryable', () => {
  const headers = { [POSITION_HEADER]: '17' };
  const judged = orderRefusal(new Refusal('RATE_CEILING', 'why', { headers, judgedByOwner: true }));
  expect(judged).toMatchObject({ code: 'RATE_LIMITED', retryable: false, more: { globalSequence: '17' } });
  expect(orderRefusal(new Refusal('NOT_FOUND', 'why', { headers })).more.globalSequence).toBeUndefined();
});

test('a failure of the member’s own says nothing of its inside', () => {
  const refusal = orderRefusal(new TypeError('secret of undefined'));
  expect(refusal).toMatchObject({ code: 'NOT_SERVING', more: { reason: 'INTERNAL_ERROR' } });
  expect(refusal.message).not.toContain('secret');
});
