/** Runs a sample of the cases of all checks, each alone. `npm run soak single-cases` runs all of them. */
import { expect, test } from 'vitest';
import { hash32 } from '../../conformance/runner/hash.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { casesOfBoth, run } from './soak/single-cases.ts';
import { SEED } from './suite/judged-by-profile.ts';

const SAMPLE = 80;

test('a case alone does not fail, and proves the requirements that it names', { timeout: 120_000 }, async () => {
  const all = await casesOfBoth(await loadChecks());
  const drawn = all.toSorted((a, b) => drawOf(a.check.id + a.name) - drawOf(b.check.id + b.name)).slice(0, SAMPLE);
  expect((await run(drawn)).wrong).toEqual([]);
});

function drawOf(name: string): number {
  return hash32(`${SEED} ${name}`);
}
