/** WebSocket frames as bytes (RFC 6455 section 5.2), made without any library: right ones and wrong ones. */

export const OPCODES = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;

export interface FrameParts {
  readonly opcode: number;
  readonly payload?: Uint8Array | string;
  /** Default true. */
  readonly fin?: boolean;
  /** RSV1 to RSV3, as the three bits of a number; default 0. */
  readonly reserved?: number;
  /** Default: a mask as every client must have. */
  readonly masked?: boolean;
  /** What the header says of the length, where that is not the payload's own. */
  readonly claimed?: bigint;
}

/** Any four bytes will do: what a mask hides is for the peer to undo. */
const MASK = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

export function frame(parts: FrameParts): Buffer {
  const { opcode, fin = true, reserved = 0, masked = true } = parts;
  const payload = Buffer.from((parts.payload ?? '') as string, 'utf8');
  const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  const length = lengthBytes(parts.claimed ?? BigInt(payload.length));
  length[0] = (length[0] ?? 0) | (masked ? 0x80 : 0);
  const head = Buffer.concat([Buffer.from([first]), length]);
  return masked
    ? Buffer.concat([head, MASK, payload.map((byte, i) => byte ^ (MASK[i % 4] ?? 0))])
    : Buffer.concat([head, payload]);
}

function lengthBytes(length: bigint): Buffer {
  if (length < 126n) return Buffer.from([Number(length)]);
  if (length < 65_536n) {
    const bytes = Buffer.alloc(3, 126);
    bytes.writeUInt16BE(Number(length), 1);
    return bytes;
  }
  const bytes = Buffer.alloc(9, 127);
  bytes.writeBigUInt64BE(length, 1);
  return bytes;
}

export const text = (payload: string | Uint8Array): Buffer => frame({ opcode: OPCODES.text, payload });
export const ping = (payload: string | Uint8Array = ''): Buffer => frame({ opcode: OPCODES.ping, payload });
export const pong = (payload: string | Uint8Array = ''): Buffer => frame({ opcode: OPCODES.pong, payload });

/** A message in several frames: the first names what it is, the last ends it. */
export function fragments(opcode: number, pieces: readonly (string | Uint8Array)[]): readonly Buffer[] {
  return pieces.map((payload, i) =>
    frame({ opcode: i === 0 ? opcode : OPCODES.continuation, payload, fin: i === pieces.length - 1 }),
  );
}

/** A closing frame. No code: an empty one. */
export function close(code?: number, reason: string | Uint8Array = ''): Buffer {
  if (code === undefined) return frame({ opcode: OPCODES.close });
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(code);
  return frame({ opcode: OPCODES.close, payload: Buffer.concat([bytes, Buffer.from(reason as string, 'utf8')]) });
}

/** One frame that the server sent. */
export interface Received {
  readonly opcode: number;
  readonly fin: boolean;
  readonly reserved: number;
  readonly masked: boolean;
  readonly payload: Buffer;
}

/** The whole frames at the front of `bytes`, and what is left behind them. */
export function takeFrames(bytes: Buffer): { readonly frames: readonly Received[]; readonly rest: Buffer } {
  const frames: Received[] = [];
  let rest = bytes;
  for (let taken = takeFrame(rest); taken !== undefined; taken = takeFrame(rest)) {
    frames.push(taken.received);
    rest = rest.subarray(taken.bytes);
  }
  return { frames, rest };
}

function takeFrame(bytes: Buffer): { readonly received: Received; readonly bytes: number } | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  const short = second & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + length) return undefined;
  const received = {
    opcode: first & 0x0f,
    fin: first >= 0x80,
    reserved: (first >> 4) & 0x7,
    masked: second >= 0x80,
    payload: bytes.subarray(head, head + length),
  };
  return { received, bytes: head + length };
}
