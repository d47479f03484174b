/** What ran alone is judged as what ran beside others: cases of checks one by one, and whole runs in lanes. */
import { expect, test } from 'vitest';
import { hash32 } from '../../conformance/runner/hash.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { casesOfBoth, run } from './soak/single-cases.ts';
import { SEED } from './suite/judged-by-profile.ts';
import { differences, judgedInLanes } from './suite/judged-in-lanes.ts';

const SAMPLE = 80;
const checks = await loadChecks();

// `npm run soak single-cases` takes all of them.
test('a case alone does not fail, and shows what it names', { timeout: 120_000 }, async () => {
  const drawOf = (name: string) => hash32(`${SEED} ${name}`);
  const all = await casesOfBoth(checks);
  const drawn = all.toSorted((a, b) => drawOf(a.check.id + a.name) - drawOf(b.check.id + b.name)).slice(0, SAMPLE);
  expect((await run(drawn)).wrong).toEqual([]);
});

// `npm run soak lanes` does the same over ten seeds.
test('a run has the same verdicts with 1, 4 and 16 lanes', { timeout: 300_000 }, async () => {
  const judged = (lanes: number) => judgedInLanes(checks, { lanes, depth: 'normal', seed: 1, destructive: true });
  // Together: most of their time is waits.
  const [alone, four, sixteen] = await Promise.all([judged(1), judged(4), judged(16)]);
  expect(alone.summary.fail).toBe(0);
  expect(alone.summary.pass).toBeGreaterThan(150);
  expect(differences(alone, four)).toEqual([]);
  expect(differences(alone, sixteen)).toEqual([]);
});
