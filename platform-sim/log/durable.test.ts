import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { recordAt, sampleLog } from '../testing/sample-log.ts';
import type { Journal } from './journal.ts';
import { readLog } from './read-log.ts';

/** Settles as the record does. */
const appended = async (journal: Journal, position: number): Promise<void> => journal.append(recordAt(position));

const settled = () => new Promise((resolve) => setImmediate(resolve));
const recordsOf = (bytes: Buffer): readonly SequencedRecord[] => readLog(bytes, 'log').records;

describe('what is taken together', () => {
  test('is made safe with one sync, and there for a reader only then', async () => {
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

  test('is below the mark before anybody hears of it', async () => {
    const { journal, disk } = sampleLog();
    await journal.append(recordAt(1));
    expect(readLog(disk.bytes, 'log').mark).toMatchObject({ position: 1, turn: 1 });
  });

  test('a note is safe no later than the record behind it', async () => {
    const { journal, disk } = sampleLog();
    journal.note({ kind: 'stop', after: 0, atNs: '1' });
    await journal.append(recordAt(1));
    expect(readLog(disk.synced, 'log').notes).toEqual([{ kind: 'stop', after: 0, atNs: '1' }]);
  });
});

describe('on a clock that is told when to move', () => {
  test('a record is safe when it is taken', () => {
    const { journal, disk } = sampleLog(false);
    expect(journal.append(recordAt(1))).toBeUndefined();
    expect(journal.head()).toBe(1);
    expect(recordsOf(disk.synced)).toEqual([recordAt(1)]);
  });

  test('one that is not safe is not taken', () => {
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
  test('is said once, and nothing is taken or asked of the disk any more', async () => {
    const { journal, disk, failures } = sampleLog();
    await journal.append(recordAt(1));
    disk.failing = { what, code };
    const lost = appended(journal, 2);
    await expect(lost).rejects.toThrow(code);
    disk.failing = undefined;
    expect(() => journal.append(recordAt(2))).toThrow(code);
    journal.note({ kind: 'stop', after: 1, atNs: '1' });
    await journal.end();
    expect(failures.map(({ message }) => message)).toEqual([`${code}: ${what}`]);
    expect([journal.head(), journal.notes()]).toEqual([1, []]);
  });

  test('loses what gathered meanwhile, too', async () => {
    const { journal, disk } = sampleLog();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    disk.gate = gate;
    const first = appended(journal, 1);
    await settled();
    const second = appended(journal, 2);
    disk.failing = { what, code };
    open();
    // The first had its write before: what no mark can be set behind is not safe either.
    for (const lost of [first, second]) await expect(lost).rejects.toThrow(code);
    expect(journal.head()).toBe(0);
  });

  test('leaves what was answered, for the next process to go on from', async () => {
    const { journal, disk } = sampleLog();
    await journal.append(recordAt(1));
    disk.failing = { what, code };
    await expect(appended(journal, 2)).rejects.toThrow(code);
    const { records } = readLog(disk.bytes, 'log');
    // Of what nobody was told a whole write may be there still.
    expect(records).toEqual([1, 2].slice(0, what === 'write' ? 1 : 2).map(recordAt));
  });
});

test('a record is of the next position', () => {
  expect(() => sampleLog().journal.append(recordAt(2))).toThrow('position 2 does not follow 0');
});

test('an end waits for what was taken', async () => {
  const { journal, disk } = sampleLog();
  void journal.append(recordAt(1));
  await journal.end();
  expect(recordsOf(disk.synced)).toHaveLength(1);
  expect(() => journal.append(recordAt(2))).toThrow('the log is closed');
});
