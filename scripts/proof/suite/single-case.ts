/** Runs one case of one check alone, on a new sandbox: the requirements that it proves and its number of requests. */
import type { RequirementId } from '../../../conformance/contract/requirements.ts';
import { HOOK_NAMES } from '../../../conformance/member/hooks/hook-names.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import { ONLY_CONTROLLED } from '../../../conformance/runner/plan/hooks-of.ts';
import type { CheckRow } from '../../../conformance/runner/record/run-record.ts';
import { caseNames } from '../../../conformance/runner/run/case-list.ts';
import { reachOf } from '../../../conformance/runner/run/run-check.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { fastStopwatch } from './fast-stopwatch.ts';
import { SEED, targetBy } from './judged-by-profile.ts';

export interface SingleCase {
  readonly check: Check;
  readonly name: string;
  /** Whether the sandbox has its control plane. Otherwise it is like a deployed member: checks with faults or resets do not run. */
  readonly isControlled: boolean;
}

export interface Shown {
  readonly requests: number;
  /** The requirements that passed. */
  readonly shown: readonly RequirementId[];
  /** Descriptions of what is wrong; empty if nothing is. */
  readonly wrong: readonly string[];
}

/** The speed of the sandbox's and the suite's clocks, so that waits are shorter. */
const RATE = 10;
const TIMEOUT_MS = 10_000;

const NEED_CONTROL: readonly string[] = [...ONLY_CONTROLLED, ...HOOK_NAMES];

interface Kind {
  /** Whether the control plane is available, as for the own sandbox of `touchstone check`. */
  readonly isControlled: boolean;
  readonly isDestructive: boolean;
}

type OnTarget = Awaited<ReturnType<typeof targetBy>>;

async function onOwnSandbox<T>({ isControlled, isDestructive }: Kind, act: (on: OnTarget) => T | Promise<T>) {
  await using sandbox = await startSandbox({ clock: isControlled ? 'virtual' : { rate: RATE }, seed: SEED });
  const { control, strict, ...deployed } = sandbox.profile;
  const pace = { timeoutMs: TIMEOUT_MS * RATE, requestsPerSecond: 10_000, requestsAtOnce: 4 };
  const limits = { ...pace, writes: true, destructive: isDestructive };
  const profile = { ...deployed, ...(isControlled && { control, strict }), limits };
  await using on = await targetBy(profile, fastStopwatch(RATE));
  return await act(on);
}

/** Allows destructive actions on a deployed member only if the check needs them. */
const kindOf = ({ needs }: Check, isControlled: boolean): Kind => {
  return { isControlled, isDestructive: isControlled || needs.includes('destructive') };
};

/** Every case of these checks on a sandbox of this kind with everything that they need. */
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
  return onOwnSandbox(kindOf(check, isControlled), async (on) => {
    const record = await on.run([check], { casesOf: () => [name], checkLimitMs: 60_000 * RATE });
    const shown = record.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
    const requests = record.checks[0]?.sent?.requests ?? 0;
    return { requests, shown, wrong: faultsOf(one, record.checks[0], shown) };
  });
}

/** Requirements that a new sandbox cannot exercise: `check requirement`. */
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
