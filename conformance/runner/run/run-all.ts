/** Runs the checks of a plan, side by side where the target allows it, and retries those without a verdict. */
import { type Check, headOf } from '../check.ts';
import { inOrderOfHooks, isHooked } from '../plan/hooks-of.ts';
import { lanesOf } from '../plan/run-length.ts';
import type { Planned, RunPlan } from '../plan/run-plan.ts';
import { TimeLeft } from '../plan/time-left.ts';
import type { CheckRow, OrderLeft, RunRecord } from '../record/run-record.ts';
import type { Cleared } from './cancel-orders.ts';
import type { FailingRun } from './failing-run.ts';
import { inOrder } from './in-order.ts';
import { inLanes, type Place } from './lanes.ts';
import type { RunOptions } from './run.ts';
import { runCheck } from './run-check.ts';

export interface Ran {
  readonly failing: readonly FailingRun[];
  readonly rows: readonly CheckRow[];
  readonly stopped: RunRecord['run']['stopped'];
  readonly orders: NonNullable<RunRecord['run']['orders']>;
}

const CHECK_LIMIT_MS = 60_000;
/** A timer may fire this much early: a check that it cut off was cut off by the budget. */
const TIMER_EARLY_MS = 1;
/** How often a check without a verdict is retried at the end of the run. */
const MOST_RETRIES = 2;

const WHY_STOPPED = {
  interrupted: 'the run was interrupted',
  'target lost': 'the target was lost',
  'plan exceeded': 'the run would have passed what its plan says',
  'time budget': 'the time budget was spent',
} as const;

export function rowOf(check: Check, verdict: CheckRow['verdict'], reason: string): CheckRow {
  return { ...headOf(check), verdict, reason, runs: 0, durationMs: 0, evidence: [] };
}

/** What is left of the time budget, in milliseconds; infinite without one. */
function leftOf({ timeBudgetMs, stopwatch }: RunOptions): number {
  return (timeBudgetMs ?? Number.POSITIVE_INFINITY) - stopwatch.nowMs();
}

/** `earlyMs`: the budget counts as spent this long before its end. */
async function stoppedNow(options: RunOptions, earlyMs = 0): Promise<Ran['stopped']> {
  // Checks that get no token or no control plane send nothing that would wait for it.
  if (options.signal?.aborted !== true) await options.target.doubted();
  if (options.signal?.aborted === true) return 'interrupted';
  if (options.target.lost.aborted) return 'target lost';
  if (options.target.planExceeded.aborted) return 'plan exceeded';
  return leftOf(options) <= earlyMs ? 'time budget' : null;
}

/** One run of a plan's checks. */
class Running {
  readonly rows = new Map<string, CheckRow>();
  readonly cancelled: OrderLeft[] = [];
  readonly mayBeOpen: OrderLeft[] = [];
  readonly failing: FailingRun[] = [];
  stopped: Ran['stopped'] = null;
  readonly #options: RunOptions;
  readonly #total: number;
  readonly #timeLeft: TimeLeft;
  #begun = 0;

  constructor(plan: RunPlan, options: RunOptions) {
    this.#options = options;
    this.#total = plan.checks.length;
    this.#timeLeft = new TimeLeft(plan, options.stopwatch.nowMs());
  }

  /** Runs one check, unless the run has been stopped. */
  async turn(planned: Planned, place?: Place): Promise<void> {
    const { check } = planned;
    this.stopped ??= await stoppedNow(this.#options);
    if (this.stopped !== null) {
      this.rows.set(check.id, rowOf(check, 'not-exercised', `${WHY_STOPPED[this.stopped]} before it`));
      return;
    }
    this.#tellBegun(check, this.#begun);
    this.#begun += 1;
    this.#done(await this.judged(planned, place));
  }

  /** Retries a check that has no verdict. */
  async again(planned: Planned, place?: Place): Promise<void> {
    const before = this.rows.get(planned.check.id);
    if (before === undefined || (await stoppedNow(this.#options)) !== null) return;
    this.#tellBegun(planned.check, this.#total - 1);
    const row = await this.judged(planned, place);
    // A retry that is not exercised says nothing about the earlier attempt.
    if (row.verdict === 'not-exercised') return;
    const flaky = row.verdict === 'pass' ? ({ flaky: true } as const) : {};
    this.#done({ ...row, ...flaky, durationMs: before.durationMs + row.durationMs });
  }

  /** A check of a hook is not retried: it disturbs everybody who uses the target. */
  isOpen(check: Check): boolean {
    const row = this.rows.get(check.id);
    const isOnce = check.closes === true || isHooked(check, this.#options.target.profile);
    return row?.verdict === 'inconclusive' && row.fault !== true && !isOnce;
  }

  async hasStopped(earlyMs?: number): Promise<boolean> {
    this.stopped ??= await stoppedNow(this.#options, earlyMs);
    return this.stopped !== null;
  }

  #tellBegun({ id }: Check, index: number): void {
    const leftMs = this.#timeLeft.atMs(this.#options.stopwatch.nowMs());
    this.#options.onProgress?.({ kind: 'begun', check: id, index, total: this.#total, leftMs });
  }

  #done(row: CheckRow): void {
    this.rows.set(row.id, row);
    this.#timeLeft.done(row.id);
    this.#options.onProgress?.({ kind: 'done', row, index: this.rows.size - 1, total: this.#total });
  }

  async judged({ check, cases, runs }: Planned, place: Place | undefined): Promise<CheckRow> {
    const { target, stopwatch, freshKey, seed, path, targetOptions, resetBetweenChecks, recorder, failures } =
      this.#options;
    if (resetBetweenChecks) await target.reset();
    const signals = [target.lost, target.planExceeded, this.#options.signal].filter((one) => one !== undefined);
    const row = runCheck(check, {
      ...{ target, stopwatch, freshKey, seed, path, targetOptions, recorder, place },
      cases: this.#options.casesOf?.(check) ?? cases,
      signal: AbortSignal.any(signals),
      runs: this.#options.runs ?? runs,
      isShortened: runs !== undefined,
      timeLimitMs: this.#options.checkLimitMs ?? CHECK_LIMIT_MS,
      isKnown: this.#options.knownOf?.(check.id),
      budgetMs: leftOf(this.#options),
      cleanUp: !resetBetweenChecks,
      onCleared: (cleared: Cleared, cutOff: boolean) => {
        if (cutOff) for (const order of cleared.cancelled) this.cancelled.push(order);
        for (const order of cleared.mayBeOpen) this.mayBeOpen.push(order);
      },
      // Failures are collected only if the caller wants scenarios.
      onFailing: failures && ((found) => found.forEach((one) => void this.failing.push(one))),
    });
    // What one check meets costs the others nothing.
    return row.catch((error: unknown) => ({
      ...rowOf(check, 'inconclusive', `the suite failed: ${error instanceof Error ? error.message : String(error)}`),
      fault: true,
    }));
  }
}

/** Runs what the plan takes, and returns a row for each check of it, in the plan's order. */
export async function runAll(plan: RunPlan, options: RunOptions): Promise<Ran> {
  const running = new Running(plan, options);
  const [closing, others] = [true, false].map((is) =>
    plan.checks.filter(({ check }) => (check.closes === true) === is),
  );
  await sideBySide(others ?? [], options, (one, place) => running.turn(one, place));
  for (let time = 0; time < MOST_RETRIES && !(await running.hasStopped()); time += 1) {
    // They wait again, and once: each time takes as long as the longest of them.
    const hasTime = time === 0 && leftOf(options) > options.target.patienceMs;
    const open = (others ?? []).filter(({ check }) => running.isOpen(check) && (check.waits === undefined || hasTime));
    await sideBySide(open, options, (one, place) => running.again(one, place));
  }
  for (const one of closing ?? []) await running.turn(one);
  await running.hasStopped(TIMER_EARLY_MS);
  const { failing, rows, stopped, cancelled, mayBeOpen } = running;
  return {
    failing,
    rows: plan.checks.map(({ check }) => rows.get(check.id)).filter((row) => row !== undefined),
    stopped,
    orders: { cancelled, mayBeOpen },
  };
}

/**
 * Without a control plane checks run in lanes, and those of hooks after them, in turn. With one a check changes what the
 * others see (members crash, time moves, the world is reset), so they run in turn; those that wait on a running clock,
 * which disturb nothing, wait together before.
 */
async function sideBySide(
  planned: readonly Planned[],
  { target: { profile, clockMode }, resetBetweenChecks, depth }: RunOptions,
  act: (one: Planned, place: Place | undefined) => Promise<void>,
): Promise<void> {
  const isAlone = resetBetweenChecks || profile.control !== undefined;
  const openOrders = profile.limits?.openOrders;
  if (!isAlone) {
    const [hooked, free] = [true, false].map((is) => planned.filter(({ check }) => isHooked(check, profile) === is));
    const ordered = inOrder(free ?? [], profile, depth === undefined);
    await inLanes(ordered, { lanes: lanesOf(profile, false), openOrders }, act);
    for (const one of inOrderOfHooks(hooked ?? [])) await act(one, undefined);
    return;
  }
  const isWaiting = ({ check: { waits } }: Planned) =>
    waits !== undefined && clockMode !== 'virtual' && !resetBetweenChecks;
  const waiting = planned.filter(isWaiting);
  await inLanes(waiting, { lanes: waiting.length, openOrders }, (one) => act(one, undefined));
  for (const one of planned) if (!isWaiting(one)) await act(one, undefined);
}
