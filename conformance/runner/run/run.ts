/** A whole run: the plan, the checks one after another, and the record. */

import { TOLERATIONS } from '../../contract/tolerances.ts';
import type { Entry } from '../../member/effects/entry.ts';
import { remaining } from '../../member/effects/remains.ts';
import type { Check } from '../check.ts';
import { foreignRow } from '../excuses/foreign-row.ts';
import type { DepthName } from '../plan/depths.ts';
import { type LeftOut, plan, type Selection, SelectionProblem } from '../plan/plan.ts';
import { knownCases, planRun, type RunPlan } from '../plan/run-plan.ts';
import { FULL_DEPTH } from '../record/depth.ts';
import type { CheckRow, Counterexample, OrderLeft, RunRecord } from '../record/run-record.ts';
import { verdictsOf } from '../record/verdict.ts';
import { clearUp } from './clear-up.ts';
import type { FailingRun } from './failing-run.ts';
import { type Ran, rowOf, runAll } from './run-all.ts';
import { type RunCheckOptions, reachOf } from './run-check.ts';
import type { IsKnownClause } from './tally.ts';

/** `signal` also keeps further checks from being started. */
export interface RunOptions
  extends Pick<
    RunCheckOptions,
    'target' | 'stopwatch' | 'freshKey' | 'seed' | 'runs' | 'path' | 'targetOptions' | 'recorder' | 'signal'
  > {
  readonly checks: readonly Check[];
  readonly selection: Selection;
  /** The budget of the run; each absent: no limit. `roundTripMs`, `spentMs`: see RunPlanOptions. */
  readonly depth?: DepthName | undefined;
  readonly requests?: number | undefined;
  readonly roundTripMs?: number | undefined;
  readonly spentMs?: number | undefined;
  /** The cases that the run takes of a check; absent: those of its plan. */
  readonly casesOf?: ((check: Check) => readonly string[] | undefined) | undefined;
  /** Time budget of the whole run in milliseconds; undefined: none. */
  readonly timeBudgetMs?: number | undefined;
  /** The record of the run's writes, and where to add to it; undefined for a world that is thrown away. */
  readonly effects?: EffectsRecord | undefined;
  /** What a baseline knows of each check: searches continue past it. gate.ts marks it in the record. */
  readonly knownOf?: ((checkId: string) => IsKnownClause) | undefined;
  /** Makes scenarios of what failed, after the last check. */
  readonly failures?: Failures | undefined;
  /** Reset the world to its seed before each check: for its own sandbox. */
  readonly resetBetweenChecks: boolean;
  /** The limit of each check's time, whatever its number of runs; default one minute. */
  readonly checkLimitMs?: number | undefined;
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

type RunRow = RunRecord['run'];

/** Time limits of the clean-up at the end of an interrupted run, and of any other. */
const CLEAR_UP_MS = { interrupted: 20_000, usual: 120_000 } as const;

async function leftRows({ target, effects, stopwatch, signal }: RunOptions): Promise<Pick<RunRow, 'left'>> {
  if (effects === undefined) return {};
  const { entries, add: onEffect, name } = effects;
  const boundMs = signal?.aborted === true ? CLEAR_UP_MS.interrupted : CLEAR_UP_MS.usual;
  const { left } = await clearUp({ target, entries, onEffect, stopwatch, boundMs });
  const rows = left.map(({ kind, row, name, check, why }) => ({ kind, row, name, check, why }));
  return rows.length === 0 ? {} : { left: { file: name, rows } };
}

/** After the clean-up, which learns more of them. A world that is reset has no orders left. */
function ordersRow({ stopped, orders }: Ran, { resetBetweenChecks, effects }: RunOptions): Pick<RunRow, 'orders'> {
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

/** `--depth thorough` is stated as what it lacks: a report names it as it names a key of the profile. */
function overBudgetRow(check: Check, { budget }: RunPlan): CheckRow {
  const why = `left out by the budget of ${budget} requests`;
  return { ...rowOf(check, 'not-exercised', why), lacks: [{ key: FULL_DEPTH, why }] };
}

function budgetRow({ depth, budget, overBudget, unplanned, casesLeft }: RunPlan): Pick<RunRow, 'budget'> {
  if (!Number.isFinite(budget) && depth === undefined) return {};
  const leftOut = { requirements: unplanned, checks: overBudget.length, cases: casesLeft };
  return { budget: { depth: depth ?? null, requests: Number.isFinite(budget) ? budget : null, leftOut } };
}

function leftRow({ check, verdict, reason, lacks }: LeftOut): CheckRow {
  return { ...rowOf(check, verdict, reason), ...(lacks.length > 0 && { lacks }) };
}

/** What the run takes, known once the target has been reached. Throws a SelectionProblem. */
function planOf(options: RunOptions): RunPlan {
  const { target, checks, selection, resetBetweenChecks: isOwn, path } = options;
  const { profile, facts, clockMode, patienceMs } = target;
  const planned = plan(checks, selection, profile, facts, clockMode, patienceMs);
  if (path !== undefined && planned.run.length !== 1) {
    throw new SelectionProblem(`--path is the way within one check: select that one alone (${planned.run.length} are)`);
  }
  return planRun(planned, profile, reachOf(target), { ...options, isOwn });
}

/** Throws a SelectionProblem; a TargetProblem of the target passes through. */
export async function run(options: RunOptions): Promise<RunRecord> {
  const runPlan = planOf(options);
  const ran = await runAll(runPlan, options);
  const record = (rows: readonly CheckRow[], left: Pick<RunRow, 'left'>): RunRecord =>
    recordOf(ran, rows, left, runPlan, options);
  const isMoreToDo = ran.failing.length > 0 || (options.effects?.entries.length ?? 0) > 0;
  const early = async () => options.onJudged?.(record(ran.rows, {}));
  if (isMoreToDo) await unlessTrouble('the report before the clean-up', early, undefined, options);
  const isAfter = options.failures?.isAfterClearUp === true;
  const scenarios = (): Promise<readonly CheckRow[]> =>
    unlessTrouble('the scenarios of the failures', () => withScenarios(ran, options), ran.rows, options);
  const before = isAfter ? ran.rows : await scenarios();
  const left = await unlessTrouble('the clean-up', () => leftRows(options), allOf(options), options);
  return record(isAfter ? await scenarios() : before, left);
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
function allOf({ effects }: RunOptions): Pick<RunRow, 'left'> {
  if (effects === undefined || effects.entries.length === 0) return {};
  return { left: { file: effects.name, rows: [] } };
}

function recordOf(
  ran: Ran,
  rows: readonly CheckRow[],
  left: Pick<RunRow, 'left'>,
  runPlan: RunPlan,
  options: RunOptions,
): RunRecord {
  const { target, stopwatch } = options;
  const { stopped } = ran;
  const reach = reachOf(target);
  const notRun = [...runPlan.left.map(leftRow), ...runPlan.overBudget.map((check) => overBudgetRow(check, runPlan))];
  const known = new Map(options.checks.map((check) => [check.id, knownCases(check, target.profile, reach)]));
  const deep = [...rows, ...notRun].map((row) => ({ depth: { seen: 0, known: known.get(row.id) ?? 1 }, ...row }));
  const byId = new Map(deep.map((row) => [row.id, row]));
  const checks = options.checks.map(({ id }) => byId.get(id)).filter((row) => row !== undefined);
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
      ...budgetRow(runPlan),
      timeline: target.trace.timeline(),
      latency: target.trace.latency(),
      ...foreignRow(target.foreignAnswers()),
      ...(target.hookRows().length > 0 && { hooks: target.hookRows() }),
      stopped,
      ...(stopped === 'target lost' && { cause: `${target.lost.reason}` }),
      ...(stopped === 'plan exceeded' && { cause: `${target.planExceeded.reason}` }),
      ...ordersRow(ran, options),
      ...left,
    },
    ...verdictsOf(checks, target.facts),
    tolerations: TOLERATIONS,
  };
}

/**
 * Of the orders whose outcome was unknown when their trial ended, those that the record of effects does not have as
 * refused, cancelled or filled since: a later read or the clean-up may have shown it. Pure.
 */
export function stillOpen(orders: readonly OrderLeft[], entries: readonly Entry[]): readonly OrderLeft[] {
  if (orders.length === 0) return orders;
  const names = ({ key, row }: { readonly key?: string | null; readonly row?: string }) => [key, row].filter(Boolean);
  const left = remaining(entries).filter(({ kind }) => kind === 'made' || kind === 'in doubt');
  const open = new Set(left.flatMap(names));
  const recorded = new Set(entries.flatMap((e) => (e.what === 'sent' || e.what === 'made' ? names(e) : [])));
  return orders.filter(({ clientOrderId, orderId }) => {
    const own = names({ key: clientOrderId, row: orderId === null ? '' : `/orders/${orderId}` });
    return own.some((name) => open.has(name)) || !own.some((name) => recorded.has(name));
  });
}
