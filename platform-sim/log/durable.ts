/**
 * A journal on a disk. Records that arrive while the disk is busy form a group: one write, one sync, the mark, and then
 * every waiter is notified. A disk that fails once is not used again: a kernel that could not write a page may have
 * dropped it, and a second sync would report success.
 */
import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Disk } from './disk.ts';
import { groupOf } from './frames.ts';
import { type Group, gatherGroups } from './grouped-writes.ts';
import type { Journal } from './journal.ts';
import { type Mark, markAt, markBytes } from './log-head.ts';
import type { Note } from './note.ts';

export interface DurableOptions {
  readonly disk: Disk;
  /** The records that are already safe. */
  readonly records: readonly SequencedRecord[];
  readonly notes: readonly Note[];
  readonly mark: Mark;
  /** false: each record is safe when `append` returns. Slow, but synchronous like memory: for a virtual clock. */
  readonly grouped: boolean;
  /** false: the log does not exist yet; everything is gathered up to the first `settle`. */
  readonly isCreated: boolean;
  /** Called once, with the first failure of the disk. */
  readonly failed: (error: Error) => void;
  /** Called with the new safe position. */
  readonly grown?: (position: number) => void;
}

export interface DurableJournal extends Journal {
  /** The current mark. */
  mark(): Mark;
  /** Stops accepting, and resolves when everything accepted is safe or has failed. */
  end(): Promise<void>;
}

/** Creates a journal on a disk, from the records that are already safe. */
export function durableJournal({ disk, grouped, ...options }: DurableOptions): DurableJournal {
  let { mark, isCreated } = options;
  /** Resolves once the current group, and the records that gather during its write, are written. */
  let busy: Promise<void> | undefined;

  const groups = gatherGroups({
    ...options,
    gathered({ safe }) {
      if (!isCreated) return undefined;
      if (!grouped) {
        settle();
        return undefined;
      }
      // In its own turn of the loop, so that all of one poll of the sockets is one group.
      busy ??= new Promise<void>((done) => setImmediate(done)).then(writeAll);
      return safe.promise;
    },
  });

  function framesOf({ items }: Group): { readonly bytes: Buffer; readonly next: Mark } {
    const payloads = items.map(([kind, what]) => ({ kind, bytes: Buffer.from(JSON.stringify(what)) }));
    const group = mark.group + 1;
    const { bytes, checksum } = groupOf(payloads, group, mark.checksum);
    const position = mark.position + items.filter(([kind]) => kind === 'record').length;
    return { bytes, next: { turn: mark.turn + 1, group, position, end: mark.end + bytes.length, checksum } };
  }

  function isSafe(group: Group, next: Mark): void {
    mark = next;
    groups.keep(group);
  }

  async function writeAll(): Promise<void> {
    for (let group = groups.next(); group !== undefined; group = groups.next()) {
      const { bytes, next } = framesOf(group);
      try {
        await disk.write(bytes, mark.end);
        await disk.sync();
        // Before the waiters are notified, so that all that they saw is below the mark.
        disk.writeNow(markBytes(next), markAt(next));
      } catch (error) {
        group.safe.reject(groups.fail(error));
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
    isCreated = true;
    const group = groups.next();
    if (group === undefined) return;
    const { bytes, next } = framesOf(group);
    try {
      disk.writeNow(bytes, mark.end);
      disk.syncNow();
      disk.writeNow(markBytes(next), markAt(next));
    } catch (error) {
      group.safe.reject(error);
      throw groups.fail(error);
    }
    isSafe(group, next);
  }

  return {
    ...groups.journal,
    settle,
    mark: () => mark,
    async end() {
      await busy;
      groups.end();
    },
  };
}
