/**
 * The first 4,096 bytes of a log: the world it belongs to, and two marks of how far it is safe.
 *
 * The two marks distinguish a torn tail from a damaged record. A mark states up to which byte and record the log is
 * safe. It is written after the sync of each group and before the group is published, alternating between two places.
 * So everything that was ever answered is below the newer mark: an invalid frame there is damage, never a torn tail,
 * even in the last record; and nothing above it was ever published.
 *
 * The mark is not synced by itself: it becomes durable with the sync of the next group in the same file, at no cost. A
 * killed process loses no written byte, so the mark is exact then. After a power cut it may be one group behind: whole
 * groups above the mark are kept, so nothing answered is lost, and damage combined with a power cut in that one group
 * is reported as a cut. A separate sync of each mark would distinguish these two, and halve the append rate.
 */
import { crc32 } from 'node:zlib';
import type { WorldSize } from '../seed-data/world.ts';
import { LogError } from './log-error.ts';

/** The version of the log format. */
export const LOG_FORMAT = 1;

/** The length of the head. */
export const HEAD_BYTES = 4096;
const MAGIC = Buffer.from('TOUCHSTONE LOG\n\0');
const FACTS_AT = 32;
const MARKS_AT = [1024, 2048] as const;
const MARK_BYTES = 32;
const MARK_MAGIC = 0x4b_52_4d_54; // 'TMRK'

/** The identity of a log. */
export interface LogFacts {
  readonly format: number;
  readonly seed: number;
  readonly size: WorldSize;
}

export interface Mark {
  /** Increases by 1 with each mark: the mark with the greater number is newer. */
  readonly turn: number;
  readonly group: number;
  /** The position of the last safe record. */
  readonly position: number;
  /** The byte up to which the log is safe. */
  readonly end: number;
  /** The checksum of the last safe frame. */
  readonly checksum: number;
}

/**
 * A place in a log between two frames: frames are chained, so a matching place implies that everything before it
 * matches.
 */
export type Stand = Pick<Mark, 'position' | 'end' | 'checksum'>;

/** The bytes of a head without marks. */
export function headOf(facts: LogFacts): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  const text = Buffer.from(JSON.stringify(facts));
  MAGIC.copy(head);
  head.writeUInt32LE(text.length, 16);
  head.writeUInt32LE(crc32(text), 20);
  text.copy(head, FACTS_AT);
  return head;
}

/** The checksum before the first frame, which ties a log's frames to its head. */
export function headChecksum(log: Buffer): number {
  return log.readUInt32LE(20);
}

/** @throws LogError if it is no log of ours, damaged, or of an unsupported format */
export function factsOf(log: Buffer, file: string): LogFacts {
  if (log.length < HEAD_BYTES || !log.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new LogError(`${file} is no log of Touchstone: name another folder with --data`);
  }
  const text = log.subarray(FACTS_AT, Math.min(FACTS_AT + log.readUInt32LE(16), MARKS_AT[0]));
  if (crc32(text) !== headChecksum(log)) {
    throw new LogError(
      `${file} is damaged at byte ${FACTS_AT}, in its head: restore it from a copy, or name another folder with --data`,
    );
  }
  const facts = JSON.parse(text.toString()) as LogFacts;
  if (facts.format !== LOG_FORMAT) {
    throw new LogError(
      `${file} is a log of format ${facts.format} and this Touchstone reads format ${LOG_FORMAT}: use the version that wrote it, or name another folder with --data`,
    );
  }
  return facts;
}

/** The offset of a mark; marks alternate between two places. */
export function markAt({ turn }: Pick<Mark, 'turn'>): number {
  return MARKS_AT[turn % 2 === 0 ? 0 : 1];
}

/** The bytes of a mark with its checksum. */
export function markBytes({ turn, group, position, end, checksum }: Mark): Buffer {
  const bytes = Buffer.alloc(MARK_BYTES);
  bytes.writeUInt32LE(MARK_MAGIC, 0);
  bytes.writeUInt32LE(turn, 4);
  bytes.writeUInt32LE(group, 8);
  bytes.writeUInt32LE(position, 12);
  bytes.writeBigUInt64LE(BigInt(end), 16);
  bytes.writeUInt32LE(checksum, 24);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 28)), 28);
  return bytes;
}

/** The newer of the valid marks; undefined if neither is valid. */
export function newestMark(log: Buffer): Mark | undefined {
  return MARKS_AT.flatMap((at) => readMark(log.subarray(at, at + MARK_BYTES)) ?? [])
    .toSorted((left, right) => left.turn - right.turn)
    .at(-1);
}

function readMark(bytes: Buffer): Mark | undefined {
  if (bytes.readUInt32LE(0) !== MARK_MAGIC || bytes.readUInt32LE(28) !== crc32(bytes.subarray(0, 28))) return undefined;
  return {
    turn: bytes.readUInt32LE(4),
    group: bytes.readUInt32LE(8),
    position: bytes.readUInt32LE(12),
    end: Number(bytes.readBigUInt64LE(16)),
    checksum: bytes.readUInt32LE(24),
  };
}
