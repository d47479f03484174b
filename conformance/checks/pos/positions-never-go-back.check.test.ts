import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { positionsNeverGoBack } from './positions-never-go-back.check.ts';

const read = (position?: number) => answer('GET /me', { status: 200, ...(position !== undefined && { position }) });

test.each([
  ['positions that grow', [7, 7, 8, 9], 'pass'],
  ['a step back', [7, 8, 7, 9], 'violated'],
  ['a step back at the end', [7, 8, 9, 8], 'violated'],
  ['a step back to where it began', [7, 8, 7], 'violated'],
  ['positions past 2^53', [9_007_199_254_740_991, 9_007_199_254_740_992], 'pass'],
  ['nothing written', [7, 7, 7], 'inconclusive'],
])('%s', (_, positions, verdict) => {
  expect(judged(positionsNeverGoBack, historyOf({ read: positions.map(read) })).verdict).toBe(verdict);
});

test('reads that overlap are in no order', () => {
  const slow = answer('GET /me', { status: 200, position: 9, sentAtMs: 1, answeredAtMs: 9 });
  const quick = answer('GET /me', { status: 200, position: 8, sentAtMs: 2, answeredAtMs: 3 });
  expect(judged(positionsNeverGoBack, historyOf({ read: [slow, quick] })).verdict).toBe('pass');
});
