import { beforeAll, describe, expect, test } from 'vitest';
import { logOf, recordAt } from '../testing/sample-log.ts';
import { frameAt } from './frames.ts';
import { LogError } from './log-error.ts';
import { HEAD_BYTES, headOf, type Mark, markAt } from './log-head.ts';
import { type LogContents, readLog } from './read-log.ts';

const FILE = 'sequence.log';
const FACTS = { format: 1, seed: 1, size: 'small' } as const;

type Outcome = LogContents | string;

function outcomeOf(log: Buffer): Outcome {
  try {
    return readLog(log, FILE);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return error.message;
  }
}

function flipped(log: Buffer, bit: number): Buffer {
  const other = Buffer.from(log);
  other.writeUInt8(other.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return other;
}

/** The offset of each frame, and the end. */
function frameStarts(log: Buffer): readonly number[] {
  const starts = [HEAD_BYTES];
  for (let frame = frameAt(log, HEAD_BYTES); frame !== undefined; frame = frameAt(log, frame.end))
    starts.push(frame.end);
  return starts;
}

function bitsOf(from: number, bytes: number): readonly number[] {
  return Array.from({ length: bytes * 8 }, (_, bit) => from * 8 + bit);
}

/** No outcome may contain a record other than those written. */
function expectTrue(outcome: Outcome): asserts outcome is LogContents {
  if (typeof outcome === 'string') throw new Error(outcome);
  expect(outcome.records).toEqual(outcome.records.map((_, index) => recordAt(index + 1)));
}

/**
 * Five groups of one record; `behind` is the log with the mark of the fourth, as a crash between sync and mark leaves
 * it.
 */
let log: Buffer;
let behind: Buffer;
let starts: readonly number[];

beforeAll(async () => {
  ({ bytes: log } = (await logOf(1, 1, 1, 1, 1)).disk);
  const before = (await logOf(1, 1, 1, 1)).disk.bytes;
  behind = Buffer.concat([before.subarray(0, HEAD_BYTES), log.subarray(HEAD_BYTES)]);
  starts = frameStarts(log);
});

const last = (): { readonly from: number; readonly to: number } => ({ from: starts.at(-2) ?? 0, to: log.length });

test('what was written is read back', () => {
  const outcome = outcomeOf(log);
  expectTrue(outcome);
  expect(outcome).toMatchObject({ torn: 0, mark: { position: 5, end: log.length, group: 5 }, facts: { seed: 1 } });
  expect(outcome.records).toHaveLength(5);
});

describe('cut at every byte of the last three records', () => {
  test('all of them answered: it is refused, and names what was lost', () => {
    for (let length = starts.at(-4) ?? 0; length < log.length; length += 1) {
      expect(outcomeOf(log.subarray(0, length)), `${length}`).toMatch(
        `ends at byte ${length}, and was safe up to byte ${log.length} with record 5: answered requests are lost`,
      );
    }
  });

  test('the last of them unanswered: that one is cut and reported, the others are refused', () => {
    const { from, to } = last();
    for (let length = starts.at(-4) ?? 0; length <= to; length += 1) {
      const outcome = outcomeOf(behind.subarray(0, length));
      if (length < from) expect(outcome, `${length}`).toMatch('answered requests are lost');
      else {
        expectTrue(outcome);
        const isWhole = length === to;
        expect([outcome.records.length, outcome.torn], `${length}`).toEqual(isWhole ? [5, 0] : [4, length - from]);
        expect(outcome.mark.end).toBe(isWhole ? to : from);
      }
    }
  });
});

test('every bit of the last record flipped: answered, it is refused with the place; unanswered, it is cut', () => {
  const { from, to } = last();
  for (let bit = from * 8; bit < to * 8; bit += 1) {
    const place = `damaged at byte ${from}, behind record 4, in the safe part`;
    expect(outcomeOf(flipped(log, bit)), `${bit}`).toMatch(place);
    const outcome = outcomeOf(flipped(behind, bit));
    expectTrue(outcome);
    expect([outcome.records.length, outcome.torn], `${bit}`).toEqual([4, to - from]);
  }
});

test('every bit of the head flipped: it is refused, or nothing is lost', () => {
  let refused = 0;
  const saying = [0, markAt({ turn: 0 }), markAt({ turn: 1 })].flatMap((from) => bitsOf(from, from === 0 ? 80 : 32));
  for (const bit of saying) {
    const outcome = outcomeOf(flipped(log, bit));
    if (typeof outcome === 'string') refused += 1;
    else {
      expectTrue(outcome);
      expect([outcome.records.length, outcome.facts], `${bit}`).toEqual([5, FACTS]);
    }
  }
  expect(refused).toBeGreaterThan(32 * 8);
});

test('every byte of every other record corrupted: it is refused', () => {
  for (let at = HEAD_BYTES; at < last().from; at += 1) {
    expect(outcomeOf(flipped(log, at * 8 + (at % 8))), `${at}`).toMatch(
      /^sequence\.log is damaged at byte \d+, behind record \d/,
    );
  }
});

test('a record that is removed whole, repeated or moved is noticed', () => {
  const frame = (n: number) => log.subarray(starts[n], starts[n + 1]);
  const of = (...frames: readonly number[]) =>
    outcomeOf(Buffer.concat([log.subarray(0, starts[0]), ...frames.map(frame)]));
  for (const order of [
    [0, 0, 1, 2, 3, 4],
    [1, 0, 2, 3, 4],
  ])
    expect(of(...order)).toMatch('is damaged');
  for (let index = 0; index < 5; index += 1) expect(of(...[0, 1, 2, 3, 4].toSpliced(index, 1))).toBeTypeOf('string');
});

describe('after a mark that a power cut left two groups back', () => {
  async function twoBack(...groups: readonly number[]): Promise<Buffer> {
    const [whole, short] = [await logOf(...groups), await logOf(...groups.slice(0, -2))];
    return Buffer.concat([short.disk.bytes.subarray(0, HEAD_BYTES), whole.disk.bytes.subarray(HEAD_BYTES)]);
  }
  /** A byte of the nth frame. */
  const spoil = (bytes: Buffer, nth: number) => flipped(bytes, ((frameStarts(bytes)[nth] ?? 0) + 30) * 8);

  test('whole groups are kept', async () => {
    const outcome = outcomeOf(await twoBack(2, 2, 2));
    expectTrue(outcome);
    expect([outcome.records.length, outcome.torn]).toEqual([6, 0]);
  });

  test('a hole in the last group is a torn write: it is cut from there on', async () => {
    const outcome = outcomeOf(spoil(await twoBack(2, 2, 2), 4));
    expectTrue(outcome);
    expect(outcome.records).toHaveLength(4);
    expect(outcome.torn).toBeGreaterThan(0);
  });

  test.each([
    ['the first frame', 2],
    ['the last frame', 3],
  ])('%s of a group that another follows is damage: it is refused', async (_, nth) => {
    expect(outcomeOf(spoil(await twoBack(2, 2, 2), nth))).toMatch('before the group 3 behind it was begun');
  });
});

test.each([
  ['an empty file', () => Buffer.alloc(0), 'is no log of Touchstone'],
  ['another file', () => Buffer.alloc(HEAD_BYTES, 'x'), 'is no log of Touchstone'],
  ['a log of a later format', () => headOf({ ...FACTS, format: 2 }), 'format 2 and this Touchstone reads format 1'],
  ['a log without a mark', () => headOf(FACTS), 'neither mark is valid'],
])('%s is refused in one line', (_, bytes, message) => {
  const outcome = outcomeOf(bytes());
  expect(outcome).toContain(message);
  expect(outcome).not.toContain('\n');
});

test('the marks are in separate sectors', () => {
  expect(new Set([0, 1].map((turn) => Math.floor(markAt({ turn }) / 512))).size).toBe(2);
});

test('a place in a log matches a log with that checksum and record there', async () => {
  const { disk, journal } = await logOf(2, 3);
  const stand = journal.mark();
  for (let position = 6; position < 9; position += 1) await journal.append(recordAt(position));
  const holds = (of: Partial<Mark>) => readLog(disk.bytes, 'log', { ...stand, ...of }).holds;
  expect([stand.position, holds({}), holds(journal.mark()), readLog(disk.bytes, 'log').holds]).toEqual([
    5,
    true,
    true,
    false,
  ]);
  const { checksum, end } = stand;
  const others = [{ checksum: checksum ^ 1 }, { position: 4 }, { end: end - 1 }, { end: disk.bytes.length + 100 }];
  expect(others.map(holds)).toEqual([false, false, false, false]);
});
