import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { bodyUserIsRefused } from './body-user-is-refused.check.ts';

const refused = { status: 400, code: 'MALFORMED_REQUEST' };

test.each([
  ['both refused', refused, refused, 'pass'],
  ['a submit taken', { status: 201, position: 7n }, refused, 'violated'],
  ['a cancel taken', refused, { status: 200, position: 7n }, 'violated'],
  ['an owner asked', refused, { status: 422, code: 'INVALID_FIELD', position: 7n }, 'violated'],
])('%s', (_, submit, cancel, verdict) => {
  const history = historyOf({
    submit: answer('POST /orders', submit),
    cancel: answer('POST /orders/1/cancel', cancel),
  });
  expect(judged(bodyUserIsRefused, history).verdict).toBe(verdict);
});
