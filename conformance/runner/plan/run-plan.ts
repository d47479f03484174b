/** What a run does to its target, before its first request: which cases it takes, what that sends, how long it takes. Pure. */
import type { RequirementId } from '../../contract/requirements.ts';
import { largest } from '../../member/extremes.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check, Reach } from '../check.ts';
import { costOf, requestsOf, shownBy } from './costs.ts';
import { DEPTHS, type DepthName } from './depths.ts';
import type { LeftOut, Plan } from './plan.ts';
import { type Choice, planCases, type Taken } from './plan-cases.ts';
import { type Link, lengthOf, minterOf, requestsWithin, ticketsWithin, waitOf, waitsTooLong } from './run-length.ts';
import { runsOf } from './runs-of.ts';
import { NAMES_OF_COUNTS, NOTHING_SENT, type SentCounts, together } from './sent-counts.ts';

export interface RunPlanOptions extends Link {
  /** `--runs`: outranks the profile, and the budget does not shorten it. */
  readonly runs?: number | undefined;
  /** `--depth`, or `depthOf`; absent: no limit but those below. */
  readonly depth?: DepthName | undefined;
  /** `--requests`: of the whole run. */
  readonly requests?: number | undefined;
  /** `--time-budget`; absent: none. */
  readonly timeBudgetMs?: number | undefined;
  /** So much of it is over when the plan is made: a busy machine starts slowly. */
  readonly spentMs?: number | undefined;
  readonly seed: number;
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

/** The default depth: thorough with a control plane, since such a target has no other user. */
export function depthOf({ control }: Profile): DepthName {
  return control === undefined ? 'normal' : 'thorough';
}

function timeOf({ timeBudgetMs = Number.POSITIVE_INFINITY, spentMs = 0 }: RunPlanOptions): number {
  return timeBudgetMs - spentMs;
}

/** The requests of the whole run that the options allow. */
function budgetOf(run: readonly Check[], profile: Profile, options: RunPlanOptions): number {
  const { depth = 'thorough', requests = Number.POSITIVE_INFINITY } = options;
  const within = requestsWithin(timeOf(options), profile, options);
  return Math.floor(Math.min(requestsOfDepth(depth, run, profile, options), requests, within));
}

/** A normal run lasts as long as its longest wait anyway: what can be sent meanwhile costs no time. */
function requestsOfDepth(depth: DepthName, run: readonly Check[], profile: Profile, options: RunPlanOptions): number {
  if (depth !== 'normal' || options.isOwn) return DEPTHS[depth];
  const waitsMs = largest([0, ...run.map((check) => waitOf(check, profile))]);
  return Math.max(DEPTHS.normal, requestsWithin(waitsMs, profile, options));
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

function familyOf(
  check: Check,
  profile: Profile,
  reach: Reach,
  runs: number | undefined,
  isForCertain: boolean,
): Family {
  const { id, cases, given, mustReach, leastRuns = 1 } = check;
  const isOfRuns = cases === undefined && given !== undefined && runs === undefined;
  const names = isOfRuns
    ? Array.from({ length: runsOf(check, profile, undefined) }, (_, i) => `run ${i + 1}`)
    : (cases?.names(reach) ?? []);
  const listed = names.length === 0 ? [id] : names;
  // What a generated history shows is a matter of chance.
  const shows = (name: string) =>
    mustReach?.shows !== undefined ? [] : shownBy(check, isForCertain, cases?.shows?.(name));
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

/** What the principal mints that mints most: each has its own limit. */
function mostMinted(checks: readonly Planned[], profile: Profile): readonly Planned[] {
  const ofEach = [...Map.groupBy(checks, ({ check }) => minterOf(check, profile)).values()];
  return ofEach.toSorted((a, b) => ticketsOf(b) - ticketsOf(a))[0] ?? [];
}

function ticketsOf(checks: readonly Planned[]): number {
  return checks.reduce((sum, { sent }) => sum + sent.tickets, 0);
}

interface Room {
  readonly requests: number;
  /** Of one principal. */
  readonly tickets: number;
  readonly seed: number;
  readonly runs: number | undefined;
}

interface Chosen {
  readonly taken: Taken;
  readonly chosen: readonly Planned[];
}

/** The cases that fit. Where one principal would mint too many tickets, the check that mints most of them has half its cases. */
function choose(families: readonly Family[], choices: readonly Choice[], profile: Profile, room: Room): Chosen {
  const taken = planCases(choices, room.requests, room.seed);
  const chosen = families.flatMap((family): readonly Planned[] => {
    const names = taken.get(family.check.id);
    return names === undefined ? [] : [planned(family, names, room.runs)];
  });
  const minting = mostMinted(chosen, profile);
  if (ticketsOf(minting) <= room.tickets) return { taken, chosen };
  const id = minting.toSorted((a, b) => b.sent.tickets - a.sent.tickets)[0]?.check.id ?? '';
  const names = taken.get(id) ?? [];
  const kept = names.slice(0, Math.floor(names.length / 2));
  const fewer = choices
    .map((choice) =>
      choice.id === id ? { ...choice, cases: choice.cases.filter((one) => kept.includes(one.name)) } : choice,
    )
    .filter(({ cases, least = 1 }) => cases.length >= least);
  return choose(families, fewer, profile, room);
}

function rounded(sent: SentCounts): SentCounts {
  return Object.fromEntries(NAMES_OF_COUNTS.map((name) => [name, Math.round(sent[name])])) as unknown as SentCounts;
}

function withTheRest(sent: SentCounts): SentCounts {
  return { ...sent, requests: BEFORE + sent.requests * MORE };
}

/** The plan of a run of these checks (`plan`), for its budget. */
export function planRun({ run, left }: Plan, profile: Profile, reach: Reach, options: RunPlanOptions): RunPlan {
  const { isOwn, runs, seed } = options;
  const timeMs = timeOf(options);
  const budget = budgetOf(run, profile, options);
  const closing = run.filter(({ closes }) => closes === true);
  const isForCertain = run.some(({ needs }) => needs.includes('slowOwner'));
  const families = run
    .filter((check) => check.closes !== true && (isOwn || !waitsTooLong(check, profile, timeMs)))
    .map((check) => familyOf(check, profile, reach, runs, isForCertain));
  // They judge what the run met, and follow what is in doubt: nothing that can be planned.
  const ends = closing.map((check): Planned => ({ check, sent: NOTHING_SENT }));
  const own = isOwn ? budget : (budget - BEFORE) / MORE;
  const tickets = isOwn ? Number.POSITIVE_INFINITY : ticketsWithin(timeMs, options);
  const room = { requests: Math.max(0, own), tickets, seed, runs };
  const choices = families.map(({ choice }) => choice);
  const { taken, chosen } = choose(families, choices, profile, room);
  const checks = [...chosen, ...ends];
  const counted = checks.map(({ sent }) => sent).reduce(together, NOTHING_SENT);
  const sent = rounded(isOwn ? counted : withTheRest(counted));
  const waitsMs = isOwn ? 0 : largest([0, ...checks.map(({ check }) => waitOf(check, profile))]);
  const work = { waitsMs, before: BEFORE, requests: sent.requests, tickets: ticketsOf(mostMinted(checks, profile)) };
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
    seconds: Math.ceil(lengthOf(work, profile, options) / 1_000),
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
