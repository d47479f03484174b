/** Checks and runs of them on a stub target, for the tests of the suite's own machinery. */
import type { Profile } from '../member/profile/profile.ts';
import type { Target } from '../member/target.ts';
import type { Check } from '../runner/check.ts';
import { pass } from '../runner/judgement.ts';
import type { RunOptions } from '../runner/run/run.ts';
import { run } from '../runner/run/run.ts';
import type { RunCheckOptions } from '../runner/run/run-check.ts';
import { runCheck } from '../runner/run/run-check.ts';
import type { WireAnswering } from './stub-target.ts';
import { stubTarget } from './stub-target.ts';

/** A check that sends nothing and passes, but for what is stated. */
export function sampleCheck(over: Partial<Check> = {}): Check {
  const own = { id: 'test/check', proves: ['RID-01'], title: 'a claim', needs: ['trader'] } as const;
  return { ...own, drive: async () => {}, judge: () => pass, ...over };
}

/** Sends `GET path` as trader, labelled `it`. */
export const gets =
  (path: string): Check['drive'] =>
  async ({ trader }) =>
    void (await trader.get(path, { label: 'it' }));

export const served: WireAnswering = () => ({ status: 200, body: '{}' });

interface Stubbed {
  readonly profile?: Partial<Profile> | undefined;
  /** The target that is judged, made from the stub. */
  readonly as?: (target: Target) => Target;
}

export async function ranCheck(
  of: Check,
  answerTo: WireAnswering = served,
  { profile, as = (target) => target, ...over }: Stubbed & Partial<RunCheckOptions> = {},
) {
  const { target, requests, ...stub } = await stubTarget(answerTo, profile);
  const options = { ...stub, target: as(target), seed: 1, timeLimitMs: 5_000, cleanUp: false, ...over };
  return { row: await runCheck(of, options), requests };
}

export async function ranAll(
  checks: readonly Check[],
  answerTo: WireAnswering = served,
  { profile, ...over }: Pick<Stubbed, 'profile'> & Partial<RunOptions> = {},
) {
  const { requests, ...stub } = await stubTarget(answerTo, profile);
  const selection = { select: [], requirements: [], readOnly: false };
  const options = { checks, selection, seed: 1, resetBetweenChecks: false, version: '0.0.0' };
  return { record: await run({ ...stub, ...options, ...over }), requests, target: stub.target };
}
