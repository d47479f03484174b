import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { principalInTheBodyIsRefused } from './principal-in-the-body-is-refused.check.ts';

const placed = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const malformed = (line: string) => answer(line, { status: 400, code: 'MALFORMED_REQUEST' });
const [submit, cancel] = [malformed('POST /orders'), malformed('POST /orders/17/cancel')];

test.each([
  ['all refused', placed, [submit, cancel, submit, cancel], 'pass'],
  ['a submission taken', placed, [placed, cancel, submit, cancel], 'violated'],
  ['a cancel taken', placed, [submit, answer('POST /orders/17/cancel', { status: 200 }), submit, cancel], 'violated'],
  [
    'by the owner',
    placed,
    [answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST', position: 8 })],
    'violated',
  ],
  ['under another code', placed, [answer('POST /orders', { status: 400, code: 'INVALID_CURSOR' })], 'violated'],
  ['no order to cancel', submit, [], 'inconclusive'],
])('%s', (_, first, stated, verdict) => {
  expect(judged(principalInTheBodyIsRefused, historyOf({ placed: first, stated })).verdict).toBe(verdict);
});
