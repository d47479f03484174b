import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { recordAt, sampleLog } from '../testing/sample-log.ts';
import type { Journal } from './journal.ts';
import { readLog } from './read-log.ts';

/** Settles as the append of the record does. */
const appended = async (journal: Journal, position: number): Promise<void> => journal.append(recordAt(position));

const settled = () => new Promise((resolve) => setImmediate(resolve));
const recordsOf = (bytes: Buffer): readonly SequencedRecord[] => readLog(bytes, 'log').records;

describe('a group of records', () => {
  test('is made safe with one sync, and readable only then', async () => {
    const { journal, disk } = sampleLog();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    disk.gate = gate;
    const before = disk.syncs;
    const safe = [1, 2, 3].map((position) => appended(journal, position));
    await settled();
    expect([journal.head(), journal.at(1), journal.after(0)]).toEqual([0, undefined, []]);
    // The next ones gather while the disk is busy.
    const next = [4, 5].map((position) => appended(journal, position));
    open();
    await Promise.all(safe);
    expect([journal.head(), disk.syncs - before]).toEqual([3, 1]);
    expect(recordsOf(disk.synced)).toHaveLength(3);
    await Promise.all(next);
    expect([journal.head(), disk.syncs - before]).toEqual([5, 2]);
    expect(recordsOf(disk.bytes)).toEqual([1, 2, 3, 4, 5].map(recordAt));
  });

  test('is below the mark before it is published', async () => {
    const { journal, disk } = sampleLog();
    await journal.append(recordAt(1));
    expect(readLog(disk.bytes, 'log').mark).toMatchObject({ position: 1, turn: 1 });
  });

  test('a note is safe no later than the record after it', async () => {
    const { journal, disk } = sampleLog();
    void journal.note({ kind: 'stop', after: 0, atNs: '1' });
    await journal.append(recordAt(1));
    expect(readLog(disk.synced, 'log').notes).toEqual([{ kind: 'stop', after: 0, atNs: '1' }]);
  });

  test('a note alone is safe when its promise resolves', async () => {
    const { journal, disk } = sampleLog();
    await journal.note({ kind: 'stop', after: 0, atNs: '1' });
    expect(readLog(disk.synced, 'log').notes).toHaveLength(1);
  });
});

describe('on a virtual clock', () => {
  test('a record is safe when append returns', () => {
    const { journal, disk } = sampleLog(false);
    expect(journal.append(recordAt(1))).toBeUndefined();
    expect(journal.head()).toBe(1);
    expect(recordsOf(disk.synced)).toEqual([recordAt(1)]);
  });

  test('a record that is not safe is not accepted', () => {
    const { journal, disk } = sampleLog(false);
    disk.failing = { what: 'sync', code: 'EIO' };
    expect(() => journal.append(recordAt(1))).toThrow('EIO');
    expect(journal.head()).toBe(0);
  });
});

describe.each([
  ['a full disk', 'write', 'ENOSPC'],
  ['a failed sync', 'sync', 'EIO'],
] as const)('%s', (_, what, code) => {
  test('is reported once, and nothing is accepted or written any more', async () => {
    const { journal, disk, failures } = sampleLog();
    await journal.append(recordAt(1));
    disk.failing = { what, code };
    const lost = appended(journal, 2);
    await expect(lost).rejects.toThrow(code);
    disk.failing = undefined;
    expect(() => journal.append(recordAt(2))).toThrow(code);
    await expect(journal.note({ kind: 'stop', after: 1, atNs: '1' })).rejects.toThrow();
    await journal.end();
    expect(failures.map(({ message }) => message)).toEqual([`${code}: ${what}`]);
    expect([journal.head(), journal.notes()]).toEqual([1, []]);
  });

  test('also loses the group that gathered meanwhile', async () => {
    const { journal, disk } = sampleLog();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    disk.gate = gate;
    const first = appended(journal, 1);
    await settled();
    const second = appended(journal, 2);
    disk.failing = { what, code };
    open();
    // The first group was written before: a group without a mark is not safe either.
    for (const lost of [first, second]) await expect(lost).rejects.toThrow(code);
    expect(journal.head()).toBe(0);
  });

  test('leaves answered records for the next process', async () => {
    const { journal, disk } = sampleLog();
    await journal.append(recordAt(1));
    disk.failing = { what, code };
    await expect(appended(journal, 2)).rejects.toThrow(code);
    const { records } = readLog(disk.bytes, 'log');
    // A write that was never published may exist as a whole.
    expect(records).toEqual([1, 2].slice(0, what === 'write' ? 1 : 2).map(recordAt));
  });
});

test('a record must have the next position', () => {
  expect(() => sampleLog().journal.append(recordAt(2))).toThrow('position 2 does not follow 0');
});

test('an end waits for what was accepted', async () => {
  const { journal, disk } = sampleLog();
  void journal.append(recordAt(1));
  await journal.end();
  expect(recordsOf(disk.synced)).toHaveLength(1);
  expect(() => journal.append(recordAt(2))).toThrow('the log is closed');
});
