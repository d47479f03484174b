import { expect, test } from 'vitest';
import { LoadGauge } from './load-gauge.ts';

const SERVED_MS = 2;
const REFUSED_MS = 0.1;

/** Turns of so many requests each; what a served one costs, and how long others had the machine before each of them. */
async function refusedIn(turns: readonly number[], servedMs = SERVED_MS, startMs = 0) {
  let workedMs = startMs;
  const gauge = new LoadGauge(() => workedMs);
  const refused: boolean[][] = [];
  for (const requests of turns) {
    const turn = Array.from({ length: requests }, () => {
      const isTooMany = gauge.isTooMany();
      workedMs += isTooMany ? REFUSED_MS : servedMs;
      return isTooMany;
    });
    refused.push(turn);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return refused.map((turn) => turn.filter(Boolean).length);
}

test.each([
  ['one request', [1], SERVED_MS],
  ['one request that costs a second', [1], 1_000],
  ['a hundred at once, of 50 ms each', [100], 50],
  ['thousands, one a turn', Array.from({ length: 2_000 }, () => 1), 10],
  ['a hundred a turn, turn after turn', Array.from({ length: 50 }, () => 100), 10],
  ['a thousand at once that cost little', [1_000], 0.3],
])('%s: nothing is refused', async (_, turns, servedMs) => {
  expect(await refusedIn(turns, servedMs)).toEqual(turns.map(() => 0));
});

test('what the thread worked before a turn is not held against it', async () => {
  expect(await refusedIn([100, 1], SERVED_MS, 60_000)).toEqual([0, 0]);
});

test('of many more than it gets through the later ones are refused', async () => {
  const [refused = 0] = await refusedIn([1_000]);
  expect(refused).toBeGreaterThan(500);
});

test('a queue is gone after its turn: the next few are served', async () => {
  const [, next] = await refusedIn([1_000, 50]);
  expect(next).toBe(0);
});

test.each([0.15, 0.5, 2, 10])(
  'nine tenths of a turn are spent on requests that are served, at %d ms each',
  async (ms) => {
    const requests = 20_000;
    const [refused = 0] = await refusedIn([requests], ms);
    const servingMs = (requests - refused) * ms;
    expect(servingMs / (servingMs + refused * REFUSED_MS)).toBeGreaterThan(0.88);
  },
);
