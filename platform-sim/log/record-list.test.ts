import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { VIRTUAL_START_NS } from '../clock.ts';
import { recordAt } from '../testing/sample-log.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';
import { takeSteps } from '../testing/sample-run.ts';
import { readingCommand } from '../venues/balance-feed.ts';
import { forkOf, memoryJournal } from './memory.ts';
import type { Note } from './note.ts';
import { RecordList } from './record-list.ts';

const DAY_MS = 86_400_000;
const STEP_NS = 30_000_000_000n;

function heartbeat(position: number, ns: bigint): SequencedRecord {
  const atNs = `${ns}`;
  const facts = [{ kind: 'BalancesRestated' as const, observedAtNs: atNs }];
  return { position, atNs, command: readingCommand([], true), verdict: { facts } };
}

/** Heartbeats on and off schedule, heartbeats with readings, and orders. */
const kinds = fc.array(fc.constantFrom('in step', 'in step', 'late', 'refused', 'order'), { maxLength: 60 });

function sequenceOf(kindsOfRecords: readonly string[]): readonly SequencedRecord[] {
  let ns = VIRTUAL_START_NS;
  return kindsOfRecords.map((kind, index) => {
    ns += kind === 'late' ? STEP_NS + 1_000_000n : STEP_NS;
    const record = heartbeat(index + 1, ns);
    if (kind === 'refused') {
      const refused = { code: 'RATE_CEILING', message: '', observedValue: null, limitValue: null };
      return { ...record, verdict: { refused } };
    }
    return kind === 'order' ? { ...recordAt(index + 1), atNs: `${ns}` } : record;
  });
}

/** Compares byte for byte: as a whole, from any position, and one by one. */
function expectSame(list: RecordList, records: readonly SequencedRecord[]): void {
  expect(list.length).toBe(records.length);
  expect(JSON.stringify(list.after(0))).toBe(JSON.stringify(records));
  for (let position = 0; position <= records.length + 1; position += 1) {
    expect(JSON.stringify(list.at(position))).toBe(JSON.stringify(records[position - 1]));
    expect(list.after(position, 3)).toEqual(records.slice(position, position + 3));
  }
}

describe('the records of a sequence', () => {
  test('read as they were appended, and so does an independent copy of their beginning', () => {
    fc.assert(
      fc.property(kinds, kinds, fc.nat(60), (kindsOfRecords, more, cut) => {
        const records = sequenceOf(kindsOfRecords);
        const list = new RecordList(records);
        expectSame(list, records);
        const position = Math.min(cut, records.length);
        const copy = list.upTo(position);
        const others = sequenceOf([...kindsOfRecords.slice(0, position), ...more]);
        for (const record of others.slice(position)) copy.push(record);
        expectSame(copy, others);
        expectSame(list, records);
      }),
    );
  });

  test('are the objects that were appended, except heartbeats without changes: a month of these is flat in memory', () => {
    const records = sequenceOf(['order', 'in step', 'in step', 'late', 'refused']);
    const list = new RecordList(records);
    expect(records.map((record) => list.at(record.position) === record)).toEqual([true, false, false, false, true]);
  });
});

describe('a platform', () => {
  test.each([1, 2, 3])('has in its journal what it sequenced, byte for byte: seed %d', async (seed) => {
    const placed: string[] = [];
    const journal = memoryJournal();
    const noting = {
      ...journal,
      append(record: SequencedRecord) {
        placed.push(JSON.stringify(record));
        return journal.append(record);
      },
    };
    const sample = new SamplePlatform({ seed, from: { journal: noting, atNs: VIRTUAL_START_NS } });
    await takeSteps(sample, 200, 100);
    await sample.clock.advance(DAY_MS);
    expect(sample.platform.records().map((record) => JSON.stringify(record))).toEqual(placed);
  });
});

test('a fork has the records and the notes up to its position, and is independent from there', () => {
  const note = (after: number): Note => ({ kind: 'stop', after, atNs: `${after}` });
  const journal = memoryJournal([1, 2, 3].map(recordAt), [0, 1, 2, 3].map(note));
  const fork = forkOf(journal, 2);
  expect([fork.head(), fork.notes().map(({ after }) => after)]).toEqual([2, [0, 1, 2]]);
  for (const position of [3, 4]) void fork.append(recordAt(position));
  void fork.note(note(4));
  expect([journal.head(), journal.notes()]).toEqual([3, [0, 1, 2, 3].map(note)]);
});
