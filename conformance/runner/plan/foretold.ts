/** What a run will do to its target, before its first request. Pure. */

import { largest } from '../../member/extremes.ts';
import { allowanceOf } from '../../member/profile/allowance.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check } from '../check.ts';
import { EXPECTED_COSTS } from './expected-costs.gen.ts';
import { mostFirst } from './most-first.ts';
import type { LeftOut, Plan } from './plan.ts';
import { shareOfRuns } from './runs-of.ts';
import type { SentCounts } from './sent-counts.ts';
import { NOTHING_SENT, together } from './sent-counts.ts';

/**
 * Milliseconds, requests, orders, tickets, sessions, rows created, and rows that cannot be deleted: for one run of a
 * check in a sandbox.
 */
export type Costs = readonly [number, number, number, number, number, number, number];

export interface Foretold {
  readonly checks: number;
  /** Upper bounds, which the run keeps (conformance/member/sending/bounds.ts). */
  readonly sent: SentCounts;
  readonly requestsPerSecond: number | undefined;
  readonly requestsAtOnce: number;
  readonly seconds: number;
  readonly mayWrite: boolean;
  /** A check halts all algo instances of the organisation. */
  readonly halts: boolean;
  /** Set where the time budget is too small: the budget, and how many checks fit in it. */
  readonly short: { readonly budgetSeconds: number; readonly reached: number } | undefined;
  readonly leftOut: readonly LeftOut[];
}

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
/** For a target that answers as slowly as it may. */
const LONGER = 1.25;

/** No machine sends more, whatever a profile allows. */
const MOST_SENT_A_SECOND = 10_000;

/** The cost of a check that the table does not have. */
const UNKNOWN: Costs = [1_000, 50, 5, 2, 2, 2, 2];

function sentBy({ id }: Check): SentCounts {
  const [, requests, orders, tickets, sessions, rows, staying] = EXPECTED_COSTS[id] ?? UNKNOWN;
  return { requests, orders, tickets, sessions, rows, staying };
}

export interface ForetellingOptions {
  /** Whether the target is a sandbox in this process. */
  readonly isOwn: boolean;
  /** `--runs` */
  readonly runs?: number | undefined;
  readonly timeBudgetMs?: number | undefined;
}

type Expecting = (check: Check) => SentCounts;

function expecting(profile: Profile, runs: number | undefined): Expecting {
  return (check) => {
    const share = shareOfRuns(check, profile, runs);
    const more = Object.entries(sentBy(check)).map(([name, count]) => [name, Math.ceil(count * share)]);
    return Object.fromEntries(more) as unknown as SentCounts;
  };
}

/** The milliseconds of a check where requests are paced, from what it takes in a sandbox. */
function millisecondsOf(profile: Profile, runs: number | undefined, expect: Expecting): (check: Check) => number {
  const { requestsPerSecond = Number.POSITIVE_INFINITY } = allowanceOf(profile);
  return (check) => {
    const [ownMs] = EXPECTED_COSTS[check.id] ?? UNKNOWN;
    const pacedMs = (expect(check).requests / requestsPerSecond) * 1_000;
    return Math.max(ownMs * shareOfRuns(check, profile, runs), pacedMs);
  };
}

function isWriting({ needs }: Check): boolean {
  return needs.includes('writes');
}

/** A check that may act on all algo instances: those that stand at the target are stopped by it. */
export function isHalting({ needs }: Pick<Check, 'needs'>): boolean {
  return needs.includes('algos') && needs.includes('destructive');
}

function mostOf(checks: readonly Check[], expect: Expecting, seconds: number, profile: Profile): SentCounts {
  const each = checks.map(expect);
  const all = each.reduce(together, NOTHING_SENT);
  const mayWrite = checks.some(isWriting);
  const bound = (name: keyof SentCounts): number => {
    const isWritten = name === 'orders' || name === 'rows' || name === 'staying';
    // Without writes only requests that must be refused could write: the run ends where a member accepts this many.
    if (isWritten && !mayWrite) return MOST_TAKEN;
    return MARGIN.all * all[name] + MARGIN.largest * largest([0, ...each.map((one) => one[name])]) + MARGIN.least;
  };
  const { requestsPerSecond = Number.POSITIVE_INFINITY } = allowanceOf(profile);
  const requests = Math.ceil(Math.min(bound('requests') * MORE_READS, requestsPerSecond * seconds));
  const [orders, tickets, sessions] = [bound('orders'), bound('tickets'), bound('sessions')];
  return { requests, orders, tickets, sessions, rows: bound('rows'), staying: bound('staying') };
}

function doneWithin(checks: readonly Check[], budgetMs: number, costOf: (check: Check) => number): number {
  let ms = 0;
  return mostFirst(checks, costOf).filter((check) => {
    ms += costOf(check);
    return ms <= budgetMs;
  }).length;
}

/**
 * Bounds on the requests, writes and time of a planned run, from the table of expected costs and the profile's
 * limits.
 */
export function foretold({ run, left }: Plan, profile: Profile, options: ForetellingOptions): Foretold {
  const { isOwn, runs, timeBudgetMs = Number.POSITIVE_INFINITY } = options;
  const { requestsPerSecond, requestsAtOnce } = allowanceOf(profile);
  const expect = expecting(profile, runs);
  const costOf = millisecondsOf(profile, runs, expect);
  const exact = run.map(expect).reduce(together, NOTHING_SENT);
  const sent = isOwn ? exact : mostOf(run, expect, timeBudgetMs / 1_000 + CLEAR_UP_SECONDS, profile);
  const waitsMs = isOwn ? 0 : largest([0, ...run.map(({ waits }) => waits?.ms ?? 0)]);
  const ms = Math.max(
    run.reduce((sum, check) => sum + costOf(check), 0),
    waitsMs,
  );
  const short =
    ms <= timeBudgetMs
      ? undefined
      : { budgetSeconds: timeBudgetMs / 1_000, reached: doneWithin(run, timeBudgetMs, costOf) };
  const seconds = Math.ceil(ms / 1_000);
  const mayWrite = run.some(isWriting);
  const halts = !isOwn && run.some(isHalting);
  return {
    checks: run.length,
    sent,
    requestsPerSecond,
    requestsAtOnce,
    seconds,
    mayWrite,
    halts,
    short,
    leftOut: left,
  };
}

/** The planned order, except for a run that its budget will end: there the checks that exercise most come first. */
export function inOrder(planned: Plan, profile: Profile, options: ForetellingOptions): readonly Check[] {
  if (options.isOwn || foretold(planned, profile, options).short === undefined) return planned.run;
  return mostFirst(planned.run, millisecondsOf(profile, options.runs, expecting(profile, options.runs)));
}

function timeInWords(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
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

function tooShort({ budgetSeconds, reached }: NonNullable<Foretold['short']>, seconds: number, checks: number): string {
  const enough = Math.ceil((seconds * LONGER) / 60);
  return `The time budget of ${timeInWords(budgetSeconds)} is not enough: about ${counted(checks - reached, 'check is', 'checks are')} not reached. --time-budget ${enough}m is.`;
}

const HALTS =
  'POST /algos/halt stops every started algo instance of the organisation, and nothing starts them again: those that stand are named before the first write, those that were stopped at the end.';

/** Lines for a person. `details`: also what is left out, and why. */
export function foretoldLines(plan: Foretold, details: boolean): readonly string[] {
  const { checks, sent, requestsPerSecond, requestsAtOnce, seconds, short, mayWrite, halts, leftOut } = plan;
  const isPaced = requestsPerSecond !== undefined && requestsPerSecond < MOST_SENT_A_SECOND;
  const pace = isPaced ? `${requestsPerSecond} requests a second` : 'at full speed';
  const beside = isPaced ? `, ${requestsAtOnce === 1 ? 'one' : requestsAtOnce} at a time` : '';
  const writes = !mayWrite
    ? `Nothing is written; a member that takes ${MOST_TAKEN} writes that it must refuse ends the run.`
    : `Of them at most ${counted(sent.orders, 'order', 'orders')} and ${counted(sent.rows, 'row', 'rows')} made; ${
        sent.staying === 0
          ? 'all are ended.'
          : `all are ended but at most ${counted(sent.staying, 'row', 'rows')} that nothing takes away.`
      }`;
  return [
    `Plan: ${counted(checks, 'check', 'checks')}, at most ${sent.requests} requests, ${counted(sent.tickets, 'ticket', 'tickets')} and ${counted(sent.sessions, 'session', 'sessions')}; ${pace}${beside}; about ${timeInWords(seconds)}.`,
    `    ${writes}`,
    ...(halts ? [`    ${HALTS}`] : []),
    ...(short === undefined ? [] : [`    ${tooShort(short, seconds, checks)}`]),
    ...(leftOut.length === 0
      ? []
      : [`    ${counted(leftOut.length, 'check is', 'checks are')} left out${details ? ':' : '; --plan says why.'}`]),
    ...(details ? leftOutLines(leftOut).map((line) => `    ${line}`) : []),
  ];
}
