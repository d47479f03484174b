import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { largerLimitIsClamped } from './larger-limit-is-clamped.check.ts';

const page = (count: number, nextCursor: string | null = 'c') => {
  const items = Array.from({ length: count }, () => ({}));
  return answer('GET /orders?limit=101', { status: 200, body: { items, nextCursor } });
};

const whole = page(101, null);

test.each([
  ['a hundred rows and a cursor', page(100), 'pass'],
  ['a hundred and one', page(101), 'violated'],
  ['fifty of more', page(50), 'violated'],
  ['a hundred and no way on', page(100, null), 'violated'],
  ['a limit refused', answer('GET /orders?limit=1000000000', { status: 400, code: 'MALFORMED_REQUEST' }), 'violated'],
])('%s', (_, last, verdict) => {
  expect(judged(largerLimitIsClamped, historyOf({ whole, page: [page(100), last] })).verdict).toBe(verdict);
});

test('with fewer rows than that nothing is clamped', () => {
  expect(judged(largerLimitIsClamped, historyOf({ whole: page(7, null), page: page(7, null) })).verdict).toBe(
    'inconclusive',
  );
});
