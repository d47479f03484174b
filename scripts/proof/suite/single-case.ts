/** One case of one check alone: what it shows and what it costs, on a sandbox that no other check has used. */
import type { RequirementId } from '../../../conformance/contract/requirements.ts';
import { profileOf } from '../../../conformance/member/profile/read-profile.ts';
import { connect, type Target } from '../../../conformance/member/target.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { CheckRow } from '../../../conformance/runner/record/run-record.ts';
import { caseNames } from '../../../conformance/runner/run/case-list.ts';
import { freshKeys } from '../../../conformance/runner/run/fresh-keys.ts';
import { run } from '../../../conformance/runner/run/run.ts';
import { reachOf } from '../../../conformance/runner/run/run-check.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { fastStopwatch } from './fast-stopwatch.ts';
import { SEED } from './judged-by-profile.ts';

export interface SingleCase {
  readonly check: Check;
  readonly name: string;
  /** On a sandbox with its control plane; else as on a deployed member, where checks without a fault or a reset run. */
  readonly isControlled: boolean;
}

export interface Shown {
  readonly requests: number;
  /** The requirements that passed. */
  readonly shown: readonly RequirementId[];
  /** What is wrong, in words; none where all is well. */
  readonly wrong: readonly string[];
}

/** Of the clocks of the sandbox and of the suite: what a check waits for is there sooner. */
const RATE = 10;
const TIMEOUT_MS = 10_000;

const NEED_CONTROL: readonly string[] = ['control', 'mint', 'virtual-clock'];

interface Kind {
  /** Whether the control plane is available, as for the own sandbox of `touchstone check`. */
  readonly isControlled: boolean;
  readonly isDestructive: boolean;
}

interface OwnSandbox {
  readonly target: Target;
  readonly stopwatch: Stopwatch;
  readonly freshKey: () => string;
}

async function onOwnSandbox<T>(
  { isControlled, isDestructive }: Kind,
  act: (own: OwnSandbox) => T | Promise<T>,
): Promise<T> {
  await using sandbox = await startSandbox({ clock: isControlled ? 'virtual' : { rate: RATE }, seed: SEED });
  const { control, strict, ...deployed } = sandbox.profile;
  const pace = { timeoutMs: TIMEOUT_MS * RATE, requestsPerSecond: 10_000, requestsAtOnce: 4 };
  const limits = { ...pace, writes: true, destructive: isDestructive };
  const profile = { ...deployed, ...(isControlled && { control, strict }), limits };
  const stopwatch = fastStopwatch(RATE);
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const target = await connect(profileOf(profile, 'the sandbox'), { stopwatch, freshKey, userAgent: 'touchstone' });
  try {
    return await act({ target, stopwatch, freshKey });
  } finally {
    await target.close();
  }
}

/** A check may destroy on a deployed member only where it needs to. */
const kindOf = ({ needs }: Check, isControlled: boolean): Kind => {
  return { isControlled, isDestructive: isControlled || needs.includes('destructive') };
};

/** Every case that these checks state on a sandbox of this kind, on which all that they need is there. */
export async function singleCases(checks: readonly Check[], isControlled: boolean): Promise<readonly SingleCase[]> {
  const stating = checks.filter(({ cases, needs }) => {
    return cases !== undefined && (isControlled || !needs.some((need) => NEED_CONTROL.includes(need)));
  });
  const byKind = Map.groupBy(stating, (check) => kindOf(check, isControlled).isDestructive);
  const listed = [...byKind].map(([isDestructive, of]) =>
    onOwnSandbox({ isControlled, isDestructive }, ({ target }) => {
      const reach = reachOf(target);
      return of.flatMap((check) => caseNames(check, reach).map((name) => ({ check, name, isControlled })));
    }),
  );
  return (await Promise.all(listed)).flat();
}

/** Runs one case alone. */
export async function runAlone(one: SingleCase): Promise<Shown> {
  const { check, name, isControlled } = one;
  return onOwnSandbox(kindOf(check, isControlled), async ({ target, stopwatch, freshKey }) => {
    const selection = { select: [], requirements: [], readOnly: false };
    const running = { checks: [check], target, selection, stopwatch, freshKey, seed: SEED, version: '0' };
    const casesOf = () => [name];
    const record = await run({ ...running, casesOf, resetBetweenChecks: false, checkLimitMs: 60_000 * RATE });
    const shown = record.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
    const requests = record.checks[0]?.sent?.requests ?? 0;
    return { requests, shown, wrong: faultsOf(one, record.checks[0], shown) };
  });
}

/** What a sandbox without a past does not show: `check requirement`. */
const NEEDS_A_PAST = new Set(['page/limit-bounds-a-page PAGE-03']);

function faultsOf(
  { check, name, isControlled }: SingleCase,
  row: CheckRow | undefined,
  shown: readonly RequirementId[],
): readonly string[] {
  const wanted = check.cases?.shows?.(name) ?? check.proves;
  if (row?.verdict === 'not-applicable') return [];
  const isUndecided = row?.verdict === 'fail' || row?.verdict === 'inconclusive';
  const unshown = wanted.filter((id) => !shown.includes(id) && !NEEDS_A_PAST.has(`${check.id} ${id}`));
  return [
    ...(isUndecided ? [`${row.verdict}: ${row.reason}`] : []),
    ...(unshown.length > 0 ? [`does not show ${unshown.join(', ')}${row?.reason ? `: ${row.reason}` : ''}`] : []),
  ].map((why) => `${check.id}, case ${name}${isControlled ? ', with control' : ''}: ${why}`);
}
