/** What a run will do to its target, before its first request. Pure. */
import { allowanceOf } from '../target/allowance.ts';
import type { Profile } from '../target/profile.ts';
import type { Check } from './check.ts';
import { EXPECTED_COSTS } from './expected-costs.gen.ts';
import type { LeftOut, Plan } from './plan.ts';
import type { SentCounts } from './sent-counts.ts';
import { NOTHING_SENT, together } from './sent-counts.ts';

/** Milliseconds, requests, orders, tickets, sessions, rows made, rows that stay: of one run of a check in a sandbox. */
export type Costs = readonly [number, number, number, number, number, number, number];

export interface Foretold {
  readonly checks: number;
  /** Upper bounds. */
  readonly sent: SentCounts;
  readonly requestsPerSecond: number | undefined;
  readonly requestsAtOnce: number;
  readonly seconds: number;
  readonly leftOut: readonly LeftOut[];
}

/**
 * A member that settles writes later, is busy, or shows writes late is asked again: so many times what a sandbox was asked. A
 * check that comes to no verdict is tried twice more.
 */
const MARGIN = 2;

/** No machine sends more, whatever a profile allows. */
const MOST_SENT_A_SECOND = 10_000;

/** A check that the table does not have. */
const UNKNOWN: Costs = [1_000, 50, 5, 2, 2, 2, 2];

function sentBy({ id }: Check): SentCounts {
  const [, requests, orders, tickets, sessions, rows, staying] = EXPECTED_COSTS[id] ?? UNKNOWN;
  return { requests, orders, tickets, sessions, rows, staying };
}

function times(counts: SentCounts, factor: number): SentCounts {
  const more = Object.entries(counts).map(([name, count]) => [name, Math.ceil(count * factor)]);
  return Object.fromEntries(more) as unknown as SentCounts;
}

export function foretold({ run, left }: Plan, profile: Profile, isOwn: boolean): Foretold {
  const { requestsPerSecond, requestsAtOnce } = allowanceOf(profile);
  const exact = run.map(sentBy).reduce(together, NOTHING_SENT);
  const sent = isOwn ? exact : times(exact, MARGIN);
  const ownMs = run.reduce((ms, { id }) => ms + (EXPECTED_COSTS[id] ?? UNKNOWN)[0], 0);
  const pacedMs = requestsPerSecond === undefined ? 0 : (exact.requests / requestsPerSecond) * 1_000;
  const waitsMs = isOwn ? 0 : Math.max(0, ...run.map(({ waits }) => waits?.ms ?? 0));
  const seconds = Math.ceil(Math.max(ownMs, pacedMs, waitsMs) / 1_000);
  return { checks: run.length, sent, requestsPerSecond, requestsAtOnce, seconds, leftOut: left };
}

function timeInWords(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Each reason once, the commonest first; a check that lacks several things is counted with each. */
function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const reason of leftOut.flatMap(({ reasons }) => reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `    ${counted(count, 'check', 'checks')}: ${reason}`);
}

/** Lines for a person. `details`: what is left out, and why, too. */
export function foretoldLines(plan: Foretold, details: boolean): readonly string[] {
  const { checks, sent, requestsPerSecond, requestsAtOnce, seconds, leftOut } = plan;
  const isPaced = requestsPerSecond !== undefined && requestsPerSecond < MOST_SENT_A_SECOND;
  const pace = isPaced ? `${requestsPerSecond} requests a second` : 'at full speed';
  const beside = isPaced ? `, ${requestsAtOnce === 1 ? 'one' : requestsAtOnce} at a time` : '';
  const writes =
    sent.orders + sent.rows === 0
      ? 'Nothing is written.'
      : `Of them at most ${counted(sent.orders, 'order', 'orders')} and ${counted(sent.rows, 'row', 'rows')} made; ${
          sent.staying === 0
            ? 'all are ended.'
            : `all are ended but at most ${counted(sent.staying, 'row', 'rows')} that nothing takes away.`
        }`;
  return [
    `Plan: ${counted(checks, 'check', 'checks')}, at most ${sent.requests} requests, ${counted(sent.tickets, 'ticket', 'tickets')} and ${counted(sent.sessions, 'session', 'sessions')}; ${pace}${beside}; about ${timeInWords(seconds)}.`,
    `    ${writes}`,
    ...(leftOut.length === 0
      ? []
      : [`    ${counted(leftOut.length, 'check is', 'checks are')} left out${details ? ':' : '; --plan says why.'}`]),
    ...(details ? leftOutLines(leftOut).map((line) => `    ${line}`) : []),
  ];
}
