import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { offGridIsRefused } from './off-grid-is-refused.check.ts';

const tick = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 };
const step = { status: 422, code: 'QTY_STEP_VIOLATION', position: 8 };
const pair = (what: string, refusal: typeof tick) => ({
  [what]: answer('POST /orders', refusal),
  [`${what}, corrected`]: answer('POST /orders', { ...refusal, replay: true }),
});
const good = {
  ...pair('a price just off the tick', tick),
  ...pair('a price far off the tick', tick),
  ...pair('a quantity just off the step', step),
  ...pair('a quantity far off the step', step),
};
const placed = answer('POST /orders', { status: 201, position: 9 });

test.each([
  ['refused by the owner', {}, 'pass'],
  ['rounded to the tick', { 'a price just off the tick': placed }, 'violated'],
  ['rounded to the step', { 'a quantity just off the step': placed }, 'violated'],
  ['the one for the other', pair('a quantity far off the step', tick), 'violated'],
  ['at the door', { 'a price far off the tick': answer('POST /orders', { ...tick, status: 400 }) }, 'violated'],
  [
    'no position',
    { 'a price far off the tick': answer('POST /orders', { ...tick, position: undefined } as never) },
    'violated',
  ],
  ['as a read', { 'a price far off the tick': answer('POST /orders', { ...tick, asOf: 1 }) }, 'violated'],
  ['the key not spent', { 'a price far off the tick, corrected': placed }, 'violated'],
])('%s', (_, over, verdict) => {
  expect(judged(offGridIsRefused, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});
