/**
 * A log's frames: one record or one note each, as JSON between its length and its checksum.
 *
 *     'TSF' kind | length | group | checksum of the frame before | checksum of all of these and of the payload | payload
 *
 * Numbers are 32 bits, little endian. Frames that are synced together form a group, and the kind of its last frame is a
 * capital, so a reader knows whether a group is whole. The checksum is CRC-32, which detects every single flipped bit and
 * every burst of up to 32. Each frame names the one before it, so none can be missing, repeated or moved.
 */
import { crc32 } from 'node:zlib';

/** The length of a frame without its payload. */
export const FRAME_HEAD_BYTES = 20;
const CHECKED_BYTES = 16;
const MAGIC = 0x46_53_54; // 'TSF'

export type FrameKind = 'record' | 'note';

const CODES = { record: 0x72, note: 0x6e } as const satisfies Record<FrameKind, number>;
const CAPITAL = 0x20;

export interface Frame {
  readonly kind: FrameKind;
  readonly group: number;
  /** Whether it is the last frame of its group. */
  readonly ends: boolean;
  readonly before: number;
  readonly checksum: number;
  readonly payload: Buffer;
  /** The offset of the byte after it. */
  readonly end: number;
}

export interface Payload {
  readonly kind: FrameKind;
  readonly bytes: Buffer;
}

export interface Group {
  readonly bytes: Buffer;
  /** The checksum of its last frame. */
  readonly checksum: number;
}

/** @param before the checksum of the previous frame; there is at least one */
export function groupOf(payloads: readonly Payload[], group: number, before: number): Group {
  const size = payloads.reduce((sum, { bytes }) => sum + FRAME_HEAD_BYTES + bytes.length, 0);
  const all = Buffer.allocUnsafe(size);
  let at = 0;
  let checksum = before;
  payloads.forEach(({ kind, bytes }, index) => {
    const ends = index === payloads.length - 1;
    all.writeUInt32LE((((CODES[kind] - (ends ? CAPITAL : 0)) << 24) | MAGIC) >>> 0, at);
    all.writeUInt32LE(bytes.length, at + 4);
    all.writeUInt32LE(group, at + 8);
    all.writeUInt32LE(checksum, at + 12);
    bytes.copy(all, at + FRAME_HEAD_BYTES);
    checksum = crc32(bytes, crc32(all.subarray(at, at + CHECKED_BYTES)));
    all.writeUInt32LE(checksum, at + CHECKED_BYTES);
    at += FRAME_HEAD_BYTES + bytes.length;
  });
  return { bytes: all, checksum };
}

/** The frame at an offset; undefined if no whole and valid frame begins there. */
export function frameAt(log: Buffer, at: number): Frame | undefined {
  if (at + FRAME_HEAD_BYTES > log.length) return undefined;
  const word = log.readUInt32LE(at);
  if ((word & 0xff_ff_ff) !== MAGIC) return undefined;
  const code = word >>> 24;
  const kind = kindOf(code | CAPITAL);
  const end = at + FRAME_HEAD_BYTES + log.readUInt32LE(at + 4);
  if (kind === undefined || end > log.length) return undefined;
  const payload = log.subarray(at + FRAME_HEAD_BYTES, end);
  const checksum = log.readUInt32LE(at + CHECKED_BYTES);
  if (crc32(payload, crc32(log.subarray(at, at + CHECKED_BYTES))) !== checksum) return undefined;
  const ends = (code & CAPITAL) === 0;
  return { kind, group: log.readUInt32LE(at + 8), ends, before: log.readUInt32LE(at + 12), checksum, payload, end };
}

/** The next valid frame of a later group after an offset. */
export function laterBehind(log: Buffer, at: number, group: number): Frame | undefined {
  const magic = Buffer.from('TSF');
  for (let next = log.indexOf(magic, at + 1); next !== -1; next = log.indexOf(magic, next + 1)) {
    const frame = frameAt(log, next);
    if (frame !== undefined && frame.group > group) return frame;
  }
  return undefined;
}

function kindOf(code: number): FrameKind | undefined {
  if (code === CODES.record) return 'record';
  return code === CODES.note ? 'note' : undefined;
}
