import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { recordAt, sampleLog } from '../testing/sample-log.ts';
import type { Note } from './note.ts';
import { readLog } from './read-log.ts';

const NOTE: Note = { kind: 'stop', after: 0, atNs: '1' };
const recordsOf = (bytes: Buffer): readonly SequencedRecord[] => readLog(bytes, 'log').records;

/** A log whose disk waits for its gate to open. */
function gated() {
  const log = sampleLog();
  const { promise, resolve: open } = Promise.withResolvers<void>();
  log.disk.gate = promise;
  /** Settles as the append of the record does. */
  const append = async (position: number): Promise<void> => log.journal.append(recordAt(position));
  return { ...log, append, open, settled: () => new Promise((resolve) => setImmediate(resolve)) };
}

describe('a group of records', () => {
  test('is made safe with one sync, and readable only then', async () => {
    const { journal, disk, append, open, settled } = gated();
    const before = disk.syncs;
    const safe = [1, 2, 3].map(append);
    await settled();
    expect([journal.head(), journal.at(1), journal.after(0)]).toEqual([0, undefined, []]);
    // The next ones gather while the disk is busy.
    const next = [4, 5].map(append);
    open();
    await Promise.all(safe);
    expect([journal.head(), disk.syncs - before, recordsOf(disk.synced).length]).toEqual([3, 1, 3]);
    // It is below the mark before it is published.
    expect(readLog(disk.bytes, 'log').mark).toMatchObject({ position: 3, turn: 1 });
    await Promise.all(next);
    expect([journal.head(), disk.syncs - before]).toEqual([5, 2]);
    expect(recordsOf(disk.bytes)).toEqual([1, 2, 3, 4, 5].map(recordAt));
  });

  test('has notes that are safe no later than the record after them, or alone', async () => {
    for (const alone of [true, false]) {
      const { journal, disk } = sampleLog();
      const noted = journal.note(NOTE);
      await (alone ? noted : journal.append(recordAt(1)));
      expect(readLog(disk.synced, 'log').notes).toEqual([NOTE]);
    }
  });

  test('must begin with the next position; an end waits for it, and nothing follows', async () => {
    const { journal, disk } = sampleLog();
    expect(() => journal.append(recordAt(2))).toThrow('position 2 does not follow 0');
    void journal.append(recordAt(1));
    await journal.end();
    expect(recordsOf(disk.synced)).toHaveLength(1);
    expect(() => journal.append(recordAt(2))).toThrow('the log is closed');
  });
});

test('on a virtual clock a record is safe when append returns, or not accepted', () => {
  const { journal, disk } = sampleLog(false);
  expect(journal.append(recordAt(1))).toBeUndefined();
  expect([journal.head(), recordsOf(disk.synced)]).toEqual([1, [recordAt(1)]]);
  disk.failing = { what: 'sync', code: 'EIO' };
  expect(() => journal.append(recordAt(2))).toThrow('EIO');
  expect(journal.head()).toBe(1);
});

describe.each([
  ['a full disk', 'write', 'ENOSPC'],
  ['a failed sync', 'sync', 'EIO'],
] as const)('%s', (_, what, code) => {
  test('is reported once, and nothing is accepted or written any more; answered records stay', async () => {
    const { journal, disk, failures } = sampleLog();
    await journal.append(recordAt(1));
    disk.failing = { what, code };
    await expect(journal.append(recordAt(2))).rejects.toThrow(code);
    disk.failing = undefined;
    expect(() => journal.append(recordAt(2))).toThrow(code);
    await expect(journal.note({ ...NOTE, after: 1 })).rejects.toThrow();
    await journal.end();
    expect(failures.map(({ message }) => message)).toEqual([`${code}: ${what}`]);
    expect([journal.head(), journal.notes()]).toEqual([1, []]);
    // A write that was never published may exist as a whole.
    expect(recordsOf(disk.bytes)).toEqual([1, 2].slice(0, what === 'write' ? 1 : 2).map(recordAt));
  });

  test('also loses the group that gathered meanwhile', async () => {
    const { journal, disk, append, open, settled } = gated();
    const first = append(1);
    await settled();
    const second = append(2);
    disk.failing = { what, code };
    open();
    // The first group was written before: a group without a mark is not safe either.
    for (const lost of [first, second]) await expect(lost).rejects.toThrow(code);
    expect(journal.head()).toBe(0);
  });
});
