/** What a run does to its target, before its first request: which cases it takes, what that sends, how long it takes. Pure. */
import type { RequirementId } from '../../contract/requirements.ts';
import { largest } from '../../member/extremes.ts';
import { allowanceOf } from '../../member/profile/allowance.ts';
import type { PrincipalName } from '../../member/profile/principals.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check, Reach } from '../check.ts';
import { costOf, requestsOf, unshownBy } from './costs.ts';
import { DEPTHS, type DepthName } from './depths.ts';
import type { LeftOut, Plan } from './plan.ts';
import { type Choice, planCases } from './plan-cases.ts';
import { runsOf } from './runs-of.ts';
import { NAMES_OF_COUNTS, NOTHING_SENT, type SentCounts, together } from './sent-counts.ts';

export interface RunPlanOptions {
  /** Whether the target is a sandbox in this process: its world is thrown away. */
  readonly isOwn: boolean;
  /** `--runs`: outranks the profile, and the budget does not shorten it. */
  readonly runs?: number | undefined;
  /** `--depth`, or `depthOf`; absent: no limit but those below. */
  readonly depth?: DepthName | undefined;
  /** `--requests`: of the whole run. */
  readonly requests?: number | undefined;
  /** `--time-budget`; absent: none. */
  readonly timeBudgetMs?: number | undefined;
  readonly seed: number;
  /** Real milliseconds from a request to its answer on this link; absent: not measured. */
  readonly roundTripMs?: number | undefined;
}

/** A check that the run takes, and how much of it. */
export interface Planned {
  readonly check: Check;
  /** The names of the cases to take; absent: the check has one. */
  readonly cases?: readonly string[];
  /** How often it runs, where that is less than without a budget. */
  readonly runs?: number;
  readonly sent: SentCounts;
}

export interface RunPlan {
  readonly checks: readonly Planned[];
  /** Left out for what the profile or the command line says. */
  readonly left: readonly LeftOut[];
  /** Left out for the budget alone. */
  readonly overBudget: readonly Check[];
  /** Cases of the planned checks that are left out for the budget. */
  readonly casesLeft: number;
  /** Requirements that only those checks, or cases that are not taken, would have shown. */
  readonly unplanned: readonly RequirementId[];
  /** undefined: another option states the budget. */
  readonly depth: DepthName | undefined;
  /** The budget in requests of the whole run; infinite: none. */
  readonly budget: number;
  /** What is expected to be sent, with what the run itself needs. */
  readonly sent: SentCounts;
  /** The longest wait of a check, in real milliseconds. */
  readonly waitsMs: number;
  readonly seconds: number;
}

/** The requests of a run before its first check: who the principals are, whether the fixtures exist. */
const BEFORE = 34;
/** A member settles late, and not every case costs what the usual one costs. */
const MORE = 1.05;
/** Nobody measured the link: a member nearby. */
const USUAL_ROUND_TRIP_MS = 3;
/** The start and the end of a run, beside what it sends: of this process, and answers that the next request waits for. */
const BESIDE_MS = 1_000;
const BESIDE_ROUND_TRIPS = 12;
/** Checks that wait begin after the first requests of a run. */
const WAIT_BEGINS_MS = 10_000;
/** The share of a time budget that a plan fills: the rest is for what it cannot foresee. */
const KEPT = 0.95;
const TICKETS_A_MINUTE = 55;
const MINUTE_MS = 60_000;

/** How many checks run side by side on this target. */
export function lanesOf(profile: Profile, isOwn: boolean): number {
  // With a control plane a check changes what the others see: members crash, time moves.
  if (isOwn || profile.control !== undefined) return 1;
  return allowanceOf(profile).requestsAtOnce;
}

interface Pace {
  readonly perSecond: number;
  /** The time in which nothing of the plan is sent. */
  readonly besideMs: number;
}

function paceOf(profile: Profile, { isOwn, roundTripMs = USUAL_ROUND_TRIP_MS }: RunPlanOptions): Pace {
  const { requestsPerSecond = Number.POSITIVE_INFINITY } = allowanceOf(profile);
  return {
    perSecond: Math.min(requestsPerSecond, (lanesOf(profile, isOwn) * 1_000) / roundTripMs),
    besideMs: BESIDE_MS + BESIDE_ROUND_TRIPS * roundTripMs,
  };
}

/** The depth of a run for which nobody states a budget: as deep as it can where there is a control plane, and so no other user. */
export function depthOf({ control }: Profile): DepthName {
  return control === undefined ? 'normal' : 'thorough';
}

/** The requests of the whole run that the options allow. */
function budgetOf(profile: Profile, options: RunPlanOptions): number {
  const { depth = 'thorough', requests = Number.POSITIVE_INFINITY, timeBudgetMs = Number.POSITIVE_INFINITY } = options;
  const { perSecond, besideMs } = paceOf(profile, options);
  const within = (perSecond * Math.max(0, timeBudgetMs * KEPT - besideMs)) / 1_000;
  return Math.floor(Math.min(DEPTHS[depth], requests, within));
}

/** How many cases the check has on this target, where no budget shortens it. */
export function knownCases(check: Check, profile: Profile, reach: Reach): number {
  if (check.cases !== undefined) return Math.max(1, check.cases.names(reach).length);
  return check.given === undefined ? 1 : runsOf(check, profile, undefined);
}

interface Family {
  readonly choice: Choice;
  readonly check: Check;
  /** The cases are runs over generated inputs. */
  readonly isOfRuns: boolean;
}

function familyOf(check: Check, profile: Profile, reach: Reach, runs: number | undefined): Family {
  const { id, proves, cases, given, mustReach, leastRuns = 1 } = check;
  const isOfRuns = cases === undefined && given !== undefined && runs === undefined;
  const names = isOfRuns
    ? Array.from({ length: runsOf(check, profile, undefined) }, (_, i) => `run ${i + 1}`)
    : (cases?.names(reach) ?? []);
  const listed = names.length === 0 ? [id] : names;
  const unshown = unshownBy(id);
  // What a generated history shows is a matter of chance.
  const shows = (name: string) =>
    mustReach?.shows !== undefined ? [] : (cases?.shows?.(name) ?? proves).filter((one) => !unshown.includes(one));
  const { first, each } = requestsOf(id);
  const further = runs === undefined || given === undefined ? 0 : (runs - 1) * each;
  const choice = { id, cases: listed.map((name) => ({ name, shows: shows(name) })), first: first + further, each };
  return { check, isOfRuns, choice: isOfRuns ? { ...choice, least: leastRuns } : choice };
}

function planned({ check, isOfRuns, choice }: Family, names: readonly string[], stated: number | undefined): Planned {
  const count = check.given !== undefined && stated !== undefined ? stated : names.length;
  return {
    check,
    ...(check.cases !== undefined && { cases: names }),
    ...(isOfRuns && names.length < choice.cases.length && { runs: names.length }),
    sent: costOf(check.id, count),
  };
}

/** How long the check will wait, in milliseconds of a clock that runs. */
export function waitOf({ waits }: Pick<Check, 'waits'>, profile: Profile): number {
  return waits?.forecastMs?.(profile) ?? waits?.ms ?? 0;
}

/** As whom the check mints most of its tickets. */
export function minterOf({ mintsAs = 'trader' }: Pick<Check, 'mintsAs'>, { principals }: Profile): PrincipalName {
  return principals[mintsAs] === undefined ? 'trader' : mintsAs;
}

/** The tickets of the principal that mints most: each has its own limit. */
function ticketsOfOne(checks: readonly Planned[], profile: Profile): number {
  const ofEach = Map.groupBy(checks, ({ check }) => minterOf(check, profile)).values();
  return largest([0, ...ofEach.map((of) => of.reduce((sum, { sent }) => sum + sent.tickets, 0))]);
}

interface Work {
  readonly waitsMs: number;
  readonly requests: number;
  /** Of one principal. */
  readonly tickets: number;
}

/** The milliseconds of a run that does this much. */
function lengthOf({ waitsMs, requests, tickets }: Work, profile: Profile, options: RunPlanOptions): number {
  const { perSecond, besideMs } = paceOf(profile, options);
  const sendingMs = (requests / perSecond) * 1_000;
  const minutes = options.isOwn ? 0 : Math.ceil(tickets / TICKETS_A_MINUTE) - 1;
  return besideMs + Math.max(sendingMs, waitsMs + (BEFORE / perSecond) * 1_000, minutes * MINUTE_MS);
}

function rounded(sent: SentCounts): SentCounts {
  return Object.fromEntries(NAMES_OF_COUNTS.map((name) => [name, Math.round(sent[name])])) as unknown as SentCounts;
}

function withTheRest(sent: SentCounts): SentCounts {
  return { ...sent, requests: BEFORE + sent.requests * MORE };
}

/** The plan of a run of these checks (`plan`), for its budget. */
export function planRun({ run, left }: Plan, profile: Profile, reach: Reach, options: RunPlanOptions): RunPlan {
  const { isOwn, runs, timeBudgetMs = Number.POSITIVE_INFINITY, seed } = options;
  const budget = budgetOf(profile, options);
  const closing = run.filter(({ closes }) => closes === true);
  const isTooLong = (check: Check) =>
    !isOwn && check.waits !== undefined && waitOf(check, profile) > timeBudgetMs * KEPT - WAIT_BEGINS_MS;
  const families = run
    .filter((check) => check.closes !== true && !isTooLong(check))
    .map((check) => familyOf(check, profile, reach, runs));
  // They judge what the run met, and follow what is in doubt: nothing that can be planned.
  const ends = closing.map((check): Planned => ({ check, sent: NOTHING_SENT }));
  const own = isOwn ? budget : (budget - BEFORE) / MORE;
  const taken = planCases(
    families.map(({ choice }) => choice),
    Math.max(0, own),
    seed,
  );
  const chosen = families.flatMap((family): readonly Planned[] => {
    const names = taken.get(family.check.id);
    return names === undefined ? [] : [planned(family, names, runs)];
  });
  const checks = [...chosen, ...ends];
  const counted = checks.map(({ sent }) => sent).reduce(together, NOTHING_SENT);
  const sent = rounded(isOwn ? counted : withTheRest(counted));
  const waitsMs = isOwn ? 0 : largest([0, ...checks.map(({ check }) => waitOf(check, profile))]);
  const tickets = ticketsOfOne(checks, profile);
  const overBudget = run.filter((check) => check.closes !== true && !taken.has(check.id));
  return {
    checks,
    left,
    overBudget,
    casesLeft: families.reduce((sum, { choice }) => {
      const names = taken.get(choice.id);
      return names === undefined ? sum : sum + choice.cases.length - names.length;
    }, 0),
    unplanned: unplannedOf(families, taken, overBudget, closing),
    depth: options.depth,
    budget,
    sent,
    waitsMs,
    seconds: Math.ceil(lengthOf({ waitsMs, requests: sent.requests, tickets }, profile, options) / 1_000),
  };
}

function unplannedOf(
  families: readonly Family[],
  taken: ReadonlyMap<string, readonly string[]>,
  overBudget: readonly Check[],
  closing: readonly Check[],
): readonly RequirementId[] {
  const shown = new Set(closing.flatMap(({ proves }) => proves));
  for (const { check } of families) {
    for (const name of taken.get(check.id) ?? [])
      for (const id of check.cases?.shows?.(name) ?? check.proves) shown.add(id);
  }
  const all = new Set([...families.map(({ check }) => check), ...overBudget].flatMap(({ proves }) => proves));
  return [...all].filter((id) => !shown.has(id)).sort();
}
