/** A whole run: the plan, the checks one after another, and the record. */

import { TOLERATIONS } from '../../contract/tolerations.ts';
import type { Entry } from '../../member/effects/entry.ts';
import type { Target } from '../../member/target.ts';
import { type Check, headOf } from '../check.ts';
import { foreignTold } from '../excuses/foreign-told.ts';
import { inOrder } from '../plan/foretold.ts';
import type { LeftOut, Selection } from '../plan/plan.ts';
import { plan, SelectionProblem } from '../plan/plan.ts';
import { TimeLeft } from '../plan/time-left.ts';
import type { HistoryRecorder } from '../record/recorded-history.ts';
import type { CheckRow, Counterexample, OrderLeft, RunRecord } from '../record/run-record.ts';
import { countByVerdict, requirementRows, strongest } from '../record/verdict.ts';
import type { Stopwatch } from '../stopwatch.ts';
import type { Cleared } from './cancel-orders.ts';
import { clearUp } from './clear-up.ts';
import type { FailingRun } from './failing-run.ts';
import { runCheck } from './run-check.ts';
import { stillOpen } from './still-open.ts';
import type { IsKnownClause } from './tally.ts';
import { sideBySide, startWaiting } from './waiting-checks.ts';

export interface RunOptions {
  readonly checks: readonly Check[];
  readonly target: Target;
  readonly selection: Selection;
  readonly stopwatch: Stopwatch;
  readonly freshKey: () => string;
  readonly seed: number;
  readonly runs?: number | undefined;
  readonly path?: string | undefined;
  /** The cases that the run takes of a check; absent: all. */
  readonly casesOf?: ((check: Check) => readonly string[] | undefined) | undefined;
  /** The command-line options that name the target; absent: a sandbox of its own. */
  readonly targetOptions?: readonly string[] | undefined;
  /** Time budget of the whole run in milliseconds; undefined: none. */
  readonly timeBudgetMs?: number | undefined;
  /** The record of the run's writes, and where to add to it; undefined for a world that is thrown away. */
  readonly effects?: EffectsRecord | undefined;
  /** What a baseline knows of each check: searches continue past it. gate.ts marks it in the record. */
  readonly knownOf?: ((checkId: string) => IsKnownClause) | undefined;
  /** Records everything that is driven, to be judged again. */
  readonly recorder?: HistoryRecorder | undefined;
  /** Makes scenarios of what failed, after the last check. */
  readonly failures?: Failures | undefined;
  /** Reset the world to its seed before each check: for a sandbox of its own. */
  readonly resetBetweenChecks: boolean;
  /** The limit of each check's time, whatever its number of runs; default one minute. */
  readonly checkLimitMs?: number | undefined;
  /** Ends the run: the running check is cut off, and the others are not started. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called with the record before anything is taken back: what fails from then on costs no report. */
  readonly onJudged?: ((record: RunRecord) => Promise<void>) | undefined;
  /** Called with one line for what failed after the last check. */
  readonly onTrouble?: ((line: string) => void) | undefined;
  readonly version: string;
}

/** Makes scenarios of failures. */
export interface Failures {
  /** Called once. Returns the scenario file of each check, by its id. */
  readonly scenarios: (runs: readonly FailingRun[]) => Promise<ReadonlyMap<string, ScenarioRow>>;
  /** true: it takes the world back, so the run's rows are removed before; false: what it writes is removed after it. */
  readonly isAfterClearUp: boolean;
}

type ScenarioRow = Pick<Counterexample, 'scenario' | 'replay' | 'unconfirmed'>;

export interface EffectsRecord {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly add: (entry: Entry) => void;
}

export type Progress =
  | {
      readonly kind: 'begun';
      readonly check: string;
      readonly index: number;
      readonly total: number;
      /** Milliseconds until the end of the run; undefined: too little is done to say. */
      readonly leftMs?: number | undefined;
    }
  | { readonly kind: 'done'; readonly row: CheckRow; readonly index: number; readonly total: number };

const CHECK_LIMIT_MS = 60_000;
/** A timer may fire this much early: a check that it cut off was cut off by the budget. */
const TIMER_EARLY_MS = 1;

function rowOf(check: Check, verdict: CheckRow['verdict'], reason: string): CheckRow {
  return { ...headOf(check), verdict, reason, runs: 0, durationMs: 0, evidence: [] };
}

type Told = RunRecord['run'];

interface Ran {
  readonly failing: readonly FailingRun[];
  readonly rows: readonly CheckRow[];
  readonly stopped: Told['stopped'];
  readonly orders: NonNullable<Told['orders']>;
}

async function runAll(checks: readonly Check[], options: RunOptions): Promise<Ran> {
  const rows: CheckRow[] = [];
  const timeLeft = new TimeLeft(checks);
  const onProgress = (progress: Progress) => {
    if (progress.kind === 'done') timeLeft.done(progress.row.id);
    options.onProgress?.(progress);
  };
  const cancelled: OrderLeft[] = [];
  const mayBeOpen: OrderLeft[] = [];
  const failing: FailingRun[] = [];
  const onCleared = (cleared: Cleared, cutOff: boolean) => {
    if (cutOff) for (const order of cleared.cancelled) cancelled.push(order);
    for (const order of cleared.mayBeOpen) mayBeOpen.push(order);
  };
  const { target, resetBetweenChecks } = options;
  const { promise: othersDone, resolve: areDone } = Promise.withResolvers<void>();
  const waiting = startWaiting(sideBySide(checks, target, resetBetweenChecks), (check) =>
    judgedOnce(check, options, onCleared, failing, othersDone),
  );
  // With a control plane other checks disturb the waiting ones: members crash, faults are set.
  if (target.profile.control !== undefined) {
    areDone();
    await Promise.allSettled(waiting.values());
  }
  let stopped: Ran['stopped'] = null;
  const inTurn = async (index: number, check: Check) => {
    stopped ??= stoppedNow(options);
    if (stopped !== null) {
      rows[index] = rowOf(check, 'not-exercised', `${WHY_STOPPED[stopped]} before it`);
      return;
    }
    const leftMs = timeLeft.afterMs(options.stopwatch.nowMs());
    onProgress({ kind: 'begun', check: check.id, index, total: checks.length, leftMs });
    const row = await judgedOnce(check, options, onCleared, failing);
    rows[index] = row;
    onProgress({ kind: 'done', row, index, total: checks.length });
  };
  for (const [index, check] of checks.entries()) {
    if (waiting.has(check) || check.closes) {
      rows.push(rowOf(check, 'not-exercised', 'its turn has not come'));
    } else await inTurn(index, check);
  }
  areDone();
  for (const [index, check] of checks.entries()) {
    const row = await waiting.get(check);
    if (row === undefined) continue;
    rows[index] = row;
    onProgress({ kind: 'done', row, index, total: checks.length });
  }
  if (stopped === null) await retryInconclusive(checks, rows, options, onCleared, failing);
  for (const [index, check] of checks.entries()) if (check.closes) await inTurn(index, check);
  return { failing, rows, stopped: stopped ?? stoppedNow(options, TIMER_EARLY_MS), orders: { cancelled, mayBeOpen } };
}

type OnCleared = (cleared: Cleared, cutOff: boolean) => void;

async function judgedOnce(
  check: Check,
  options: RunOptions,
  onCleared: OnCleared,
  failing: FailingRun[],
  othersDone?: Promise<unknown>,
): Promise<CheckRow> {
  const { target, stopwatch, freshKey, seed, runs, path, targetOptions } = options;
  if (options.resetBetweenChecks) await target.reset();
  const signal = AbortSignal.any([
    target.lost,
    target.planExceeded,
    ...(options.signal === undefined ? [] : [options.signal]),
  ]);
  const row = runCheck(check, {
    ...{ target, stopwatch, freshKey, seed, runs, path, targetOptions, signal },
    timeLimitMs: options.checkLimitMs ?? CHECK_LIMIT_MS,
    cases: options.casesOf?.(check),
    isKnown: options.knownOf?.(check.id),
    recorder: options.recorder,
    othersDone,
    budgetMs: leftOf(options),
    cleanUp: !options.resetBetweenChecks,
    onCleared,
    // Nothing is kept where nobody asks for it.
    onFailing: options.failures && ((runs) => runs.forEach((run) => void failing.push(run))),
  });
  // What one check meets costs the others nothing.
  return row.catch((error: unknown) => ({
    ...rowOf(check, 'inconclusive', `the suite failed: ${error instanceof Error ? error.message : String(error)}`),
    fault: true,
  }));
}

/** What is left of the time budget, in milliseconds; infinite without one. */
function leftOf({ timeBudgetMs, stopwatch }: RunOptions): number {
  return (timeBudgetMs ?? Number.POSITIVE_INFINITY) - stopwatch.nowMs();
}

/** How often a check without a verdict is retried at the end of the run. */
const MOST_RETRIES = 2;

/** Replaces the rows of inconclusive checks by those of their retries; the first pass is marked flaky. */
async function retryInconclusive(
  checks: readonly Check[],
  rows: CheckRow[],
  options: RunOptions,
  onCleared: OnCleared,
  failing: FailingRun[],
): Promise<void> {
  const { onProgress, target, resetBetweenChecks } = options;
  const judge = (check: Check) => judgedOnce(check, options, onCleared, failing);
  const waiting = sideBySide(checks, target, resetBetweenChecks);
  const take = (index: number, again: CheckRow) => {
    const before = rows[index];
    // A retry that is not exercised says nothing about the earlier attempt.
    if (before === undefined || again.verdict === 'not-exercised') return;
    const row: CheckRow = again.verdict === 'pass' ? { ...again, flaky: true } : again;
    rows[index] = { ...row, durationMs: before.durationMs + row.durationMs };
    onProgress?.({ kind: 'done', row, index, total: checks.length });
  };
  for (let time = 0; time < MOST_RETRIES; time += 1) {
    const isOpen = (index: number) => rows[index]?.verdict === 'inconclusive' && rows[index]?.fault !== true;
    const open = [...checks.entries()].filter(([index, { closes }]) => isOpen(index) && closes !== true);
    // They wait beside the others again, and once: each time takes as long as the longest of them.
    const hasTime = time === 0 && leftOf(options) > target.patienceMs;
    const again = new Set(hasTime ? open.map(([, check]) => check).filter((check) => waiting.has(check)) : []);
    const started = startWaiting(again, judge);
    for (const [index, check] of open) {
      if (waiting.has(check)) continue;
      if (stoppedNow(options) !== null) break;
      onProgress?.({ kind: 'begun', check: check.id, index, total: checks.length });
      take(index, await judge(check));
    }
    for (const [index, check] of open) {
      const row = await started.get(check);
      if (row !== undefined) take(index, row);
    }
    if (stoppedNow(options) !== null) return;
  }
}

const WHY_STOPPED = {
  interrupted: 'the run was interrupted',
  'target lost': 'the target was lost',
  'plan exceeded': 'the run would have passed what its plan says',
  'time budget': 'the time budget was spent',
} as const;

/** `earlyMs`: the budget counts as spent this long before its end. */
function stoppedNow(options: RunOptions, earlyMs = 0): Ran['stopped'] {
  if (options.signal?.aborted === true) return 'interrupted';
  if (options.target.lost.aborted) return 'target lost';
  if (options.target.planExceeded.aborted) return 'plan exceeded';
  return leftOf(options) <= earlyMs ? 'time budget' : null;
}

/** Time limits of the clean-up at the end of an interrupted run, and of any other. */
const CLEAR_UP_MS = { interrupted: 20_000, usual: 120_000 } as const;

async function leftTold({ target, effects, stopwatch, signal }: RunOptions): Promise<Pick<Told, 'left'>> {
  if (effects === undefined) return {};
  const { entries, add: onEffect, name } = effects;
  const boundMs = signal?.aborted === true ? CLEAR_UP_MS.interrupted : CLEAR_UP_MS.usual;
  const { left } = await clearUp({ target, entries, onEffect, stopwatch, boundMs });
  const rows = left.map(({ kind, row, name, check, why }) => ({ kind, row, name, check, why }));
  return rows.length === 0 ? {} : { left: { file: name, rows } };
}

/** After the clean-up, which learns more of them. A world that is reset has no orders left. */
function ordersTold({ stopped, orders }: Ran, { resetBetweenChecks, effects }: RunOptions): Pick<Told, 'orders'> {
  const mayBeOpen = stillOpen(orders.mayBeOpen, effects?.entries ?? []);
  const isWorthSaying = !resetBetweenChecks && (stopped !== null || mayBeOpen.length > 0);
  return isWorthSaying ? { orders: { ...orders, mayBeOpen } } : {};
}

/** The rows of failed checks name their scenario. An interrupted run makes none. */
async function withScenarios({ rows, failing, stopped }: Ran, { failures, signal }: RunOptions) {
  const isOver = signal?.aborted === true || stopped === 'target lost' || stopped === 'plan exceeded';
  if (failures === undefined || failing.length === 0 || isOver) return rows;
  const scenarios = await failures.scenarios(failing);
  return rows.map((row): CheckRow => {
    const scenario = scenarios.get(row.id);
    const { counterexample } = row;
    return scenario === undefined || counterexample === undefined
      ? row
      : { ...row, counterexample: { ...counterexample, ...scenario } };
  });
}

function leftRow({ check, verdict, reason, lacks }: LeftOut): CheckRow {
  return { ...rowOf(check, verdict, reason), ...(lacks.length > 0 && { lacks }) };
}

/** Throws a SelectionProblem; a TargetProblem of the target passes through. */
export async function run(options: RunOptions): Promise<RunRecord> {
  const { target } = options;
  const planned = plan(
    options.checks,
    options.selection,
    target.profile,
    target.facts,
    target.clockMode,
    target.patienceMs,
  );
  const { runs, timeBudgetMs, resetBetweenChecks: isOwn } = options;
  const ordered = inOrder(planned, target.profile, { isOwn, runs, timeBudgetMs });
  if (options.path !== undefined && planned.run.length !== 1) {
    throw new SelectionProblem(`--path is the way within one check: select that one alone (${planned.run.length} are)`);
  }
  const ran = await runAll(ordered, options);
  const told = (rows: readonly CheckRow[], left: Pick<Told, 'left'>): RunRecord =>
    recordOf(ran, rows, left, planned.left, options);
  const isMoreToDo = ran.failing.length > 0 || (options.effects?.entries.length ?? 0) > 0;
  const early = async () => options.onJudged?.(told(ran.rows, {}));
  if (isMoreToDo) await unlessTrouble('the report before the clean-up', early, undefined, options);
  const isAfter = options.failures?.isAfterClearUp === true;
  const scenarios = (): Promise<readonly CheckRow[]> =>
    unlessTrouble('the scenarios of the failures', () => withScenarios(ran, options), ran.rows, options);
  const before = isAfter ? ran.rows : await scenarios();
  const left = await unlessTrouble('the clean-up', () => leftTold(options), allOf(options), options);
  return told(isAfter ? await scenarios() : before, left);
}

/** A failure of what follows the last check costs a line. */
async function unlessTrouble<T>(what: string, act: () => Promise<T>, otherwise: T, options: RunOptions): Promise<T> {
  try {
    return await act();
  } catch (error) {
    options.onTrouble?.(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
    return otherwise;
  }
}

/** The record of effects is kept where it is not known what is left. */
function allOf({ effects }: RunOptions): Pick<Told, 'left'> {
  if (effects === undefined || effects.entries.length === 0) return {};
  return { left: { file: effects.name, rows: [] } };
}

function recordOf(
  ran: Ran,
  rows: readonly CheckRow[],
  left: Pick<Told, 'left'>,
  leftOut: readonly LeftOut[],
  options: RunOptions,
): RunRecord {
  const { target, stopwatch } = options;
  const { stopped } = ran;
  const byId = new Map([...rows, ...leftOut.map(leftRow)].map((row) => [row.id, row]));
  const checks = options.checks.map(({ id }) => byId.get(id)).filter((row) => row !== undefined);
  const requirements = requirementRows(checks, target.facts);
  return {
    schema: 1,
    tool: { name: 'touchstone', version: options.version },
    run: {
      ...(target.run !== undefined && { id: target.run }),
      seed: options.seed,
      startedAt: new Date(stopwatch.startedAtMs).toISOString(),
      durationMs: Math.round(stopwatch.nowMs()),
      target: {
        baseUrl: target.profile.baseUrl,
        contract: { rest: target.facts.rest, socket: target.facts.socket ?? null },
        ...(target.facts.strict && { strict: true }),
      },
      requests: target.requests(),
      timeline: target.trace.timeline(),
      latency: target.trace.latency(),
      ...foreignTold(target.foreignAnswers()),
      stopped,
      ...(stopped === 'target lost' && { cause: `${target.lost.reason}` }),
      ...(stopped === 'plan exceeded' && { cause: `${target.planExceeded.reason}` }),
      ...ordersTold(ran, options),
      ...left,
    },
    verdict: strongest(checks.map((row) => row.verdict)),
    summary: countByVerdict(requirements),
    requirements,
    checks,
    tolerations: TOLERATIONS,
  };
}
