import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ownerRefusalsNameTheirPosition } from './owner-refusals-name-their-position.check.ts';

const tick = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 };

test.each([
  ['a position', tick, 'pass'],
  ['none', { status: 422, code: 'QTY_STEP_VIOLATION' }, 'violated'],
  ['none where no grid is stated', { status: 422, code: 'INVALID_FIELD' }, 'violated'],
  ['one that is no decimal', { ...tick, position: -1 }, 'violated'],
])('%s', (_, last, verdict) => {
  const history = historyOf({ refused: [answer('POST /orders', tick), answer('POST /orders', last)] });
  expect(judged(ownerRefusalsNameTheirPosition, history).verdict).toBe(verdict);
});

test('what no owner judged proves nothing', () => {
  const history = historyOf({ refused: answer('POST /orders', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }) });
  expect(judged(ownerRefusalsNameTheirPosition, history).verdict).toBe('inconclusive');
});
