/** The short forms of `npm run soak seeds`, `kill-cycles` and `mixed`; that of `spread` is `deployment.test.ts`. */
import { expect, test } from 'vitest';
import { actionsOf, mixedFor } from './actions.ts';
import * as kills from './kills.ts';
import * as mixed from './mixed.ts';
import * as seeds from './seeds.ts';

test('a seed gives the same journal and the same answers under faults, and no key has two outcomes', {
  timeout: 120_000,
}, async () => {
  const { seeds: played, wrong } = await seeds.run(8);
  expect(wrong).toEqual([]);
  expect(played).toBe(8);
});

test('after any number of kills each answered write is there once, as answered', {
  timeout: 120_000,
}, async () => {
  const { wrong, ...sum } = await kills.run(kills.DURABLE, 2, 3);
  expect(wrong).toEqual([]);
  expect(sum).toMatchObject({ kills: 2, answered: expect.toSatisfy((count) => count > 0) });
  expect(sum.inFlight).toBe(32);
});

test('reads, writes, sockets, rolls and faults for some seconds: nothing acknowledged is lost, no answer is of a wrong shape', async () => {
  const { wrong, acknowledged, troubles, sessions } = await mixed.run({ lastsMs: 1_500, seed: 7 });
  // A trend needs minutes of samples (`oracle.test.ts` tests it).
  expect(wrong.filter((why) => !why.includes('rises by'))).toEqual([]);
  expect(Math.min(acknowledged, troubles, sessions)).toBeGreaterThan(0);
});

test('a seed gives the same mix, and another seed or lane gives another mix', () => {
  const mix = (seed: number, lane: string) => {
    return actionsOf(seed, lane, mixedFor(0, ''))
      .take(200)
      .map(({ kind, qty }) => `${kind} ${qty}`)
      .toArray();
  };
  expect(mix(7, '1')).toEqual(mix(7, '1'));
  expect(mix(8, '1')).not.toEqual(mix(7, '1'));
  expect(mix(7, '2')).not.toEqual(mix(7, '1'));
});
