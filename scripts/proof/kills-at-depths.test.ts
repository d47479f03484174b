/**
 * A run with a budget spends it on the checks that find most: it kills a minimum of a fixed sample of known-bad members.
 */
import { beforeAll, expect, test } from 'vitest';
import { hash32 } from '../../conformance/runner/hash.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { ShortRuns } from './suite/kills-at-depths.ts';

const SAMPLE = 20;
const DEPTHS = ['normal', 'quick'] as const;

/** The suite waits in real time for a frame that never arrives. */
const isOfFrames = ({ breaks }: Defect) => breaks.some((id) => /^(WSS|MKT)/.test(id));

const killed: (readonly boolean[])[] = [];

beforeAll(async () => {
  const runs = new ShortRuns(
    await loadChecks(),
    DEPTHS.map((depth) => ({ depth, seed: 1 })),
  );
  const drawn = DEFECTS.filter((defect) => !isOfFrames(defect))
    .toSorted((a, b) => hash32(a.name) - hash32(b.name))
    .slice(0, SAMPLE);
  for (const defect of drawn) {
    const kills = await runs.kill(defect);
    if (kills !== undefined) killed.push(kills);
  }
}, 300_000);

test('a thorough run without a control plane kills most known-bad members', () => {
  expect(killed.length).toBeGreaterThan(0.7 * SAMPLE);
});

test.each([
  ['normal', 0.68],
  ['quick', 0.39],
] as const)('a run of depth %s kills at least %d of those', (depth, least) => {
  const count = killed.filter((kills) => kills[DEPTHS.indexOf(depth)] === true).length;
  expect(count / killed.length).toBeGreaterThanOrEqual(least);
});
