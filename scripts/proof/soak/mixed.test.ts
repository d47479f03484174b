import { expect, test } from 'vitest';
import { actionsOf } from './mixed/actions.ts';
import { run } from './mixed.ts';

/** The short form; `npm run soak -- --for 30m` is the long one. Flatness takes minutes to see: `mixed/flatness.test.ts`. */
const SHORT = { lastsMs: 1_500, seed: 7, overloadS: 1 };

test('reads, writes, sockets, rolls and faults for some seconds: nothing acknowledged is lost, no answer is of a wrong shape', async () => {
  const { tally, acknowledged, troubles } = await run(SHORT);
  expect(tally.wrongs).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  expect(troubles).toBeGreaterThan(0);
  expect(tally.requests).toBeGreaterThan(acknowledged);
});

test('the same seed gives the same mix, another seed another one', () => {
  const mix = (seed: number, lane: string) => actionsOf(seed, lane).take(200).toArray();
  expect(mix(7, '1')).toEqual(mix(7, '1'));
  expect(mix(8, '1')).not.toEqual(mix(7, '1'));
  expect(mix(7, '2').map(({ kind }) => kind)).not.toEqual(mix(7, '1').map(({ kind }) => kind));
});
