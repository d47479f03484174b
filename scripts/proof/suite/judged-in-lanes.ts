/** Runs the suite at one depth on a sandbox without its control plane, with this many checks in parallel. */
import type { Check } from '../../../conformance/runner/check.ts';
import { DEPTHS, type DepthName } from '../../../conformance/runner/plan/depths.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { fastStopwatch } from './fast-stopwatch.ts';
import { judgedByProfile } from './judged-by-profile.ts';

export interface Laned {
  readonly lanes: number;
  readonly depth: DepthName;
  readonly seed: number;
  readonly destructive: boolean;
}

/** The speed of the sandbox's and the suite's clocks, so that waits are shorter. */
const RATE = 10;
const TIMEOUT_MS = 10_000;

export async function judgedInLanes(
  checks: readonly Check[],
  { lanes, depth, seed, destructive }: Laned,
): Promise<RunRecord> {
  await using sandbox = await startSandbox({ clock: { rate: RATE }, seed });
  const { control: _, strict: __, ...profile } = sandbox.profile;
  const pace = { timeoutMs: TIMEOUT_MS * RATE, requestsPerSecond: 10_000, requestsAtOnce: lanes };
  return await judgedByProfile({ ...profile, limits: { ...pace, writes: true, destructive } }, checks, {
    resetBetweenChecks: false,
    checkLimitMs: 60_000 * RATE,
    requests: DEPTHS[depth],
    seed,
    stopwatch: fastStopwatch(RATE),
  });
}

/** The differences between the verdicts of two runs, one line each, for requirements and checks. */
export function differences(alone: RunRecord, beside: RunRecord): readonly string[] {
  return [...compared(alone.requirements, beside.requirements), ...compared(alone.checks, beside.checks)];
}

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly reason?: string | undefined;
}

function compared(alone: readonly Row[], beside: readonly Row[]): readonly string[] {
  const others = new Map(beside.map((row) => [row.id, row]));
  return alone.flatMap((row) => {
    const other = others.get(row.id);
    return other?.verdict === row.verdict ? [] : [`${row.id}: ${wordsOf(row)} alone, ${wordsOf(other)} in parallel`];
  });
}

function wordsOf(row: Row | undefined): string {
  return row === undefined ? 'absent' : [row.verdict, row.reason].filter(Boolean).join(' ');
}
