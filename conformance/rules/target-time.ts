/**
 * When something happened, by the target's clock. A judge whose claim is about time looks at when the suite acted and not
 * at what it meant to do: a run may stand still at any step.
 *
 * A reading of a control plane is the note `now`, after the note `asked for the time`: the time of the target was that at
 * a moment between the two. Without one, the Date of each answer is a reading, exact to a second; the target's clock is
 * then assumed to run as the suite's own does, so that all readings together bound the difference of the two. A proxy may
 * write its own Date; a ticket minted under the label CLOCK_BY_TICKET is a reading of the member itself.
 */
import { type Exchange, header, isOk } from '../member/exchange/exchange.ts';
import type { History } from '../runner/history.ts';
import { expiresAtNs } from '../scenes/ticket-parts.ts';

const NS_PER_MS = 1_000_000n;
const SECOND_NS = 1_000_000_000n;

/** The label of the note that `drive` makes before it reads the clock of a control plane. */
export const ASKED_FOR_THE_TIME = 'asked for the time';

/** The label of a ticket that is minted for its time alone: ten seconds before it expires (TKT-04). */
export const CLOCK_BY_TICKET = 'clock by ticket';
const TICKET_LIFE_NS = 10n * SECOND_NS;

/** The target's time was not before the one and not after the other. */
export interface Moment {
  readonly notBeforeNs: bigint;
  readonly notAfterNs: bigint;
}

/** At some moment from `fromMs` to `untilMs` of the suite, the target's time was in the bounds. */
interface Reading extends Moment {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The target's time at a moment of the suite's stopwatch; undefined where nothing bounds it. */
export type TargetTime = (atMs: number) => Moment | undefined;

const KNOWN = new WeakMap<History, TargetTime>();

export function targetTime(history: History): TargetTime {
  let known = KNOWN.get(history);
  if (known === undefined) {
    const readings = notedReadings(history);
    // With a control plane the clock may be moved, or run at another rate.
    const isMoved = readings.length > 0 || history.target.controlled === true;
    const seen = () => history.answered.flatMap((e) => [...dateReading(e), ...ticketReading(e)]);
    known = isMoved ? between(readings) : byDifference(seen());
    KNOWN.set(history, known);
  }
  return known;
}

function notedReadings({ notes }: History): readonly Reading[] {
  return notes.flatMap(({ label, value, atMs }, i): readonly Reading[] => {
    if (label !== 'now' || typeof value !== 'bigint') return [];
    const before = notes[i - 1];
    const fromMs = before?.label === ASKED_FOR_THE_TIME ? before.atMs : atMs;
    return [{ fromMs, untilMs: atMs, notBeforeNs: value, notAfterNs: value }];
  });
}

/** A request that was repeated, or followed to its outcome, was not sent when its last answer was asked for. */
function dateReading(e: Exchange): readonly Reading[] {
  if (e.foreign !== undefined || e.earlier !== undefined || e.settling !== undefined) return [];
  const dateMs = Date.parse(header(e, 'date') ?? '');
  if (Number.isNaN(dateMs)) return [];
  const dateNs = BigInt(dateMs) * NS_PER_MS;
  return [{ fromMs: e.sentAtMs, untilMs: e.answeredAtMs, notBeforeNs: dateNs, notAfterNs: dateNs + SECOND_NS }];
}

/** A member may count whole seconds. */
function ticketReading(e: Exchange): readonly Reading[] {
  const expires = e.label === CLOCK_BY_TICKET && isOk(e) ? expiresAtNs(e) : undefined;
  if (expires === undefined) return [];
  const mintedNs = expires - TICKET_LIFE_NS;
  const isExact = expires % SECOND_NS !== 0n;
  return [
    {
      fromMs: e.sentAtMs,
      untilMs: e.answeredAtMs,
      notBeforeNs: mintedNs,
      notAfterNs: mintedNs + (isExact ? 0n : SECOND_NS),
    },
  ];
}

/** Of a clock that may move as it likes: the readings before and after. */
function between(readings: readonly Reading[]): TargetTime {
  return (atMs) => {
    const before = readings.findLast(({ untilMs }) => untilMs <= atMs);
    const after = readings.find(({ fromMs }) => fromMs >= atMs);
    if (before === undefined && after === undefined) return undefined;
    return { notBeforeNs: before?.notBeforeNs ?? 0n, notAfterNs: after?.notAfterNs ?? END_OF_TIME_NS };
  };
}

const END_OF_TIME_NS = 2n ** 63n;

function nsOf(ms: number): bigint {
  return BigInt(Math.round(ms * 1e6));
}

/** Of a clock that runs as the suite's does. Clocks that disagree, of several members, leave all between them open. */
function byDifference(readings: readonly Reading[]): TargetTime {
  const least = readings.map(({ notBeforeNs, untilMs }) => notBeforeNs - nsOf(untilMs));
  const most = readings.map(({ notAfterNs, fromMs }) => notAfterNs - nsOf(fromMs));
  if (least.length === 0) return () => undefined;
  const [largestLeast, smallestMost] = [extreme(least, (a, b) => a > b), extreme(most, (a, b) => a < b)];
  const [from, to] =
    largestLeast <= smallestMost
      ? [largestLeast, smallestMost]
      : [extreme(least, (a, b) => a < b), extreme(most, (a, b) => a > b)];
  return (atMs) => ({ notBeforeNs: from + nsOf(atMs), notAfterNs: to + nsOf(atMs) });
}

function extreme(values: readonly bigint[], isMore: (a: bigint, b: bigint) => boolean): bigint {
  return values.reduce((most, one) => (isMore(one, most) ? one : most));
}
