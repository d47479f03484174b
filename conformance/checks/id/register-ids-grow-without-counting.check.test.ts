import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { registerIdsGrowWithoutCounting } from './register-ids-grow-without-counting.check.ts';

const created = (position: number, portfolioId: unknown) =>
  answer('POST /portfolios', { status: 201, position, body: { portfolioId } });
const refused = answer('POST /users', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['ids that grow', [created(1, 10), created(2, 20), created(3, 21)], 'pass'],
  ['answers out of sequence', [created(3, 30), created(1, 10), created(2, 20)], 'pass'],
  ['consecutive numbers', [created(1, 7), created(2, 8), created(3, 9)], 'violated'],
  ['an id that goes back', [created(1, 10), created(2, 9), created(3, 20)], 'violated'],
  ['an id used again', [created(1, 10), created(2, 20), created(3, 20)], 'violated'],
  ['an id that is no number', [created(1, '10'), created(2, 20), created(3, 30)], 'inconclusive'],
  ['two portfolios', [created(1, 7), created(2, 8)], 'inconclusive'],
])('%s', (_, samples, verdict) => {
  const history = historyOf({ 'created in /users': [refused, refused, refused], 'created in /portfolios': samples });
  expect(judged(registerIdsGrowWithoutCounting, history).verdict).toBe(verdict);
});
