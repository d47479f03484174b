/**
 * The common part of journals, for any storage of groups: it gathers records, publishes a group once it is safe, and
 * accepts nothing after the first failure.
 */
import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Payload } from './frames.ts';
import type { Journal } from './journal.ts';
import type { Note } from './note.ts';
import { RecordList } from './record-list.ts';

export interface Group {
  readonly items: (readonly [Payload['kind'], SequencedRecord | Note])[];
  readonly safe: PromiseWithResolvers<void>;
}

export interface GroupedOptions {
  /** The records that are already safe. */
  readonly records: Iterable<SequencedRecord>;
  readonly notes: readonly Note[];
  /** Called after each arrival, with its group: the result is that of `append`. */
  readonly gathered: (group: Group) => Promise<void> | undefined;
  /** Called once, with the first failure. */
  readonly failed: (error: Error) => void;
  /** Called with the new safe position. */
  readonly grown?: ((position: number) => void) | undefined;
}

export interface Grouped {
  readonly journal: Omit<Journal, 'settle'>;
  /** Takes the gathered group; undefined: there is none. */
  next(): Group | undefined;
  /** The group is safe, and everything before it. */
  keep(group: Group): void;
  /** The first failure: later writes fail with it. */
  fail(error: unknown): Error;
  hasFailed(): boolean;
  /** Stops accepting. */
  end(): void;
}

/** Creates the common part of a journal. */
export function gatherGroups({ gathered, failed, grown, ...of }: GroupedOptions): Grouped {
  const records = new RecordList(of.records);
  const notes: Note[] = [...of.notes];
  let taken = records.length;
  let waiting: Group | undefined;
  let failure: Error | undefined;

  function take(kind: Payload['kind'], what: SequencedRecord | Note): Promise<void> | undefined {
    if (failure !== undefined) throw failure;
    waiting ??= { items: [], safe: Promise.withResolvers() };
    // Waiters are notified by the sequencer; `failed` reports a lost group.
    if (waiting.items.length === 0) waiting.safe.promise.catch(() => undefined);
    waiting.items.push([kind, what]);
    return gathered(waiting);
  }

  return {
    journal: {
      append(record) {
        if (failure !== undefined) throw failure;
        if (record.position !== taken + 1) throw new RangeError(`position ${record.position} does not follow ${taken}`);
        const safe = take('record', record);
        taken += 1;
        return safe;
      },
      head: () => records.length,
      at: (position) => records.at(position),
      after: (position, limit) => records.after(position, limit),
      upTo: (position) => records.upTo(position),
      failure: () => failure,
      outlivesProcess: true,
      note(note) {
        try {
          return take('note', note);
        } catch (error) {
          // Reported by `failed`. A failed log publishes nothing that would need the note.
          const lost = Promise.reject(error as Error);
          lost.catch(() => undefined);
          return lost;
        }
      },
      notes: () => notes,
    },
    next() {
      const group = waiting;
      waiting = undefined;
      return group;
    },
    keep({ items, safe }) {
      for (const [kind, what] of items) {
        if (kind === 'record') records.push(what as SequencedRecord);
        else notes.push(what as Note);
      }
      safe.resolve();
      grown?.(records.length);
    },
    fail(error) {
      if (failure === undefined) {
        failure = error instanceof Error ? error : new Error(String(error));
        failed(failure);
      }
      waiting?.safe.reject(failure);
      waiting = undefined;
      return failure;
    },
    hasFailed: () => failure !== undefined,
    end() {
      failure ??= new Error('the log is closed');
    },
  };
}
