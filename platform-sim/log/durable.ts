/**
 * A journal on a disk. What is taken while the disk is busy is made safe together: one write, one sync, the mark, and then
 * everybody who waits is told. A disk that fails once is not asked again: a kernel that could not write a page may have
 * dropped it, and a second sync would say that all is well.
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
  /** What is safe already. */
  readonly records: readonly SequencedRecord[];
  readonly notes: readonly Note[];
  readonly mark: Mark;
  /** false: each record is safe when `append` returns, which is slow, and as synchronous as memory: for a clock that is told when to move. */
  readonly grouped: boolean;
  /** false: a log that is not there yet; all that it takes is gathered up to the first `settle`. */
  readonly isBorn: boolean;
  readonly packing?: Pick<Packing, 'newest' | 'block'>;
  /** Told once, of the first failure of the disk. */
  readonly failed: (error: Error) => void;
  /** Told when more records are safe: up to which position. */
  readonly grown?: (position: number) => void;
}

export interface DurableJournal extends Journal {
  /** How far it is safe. */
  mark(): Mark;
  /** The position up to which records are packed, and where such a one stated a row that somebody holds. */
  readonly packed: PackedRows;
  /** Takes no more, and resolves when all that it took is safe, or never will be. */
  end(): Promise<void>;
}

interface Waiting {
  readonly items: (readonly [Payload['kind'], SequencedRecord | Note])[];
  readonly safe: PromiseWithResolvers<void>;
}

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
  /** Resolves when the group on the disk, and all that gathers meanwhile, is through. */
  let busy: Promise<void> | undefined;
  let failure: Error | undefined;

  function take(kind: Payload['kind'], what: SequencedRecord | Note): Promise<void> | undefined {
    if (failure !== undefined) throw failure;
    waiting ??= { items: [], safe: Promise.withResolvers() };
    const { items, safe } = waiting;
    // Who is told is told by the sequencer; a group that is lost has been said by `failed`.
    if (items.length === 0) safe.promise.catch(() => undefined);
    items.push([kind, what]);
    if (!isBorn) return undefined;
    if (!grouped) {
      settle();
      return undefined;
    }
    // In its own turn of the loop, so that what came with one poll of the sockets is one group.
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
        // Before anybody is told: whoever is told is below the mark.
        disk.writeNow(markBytes(next), markAt(next));
      } catch (error) {
        group.safe.reject(fail(error));
        break;
      }
      isSafe(group, next);
      // Whoever is told now hands in what follows from it: that is of the next group.
      await new Promise<void>((done) => setImmediate(done));
    }
    busy = undefined;
  }

  /** Never while a group is on the disk: a world begins before anybody else hands in anything. */
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
      // Said by `failed`.
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
      // Of a log that takes no more nothing comes that would need it.
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
