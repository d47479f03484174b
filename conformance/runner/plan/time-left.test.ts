import { expect, test } from 'vitest';
import { EXPECTED_COSTS } from './expected-costs.gen.ts';
import { TimeLeft } from './time-left.ts';

const [first, second] = Object.keys(EXPECTED_COSTS);
if (first === undefined || second === undefined) throw new Error('the table has two checks');
const costOf = (id: string) => EXPECTED_COSTS[id]?.[0] ?? 0;

test('is told from the speed of the run so far, in proportion to what the checks cost', () => {
  const left = new TimeLeft([{ id: first }, { id: second }]);
  expect(left.afterMs(1_000)).toBeUndefined();
  left.done(first);
  // The first took three times as long as in a sandbox: so will the second.
  expect(left.afterMs(3 * costOf(first))).toBeCloseTo(3 * costOf(second));
  left.done(first);
  expect(left.afterMs(3 * costOf(first))).toBeCloseTo(3 * costOf(second));
  left.done(second);
  expect(left.afterMs(9_000)).toBe(0);
});

test('a check that the table does not have counts as a second', () => {
  const left = new TimeLeft([{ id: 'none/a' }, { id: 'none/b' }]);
  left.done('none/a');
  expect(left.afterMs(500)).toBe(500);
});
