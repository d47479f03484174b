/**
 * What a process states of itself in OpenMetrics text. Each process counts what its own members answer and holds, and the
 * active platform counts strikes, inboxes and the sequence: nothing is counted twice when all processes are scraped.
 */
import type { Member } from '../../gateway/member.ts';
import type { Readiness } from '../health/readiness.ts';
import type { MemberSeat } from '../members/member-seat.ts';
import type { ProcessFacts } from '../nats/bus/process-facts.ts';
import { FaultCounts } from './fault-counts.ts';
import { RequestCounts } from './request-counts.ts';

/** Counted while it happens; everything else is read at the scrape. */
export interface Counts {
  readonly requests: RequestCounts;
  readonly faults: FaultCounts;
}

export function newCounts(): Counts {
  return { requests: new RequestCounts(), faults: new FaultCounts() };
}

/** One member of this process in one world. */
export interface MeasuredMember {
  readonly name: string;
  readonly inFlight: number;
  readonly writes: number;
  readonly sessions: Readonly<Record<'trading' | 'market-data', number>>;
  /** The number of its process's records that the member did not apply yet. */
  readonly lag: number;
}

export interface MeasuredSequence {
  /** Of the default world. */
  readonly position: number;
  /** Bytes of its log on a disk; undefined: it has none. */
  readonly logBytes: number | undefined;
  readonly worlds: number;
  /** The commands in the inboxes of all worlds, by owner. */
  readonly inboxes: ReadonlyMap<string, number>;
}

export interface Measured {
  readonly process: Pick<ProcessFacts, 'sinceNs'>;
  readiness(): Readiness;
  readonly counts: Counts;
  /** Of every world. */
  members?(): readonly MeasuredMember[];
  /** Absent: it is not the active platform. */
  sequence?(): MeasuredSequence;
}

/** @param head the last position that the member's process has */
export function measuredMember({ name, member }: Pick<MemberSeat, 'name' | 'member'>, head: number): MeasuredMember {
  const { inFlight, writesInFlight: writes, position } = member;
  return { name, inFlight, writes, sessions: sessionsOf(member), lag: Math.max(0, head - position) };
}

function sessionsOf(member: Member): MeasuredMember['sessions'] {
  const open = { trading: 0, 'market-data': 0 };
  for (const session of member.openSessions().values()) open[session.facts().socket] += 1;
  return open;
}

/** The media type of what `createMetrics` returns. */
export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** @returns the text at each call. The library is loaded with the first one, so that a start does not wait for it. */
export function createMetrics(measured: Measured): () => Promise<string> {
  let text: Promise<() => Promise<string>> | undefined;
  return async () => {
    text ??= import('./metrics-text.ts').then(({ metricsText }) => metricsText(measured));
    return (await text)();
  };
}
