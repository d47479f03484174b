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

/** In order; empty for a target without control. */
export function clockReadings({ notes }: History): readonly ClockReading[] {
  const readings: ClockReading[] = [];
  let askedAt: number | undefined;
  for (const { n, value } of notes) {
    const stated = typeof value === 'object' && value !== null && 'clock' in value ? value.clock : undefined;
    if (stated === ASKED) askedAt = n;
    else if (typeof stated === 'string' && askedAt !== undefined) {
      readings.push({ askedAt, notedAt: n, nowNs: BigInt(stated) });
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
  const before = readings.findLast(({ notedAt }) => notedAt < n);
  const after = readings.find(({ askedAt }) => askedAt > n);
  return before === undefined || after === undefined
    ? undefined
    : { notBeforeNs: before.nowNs, notAfterNs: after.nowNs };
}
