/**
 * A journal on a disk. Records that arrive while the disk is busy form a group: one write, one sync, the mark, and then
 * every waiter is notified. A disk that fails once is not used again: a kernel that could not write a page may have
 * dropped it, and a second sync would report success.
 */
import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Disk } from './disk.ts';
import { groupOf, type Payload } from './frames.ts';
import type { Journal } from './journal.ts';
import { KeptRecords } from './kept-records.ts';
import { type Mark, markAt, markBytes } from './log-head.ts';
import type { Note } from './note.ts';
import type { PackedRows } from './owner-snapshot.ts';
import { PACKING, type Packing } from './packed-records.ts';
import { placeRows } from './state-text.ts';

export interface DurableOptions {
  readonly disk: Disk;
  /** The records that are already safe. */
  readonly records: readonly SequencedRecord[];
  readonly notes: readonly Note[];
  readonly mark: Mark;
  /** false: each record is safe when `append` returns. Slow, but synchronous like memory: for a virtual clock. */
  readonly grouped: boolean;
  /** false: the log does not exist yet; everything is gathered up to the first `settle`. */
  readonly isBorn: boolean;
  readonly packing?: Pick<Packing, 'newest' | 'block'>;
  /** Called once, with the first failure of the disk. */
  readonly failed: (error: Error) => void;
  /** Called with the new safe position. */
  readonly grown?: (position: number) => void;
}

export interface DurableJournal extends Journal {
  /** The current mark. */
  mark(): Mark;
  /** The last packed position, and the place of each held row in packed records. */
  readonly packed: PackedRows;
  /** Accepts no more, and resolves when everything accepted is safe or has failed. */
  end(): Promise<void>;
}

interface Waiting {
  readonly items: (readonly [Payload['kind'], SequencedRecord | Note])[];
  readonly safe: PromiseWithResolvers<void>;
}

/** Creates a journal on a disk, from the records that are already safe. */
export function durableJournal(options: DurableOptions): DurableJournal {
  const { disk, grouped, failed, grown } = options;
  const packed = { upTo: 0, places: new WeakMap() };
  const records = new KeptRecords(options.records, {
    ...PACKING,
    ...options.packing,
    passed(those) {
      for (const record of those) placeRows(packed.places, record);
      packed.upTo = Math.max(packed.upTo, those.at(-1)?.position ?? 0);
    },
  });
  const notes: Note[] = [...options.notes];
  let { mark, isBorn } = options;
  let taken = records.length;
  let waiting: Waiting | undefined;
  /** Resolves when the group on the disk, and all that gathers meanwhile, is done. */
  let busy: Promise<void> | undefined;
  let failure: Error | undefined;

  function take(kind: Payload['kind'], what: SequencedRecord | Note): Promise<void> | undefined {
    if (failure !== undefined) throw failure;
    waiting ??= { items: [], safe: Promise.withResolvers() };
    const { items, safe } = waiting;
    // Waiters are notified by the sequencer; `failed` reports a lost group.
    if (items.length === 0) safe.promise.catch(() => undefined);
    items.push([kind, what]);
    if (!isBorn) return undefined;
    if (!grouped) {
      settle();
      return undefined;
    }
    // In its own turn of the loop, so that all of one poll of the sockets is one group.
    busy ??= new Promise<void>((done) => setImmediate(done)).then(writeAll);
    return safe.promise;
  }

  function framesOf({ items }: Waiting): { readonly bytes: Buffer; readonly next: Mark } {
    const payloads = items.map(([kind, what]) => ({ kind, bytes: Buffer.from(JSON.stringify(what)) }));
    const group = mark.group + 1;
    const { bytes, checksum } = groupOf(payloads, group, mark.checksum);
    const position = mark.position + items.filter(([kind]) => kind === 'record').length;
    return { bytes, next: { turn: mark.turn + 1, group, position, end: mark.end + bytes.length, checksum } };
  }

  function isSafe({ items, safe }: Waiting, next: Mark): void {
    mark = next;
    for (const [kind, what] of items) {
      if (kind === 'record') records.push(what as SequencedRecord);
      else notes.push(what as Note);
    }
    safe.resolve();
    grown?.(next.position);
  }

  function fail(error: unknown): Error {
    if (failure === undefined) {
      failure = error instanceof Error ? error : new Error(String(error));
      failed(failure);
    }
    waiting?.safe.reject(failure);
    waiting = undefined;
    return failure;
  }

  async function writeAll(): Promise<void> {
    for (let group = waiting; group !== undefined && failure === undefined; group = waiting) {
      waiting = undefined;
      const { bytes, next } = framesOf(group);
      try {
        await disk.write(bytes, mark.end);
        await disk.sync();
        // Before the waiters are notified, so that all that they saw is below the mark.
        disk.writeNow(markBytes(next), markAt(next));
      } catch (error) {
        group.safe.reject(fail(error));
        break;
      }
      isSafe(group, next);
      // The waiters now submit what follows from it: that belongs to the next group.
      await new Promise<void>((done) => setImmediate(done));
    }
    busy = undefined;
  }

  /** Never called while a group is on the disk: a world begins before any other submission. */
  function settle(): void {
    isBorn = true;
    const group = waiting;
    if (group === undefined) return;
    waiting = undefined;
    const { bytes, next } = framesOf(group);
    try {
      disk.writeNow(bytes, mark.end);
      disk.syncNow();
      disk.writeNow(markBytes(next), markAt(next));
    } catch (error) {
      group.safe.reject(error);
      throw fail(error);
    }
    isSafe(group, next);
  }

  function swallow(what: () => void): void {
    try {
      what();
    } catch {
      // Reported by `failed`.
    }
  }

  return {
    append(record) {
      if (failure !== undefined) throw failure;
      if (record.position !== taken + 1) throw new RangeError(`position ${record.position} does not follow ${taken}`);
      const safe = take('record', record);
      taken += 1;
      return safe;
    },
    settle,
    head: () => records.length,
    at: (position) => records.at(position),
    after: (position, limit) => records.after(position, limit),
    upTo: (position) => records.upTo(position),
    note(note) {
      // A failed log publishes nothing that would need the note.
      if (failure === undefined) swallow(() => void take('note', note));
    },
    notes: () => notes,
    mark: () => mark,
    packed,
    async end() {
      await busy;
      failure ??= new Error('the log is closed');
    },
  };
}
