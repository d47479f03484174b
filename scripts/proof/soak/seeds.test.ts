import { expect, test } from 'vitest';
import { run } from './seeds.ts';

/** The short form; `node scripts/proof/soak/seeds.ts` has the long one. */
const SEEDS = 30;

test('the same seed is the same journal and the same answers, whatever befalls the members, and no key has two outcomes', {
  timeout: 120_000,
}, async () => {
  const { seeds, wrong, requests } = await run(SEEDS);
  expect(wrong).toEqual([]);
  expect(seeds).toBe(SEEDS);
  expect(requests).toBeGreaterThan(SEEDS * 20);
});
