/** The suite against a sandbox with known-bad or varied members, as `touchstone check` runs it, in this process. */
import type { Transport } from '../../conformance/member/sending/transport.ts';
import type { Check } from '../../conformance/runner/check.ts';
import type { HistoryRecorder } from '../../conformance/runner/record/recorded-history.ts';
import type { CheckRow, RunRecord } from '../../conformance/runner/record/run-record.ts';
import type { Layer } from '../../gateway/variations/layer.ts';
import { type Variation, variation } from '../../gateway/variations/variation.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../platform-sim/sandbox.ts';
import { waysTo } from '../api/ways-to-sandbox.ts';
import { fastStopwatch } from './suite/fast-stopwatch.ts';
import { judgedByProfile, SEED } from './suite/judged-by-profile.ts';

export interface Against extends SandboxOptions {
  /** How long the suite waits for one answer, in the machine's time. */
  readonly timeoutMs?: number | undefined;
  /** Checks with generated inputs that ask for more runs have these; absent: each has its own. */
  readonly mostRuns?: number | undefined;
  /** Around the way to the member: to record what goes over it. */
  readonly through?: ((transport: Transport) => Transport) | undefined;
  /** Records all that is driven, to be judged again. */
  readonly recorder?: HistoryRecorder | undefined;
  /** The sandbox's ports, as with variations: they differ on the wire. Absent: as `check` reaches its own sandbox. */
  readonly over?: 'loopback' | undefined;
  /** The fixtures that the profile names in place of the sandbox's own. */
  readonly fixtures?: ((sandbox: Sandbox) => Promise<Readonly<Record<string, unknown>>>) | undefined;
}

/** Of the suite's time: it waits between polls, and before it repeats a read. The clock of the sandbox is moved by hand. */
const RATE = 10;
const TIMEOUT_MS = 10_000;
/** Of a check, in the machine's time: a limit that a busy machine reaches would cut off checks that say nothing of it. */
const CHECK_LIMIT_MS = 300_000;

/** One run over these checks in their order, in one world. Rejects with what a layer throws. */
export async function judgedAgainst(
  checks: readonly Check[],
  { timeoutMs = TIMEOUT_MS, mostRuns, through, recorder, over, fixtures, ...options }: Against = {},
): Promise<RunRecord> {
  const problems: unknown[] = [];
  const failed = (error: unknown): void => void problems.push(error);
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED, ...options, failed });
  const isReal = options.clock === 'real';
  const limits = { ...sandbox.profile.limits, timeoutMs: isReal ? timeoutMs : timeoutMs * RATE };
  const asked = mostRuns === undefined ? checks : checks.map((check) => withRuns(check, mostRuns));
  const named = { ...sandbox.profile.fixtures, ...(await fixtures?.(sandbox)) };
  const record = await judgedByProfile({ ...sandbox.profile, limits, fixtures: named }, asked, {
    resetBetweenChecks: false,
    ...(over === undefined && options.permissive === undefined && { ways: waysTo(sandbox) }),
    checkLimitMs: isReal ? CHECK_LIMIT_MS : CHECK_LIMIT_MS * RATE,
    ...(through && { through }),
    ...(recorder && { recorder }),
    ...(isReal ? {} : { stopwatch: fastStopwatch(RATE) }),
  });
  // A layer that throws would look like a lost connection, and every check would be inconclusive.
  if (problems.length > 0) throw problems[0];
  return record;
}

/** Limits the runs of a check with generated inputs: enough to find a false alarm, not enough to reach every state. */
export function withRuns(check: Check, most: number): Check {
  return check.runs !== undefined && check.runs > most ? { ...check, runs: most } : check;
}

/** False alarms of the suite: checks that fail, and its own faults. A check that cannot be judged is none. */
export const alarms = (rows: readonly CheckRow[]): readonly string[] =>
  rows
    .filter(({ verdict, fault }) => verdict === 'fail' || fault === true)
    .map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`);

/** A behaviour of one test, which is not in the table of variations. */
export const oneOff = (name: string, layer: () => Layer): Variation => variation(name, [], name, layer);
