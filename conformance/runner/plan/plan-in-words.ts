/** A plan in words, and the upper bounds that a run keeps. Pure. */
import { largest } from '../../member/extremes.ts';
import { allowanceOf } from '../../member/profile/allowance.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check } from '../check.ts';
import { hooksInWords } from './hooks-of.ts';
import type { LeftOut } from './plan.ts';
import { lanesOf } from './run-length.ts';
import type { RunPlan } from './run-plan.ts';
import { NAMES_OF_COUNTS, type SentCounts } from './sent-counts.ts';

/** Some checks reach no verdict and are retried, and failing inputs are shrunk. */
const MARGIN = { all: 2, largest: 4, least: 10 } as const;
/**
 * A request to a member that settles writes late, is busy, or shows writes late is repeated: reads have their own
 * allowance.
 */
const MORE_READS = 5;
const MOST_TAKEN = 20;
/** The seconds for the clean-up after the budget has ended a run. */
const CLEAR_UP_SECONDS = 120;
/** No machine sends more, whatever a profile allows. */
const MOST_SENT_A_SECOND = 10_000;
const WRITTEN: readonly (keyof SentCounts)[] = ['orders', 'rows', 'staying'];

function mayWrite({ checks }: RunPlan): boolean {
  return checks.some(({ check }) => check.needs.includes('writes'));
}

/** A check that may act on all algo instances: those that stand at the target are stopped by it. */
export function isHalting({ needs }: Pick<Check, 'needs'>): boolean {
  return needs.includes('algos') && needs.includes('destructive');
}

/** The upper bounds, which the run keeps (member/sending/bounds.ts). */
export function mostOf(plan: RunPlan, profile: Profile, timeBudgetMs: number): SentCounts {
  const { requestsPerSecond = Number.POSITIVE_INFINITY } = allowanceOf(profile);
  const bound = (name: keyof SentCounts): number => {
    // Without writes only requests that must be refused could write: the run ends where a member accepts this many.
    if (WRITTEN.includes(name) && !mayWrite(plan)) return MOST_TAKEN;
    const each = plan.checks.map(({ sent }) => sent[name]);
    const most = MARGIN.all * plan.sent[name] + MARGIN.largest * largest([0, ...each]) + MARGIN.least;
    if (name !== 'requests') return Math.ceil(most);
    return Math.ceil(Math.min(most * MORE_READS, requestsPerSecond * (timeBudgetMs / 1_000 + CLEAR_UP_SECONDS)));
  };
  return Object.fromEntries(NAMES_OF_COUNTS.map((name) => [name, bound(name)])) as unknown as SentCounts;
}

function timeInWords(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Each reason once, the most common first; a check that lacks several things is counted for each. */
function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const reason of leftOut.flatMap(({ reasons }) => reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `    ${counted(count, 'check', 'checks')}: ${reason}`);
}

/** What the budget leaves out, in one line; undefined: nothing. */
export function overBudgetInWords(
  { overBudget, unplanned, casesLeft, budget }: RunPlan,
  details = false,
): string | undefined {
  if (overBudget.length === 0 && unplanned.length === 0 && casesLeft === 0) return undefined;
  const cases = casesLeft === 0 ? '' : `, and ${counted(casesLeft, 'case', 'cases')} of those that run`;
  const requirements = `${counted(unplanned.length, 'requirement', 'requirements')}`;
  const which = details && unplanned.length > 0 ? ` (${unplanned.join(' ')})` : '';
  return `The budget of ${budget} requests leaves out ${requirements}${which} and ${counted(overBudget.length, 'check', 'checks')}${cases}`;
}

const HALTS =
  'POST /algos/halt stops every started algo instance of the organisation, and nothing starts them again: those that stand are named before the first write, those that were stopped at the end.';

export interface Telling {
  readonly profile: Profile;
  readonly isOwn: boolean;
  readonly most: SentCounts;
  readonly seed: number;
  /** Also what is left out, and why. */
  readonly details: boolean;
  /** How long the same run takes without a budget, in seconds. */
  readonly thoroughSeconds: number;
}

/** Lines for a person. */
export function planInWords(plan: RunPlan, telling: Telling): readonly string[] {
  const { checks, left, seconds, depth } = plan;
  const { profile, isOwn, most, seed, details, thoroughSeconds } = telling;
  const { requestsPerSecond = MOST_SENT_A_SECOND } = allowanceOf(profile);
  const lanes = lanesOf(profile, isOwn);
  const isPaced = requestsPerSecond < MOST_SENT_A_SECOND;
  const pace = isPaced ? `${requestsPerSecond} requests a second` : 'at full speed';
  const beside = lanes === 1 ? (isPaced ? ', one at a time' : '') : `, ${lanes} at a time`;
  const writes = !mayWrite(plan)
    ? `Nothing is written; a member that takes ${MOST_TAKEN} writes that it must refuse ends the run.`
    : `Of them at most ${counted(most.orders, 'order', 'orders')} and ${counted(most.rows, 'row', 'rows')} made; ${
        most.staying === 0
          ? 'all are ended.'
          : `all are ended but at most ${counted(most.staying, 'row', 'rows')} that nothing takes away.`
      }`;
  const out = overBudgetInWords(plan, details);
  return [
    `Plan: ${counted(checks.length, 'check', 'checks')} (${depth ?? 'as deep as the budget allows'}, seed ${seed}), about ${plan.sent.requests} requests (at most ${most.requests}), at most ${counted(most.tickets, 'ticket', 'tickets')} and ${counted(most.sessions, 'session', 'sessions')}; ${pace}${beside}; about ${timeInWords(seconds)}.`,
    `    ${writes}`,
    ...(!isOwn && checks.some(({ check }) => isHalting(check)) ? [`    ${HALTS}`] : []),
    ...hooksInWords(
      checks.map(({ check }) => check),
      profile,
    ).map((line) => `    Beside that time, ${line}.`),
    ...(out === undefined ? [] : [`    ${out}; --depth thorough takes all, in about ${timeInWords(thoroughSeconds)}.`]),
    ...(left.length === 0
      ? []
      : [`    ${counted(left.length, 'check is', 'checks are')} left out${details ? ':' : '; --plan says why.'}`]),
    ...(details ? leftOutLines(left).map((line) => `    ${line}`) : []),
  ];
}
