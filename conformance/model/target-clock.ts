/**
 * Readings of the target's clock, and from them the time at which a frame was sent. A reading is two notes of
 * `drive`: one before the request to the control plane, and one with its answer (`readClock`), so that it bounds
 * what came before and after it.
 */
import type { History } from '../runner/history.ts';

/** The label of the note that `drive` makes right before it reads the clock. */
export const ASKED = 'asked';

interface Notes {
  note(label: string, value: unknown): void;
}

/** Between two readings of one time a virtual clock did not move. */
export async function readClock(notes: Notes, read: () => Promise<{ readonly nowNs: bigint }>): Promise<bigint> {
  notes.note('clock', { clock: ASKED });
  const { nowNs } = await read();
  notes.note('clock', { clock: `${nowNs}` });
  return nowNs;
}

export interface ClockReading {
  /** `n` of the two notes. */
  readonly askedAt: number;
  readonly notedAt: number;
  readonly nowNs: bigint;
}

const READ = new WeakMap<History, readonly ClockReading[]>();

/** In order; empty for a target without control. */
export function clockReadings(history: History): readonly ClockReading[] {
  let readings = READ.get(history);
  if (readings === undefined) {
    readings = readingsIn(history);
    READ.set(history, readings);
  }
  return readings;
}

function readingsIn({ notes }: History): readonly ClockReading[] {
  const readings: ClockReading[] = [];
  let askedAt: number | undefined;
  for (const { n, value } of notes) {
    const said = typeof value === 'object' && value !== null && 'clock' in value ? value.clock : undefined;
    if (said === ASKED) askedAt = n;
    else if (typeof said === 'string' && askedAt !== undefined) {
      readings.push({ askedAt, notedAt: n, nowNs: BigInt(said) });
      askedAt = undefined;
    }
  }
  return readings;
}

/** The time of the event with this number, by the target's clock. */
export interface Moment {
  readonly notBeforeNs: bigint;
  readonly notAfterNs: bigint;
}

/** undefined where no reading comes before it, or none after it. */
export function momentOf(history: History, n: number): Moment | undefined {
  const readings = clockReadings(history);
  const before = readings[firstWhere(readings, ({ notedAt }) => notedAt >= n) - 1];
  const after = readings[firstWhere(readings, ({ askedAt }) => askedAt > n)];
  return before === undefined || after === undefined
    ? undefined
    : { notBeforeNs: before.nowNs, notAfterNs: after.nowNs };
}

/** The index of the first reading for which `holds`, as it does for all later ones; their number where there is none. */
function firstWhere(readings: readonly ClockReading[], holds: (reading: ClockReading) => boolean): number {
  let low = 0;
  let high = readings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(readings[middle] as ClockReading)) high = middle;
    else low = middle + 1;
  }
  return low;
}
