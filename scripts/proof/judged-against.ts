/** The suite against a sandbox with known-bad or varied members, as `touchstone check` runs it, in this process. */
import { directly } from '../../conformance/member/connection/dial.ts';
import { httpTransport, type Transport } from '../../conformance/member/sending/transport.ts';
import type { Check } from '../../conformance/runner/check.ts';
import type { HistoryRecorder } from '../../conformance/runner/record/recorded-history.ts';
import type { CheckRow, RunRecord } from '../../conformance/runner/record/run-record.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import type { Layer } from '../../gateway/variations/layer.ts';
import { type Variation, variation } from '../../gateway/variations/variation.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../platform-sim/sandbox.ts';
import { waysTo } from '../api/ways-to-sandbox.ts';
import { fastStopwatch } from './suite/fast-stopwatch.ts';
import { judgedByProfile, SEED } from './suite/judged-by-profile.ts';

export interface Against extends SandboxOptions {
  /** How long the suite waits for one answer, in real milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The maximum of runs of checks with generated inputs. Absent: as many as each asks for. */
  readonly mostRuns?: number | undefined;
  /** The budget in requests: the run takes some cases of each check, by its seed. Absent: all cases. */
  readonly requests?: number | undefined;
  /** Wraps the connection to the member, to record its messages. */
  readonly through?: ((transport: Transport) => Transport) | undefined;
  /** Records every drive, so that it can be judged again. */
  readonly recorder?: HistoryRecorder | undefined;
  /** `loopback`: over the sandbox's ports. Absent: in-process; past layers, requests are HTTP text and sessions use the ports. */
  readonly over?: 'loopback' | undefined;
  /** Fixtures in the profile that replace the sandbox's own. */
  readonly fixtures?: ((sandbox: Sandbox) => Promise<Readonly<Record<string, unknown>>>) | undefined;
}

/** The speed of the suite's clock: it waits between polls, and before it repeats a read. The sandbox's clock is virtual. */
const RATE = 10;
const TIMEOUT_MS = 10_000;
/** The limit of a check in real milliseconds, so generous that a busy machine does not reach it. */
const CHECK_LIMIT_MS = 300_000;

/** Runs these checks in order, in one world. Rejects with the error of a layer. */
export async function judgedAgainst(
  checks: readonly Check[],
  { timeoutMs = TIMEOUT_MS, mostRuns, requests, through, recorder, over, fixtures, ...options }: Against = {},
): Promise<RunRecord> {
  const problems: unknown[] = [];
  const failed = (error: unknown): void => void problems.push(error);
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED, ...options, failed });
  const isReal = options.clock === 'real';
  const limits = { ...sandbox.profile.limits, timeoutMs: isReal ? timeoutMs : timeoutMs * RATE };
  const asked = mostRuns === undefined ? checks : checks.map((check) => withRuns(check, mostRuns));
  const named = { ...sandbox.profile.fixtures, ...(await fixtures?.(sandbox)) };
  const ways = waysTo(sandbox);
  const asText = (url: string, stopwatch: Stopwatch) => httpTransport(url, stopwatch, undefined, ways.dial);
  const record = await judgedByProfile({ ...sandbox.profile, limits, fixtures: named }, asked, {
    resetBetweenChecks: false,
    requests,
    ...(over === undefined && {
      ways: options.permissive === undefined ? ways : { dial: directly, transport: asText },
    }),
    checkLimitMs: isReal ? CHECK_LIMIT_MS : CHECK_LIMIT_MS * RATE,
    ...(through && { through }),
    ...(recorder && { recorder }),
    ...(isReal ? {} : { stopwatch: fastStopwatch(RATE) }),
  });
  // Without this, a layer that throws would look like a lost connection, and every check would be inconclusive.
  if (problems.length > 0) throw problems[0];
  return record;
}

/** Limits the runs of a check with generated inputs: enough to find a false alarm, not enough to reach every state. */
export function withRuns(check: Check, most: number): Check {
  return check.runs !== undefined && check.runs > most ? { ...check, runs: most } : check;
}

/** False alarms of the suite: failed checks, and faults of the suite. An inconclusive check is not an alarm. */
export const alarms = (rows: readonly CheckRow[]): readonly string[] =>
  rows
    .filter(({ verdict, fault }) => verdict === 'fail' || fault === true)
    .map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`);

/** The checks of which a run took no case, because of its budget. */
export const overBudget = (checks: readonly Check[], rows: readonly CheckRow[]): readonly Check[] =>
  checks.filter(({ id }) => rows.some((row) => row.id === id && row.reason?.startsWith('left out by the budget')));

/** A variation that only one test uses, so it is not in the table of variations. */
export const oneOff = (name: string, layer: () => Layer): Variation => variation(name, [], name, layer);
