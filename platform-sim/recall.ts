/** How a platform continues an existing sequence: it first recalls everything, then resumes outstanding work. */
import type { SequencedRecord } from '../gateway/facts.ts';
import type { Clock } from '../gateway/platform-port.ts';
import type { Journal } from './log/journal.ts';
import type { Note } from './log/note.ts';
import { clockNsOf, type Part } from './part.ts';

/** Stands at the time of the recalled record or note; afterwards it is the platform's own clock. */
export interface RecallingClock extends Pick<Clock, 'nowNs'> {
  during(atNs: () => bigint, what: () => void): void;
}

/** A clock that can stand at recalled times. */
export function recallingClock(clock: Clock): RecallingClock {
  // Calculated on demand: most records do not need it.
  let recalled: (() => bigint) | undefined;
  return {
    nowNs: () => recalled?.() ?? clock.nowNs(),
    during(atNs, what) {
      recalled = atNs;
      what();
      recalled = undefined;
    },
  };
}

export interface Recalled {
  readonly journal: Journal;
  readonly clock: RecallingClock;
  record(record: SequencedRecord): void;
  note(note: Note, atNs: bigint): void;
}

/** Delivers records in order, and each note after the last record that the platform had received when it was made. */
export function recall({ journal, clock, record: tell, note: say }: Recalled): void {
  const notes = journal.notes();
  let next = 0;
  const saySoFar = (position: number): void => {
    for (let note = notes[next]; note !== undefined && note.after <= position; note = notes[next]) {
      next += 1;
      const { atNs } = note;
      clock.during(
        () => BigInt(atNs),
        () => say(note, BigInt(atNs)),
      );
    }
  };
  saySoFar(0);
  for (let position = 1; position <= journal.head(); position += 1) {
    const record = journal.at(position) as SequencedRecord;
    clock.during(
      () => clockNsOf(record),
      () => tell(record),
    );
    saySoFar(position);
  }
}

/** Resumes the outstanding work of all parts, in the order of positions. */
export function resumeParts(parts: readonly Pick<Part, 'outstanding'>[]): void {
  const outstanding = parts.flatMap((part) => part.outstanding());
  for (const { run } of outstanding.toSorted((left, right) => left.position - right.position)) run();
}
