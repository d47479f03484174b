/** WebSocket frames as bytes (RFC 6455 section 5.2), valid and invalid, and a client that sends them without a library. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export const OPCODES = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;

type Payload = Uint8Array | string;

export interface FrameParts {
  /** Default true. */
  readonly fin?: boolean;
  /** RSV1 to RSV3, as the three bits of a number; default 0. */
  readonly reserved?: number;
  /** Default true, as the protocol requires of a client. */
  readonly masked?: boolean;
  /** The length that the header states; default: that of the payload. */
  readonly claimed?: bigint;
}

const MASK = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

/** @param opcode by its name, or any number. */
export function frame(opcode: keyof typeof OPCODES | number, payload: Payload = '', parts: FrameParts = {}): Buffer {
  const { fin = true, reserved = 0, masked = true, claimed } = parts;
  const bytes = Buffer.from(payload as string, 'utf8');
  const first = (fin ? 0x80 : 0) | (reserved << 4) | (typeof opcode === 'number' ? opcode : OPCODES[opcode]);
  const length = lengthBytes(claimed ?? BigInt(bytes.length));
  length[0] = (length[0] ?? 0) | (masked ? 0x80 : 0);
  const body = masked ? [MASK, bytes.map((byte, i) => byte ^ (MASK[i % 4] ?? 0))] : [bytes];
  return Buffer.concat([Buffer.from([first]), length, ...body]);
}

function lengthBytes(length: bigint): Buffer {
  if (length < 126n) return Buffer.from([Number(length)]);
  const isShort = length < 65_536n;
  const bytes = Buffer.alloc(isShort ? 3 : 9, isShort ? 126 : 127);
  if (isShort) bytes.writeUInt16BE(Number(length), 1);
  else bytes.writeBigUInt64BE(length, 1);
  return bytes;
}

/** A message in several frames: the first names its opcode, the last ends it. */
export function fragments(opcode: keyof typeof OPCODES, pieces: readonly Payload[]): readonly Buffer[] {
  return pieces.map((piece, i) => frame(i === 0 ? opcode : 'continuation', piece, { fin: i === pieces.length - 1 }));
}

/** A closing frame. Without a code: an empty one. */
export function close(code?: number, reason: Payload = ''): Buffer {
  if (code === undefined) return frame('close');
  return frame('close', Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason as string, 'utf8')]));
}

/** An op that both sockets answer before and after authentication. */
export const op = (reqId: string, extra = ''): string => JSON.stringify({ op: 'no-such-op', reqId, params: { extra } });

/** One frame that the server sent. */
export interface Received {
  readonly opcode: number;
  readonly fin: boolean;
  readonly reserved: number;
  readonly masked: boolean;
  readonly payload: Buffer;
}

/** The first frame of `bytes`, and the bytes after it; undefined while it is incomplete. */
function takeFrame(bytes: Buffer): { readonly received: Received; readonly rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  const short = second & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + length) return undefined;
  const payload = Buffer.from(bytes.subarray(head, head + length));
  const flags = { fin: first >= 0x80, reserved: (first >> 4) & 0x7, masked: second >= 0x80 };
  return { received: { opcode: first & 0x0f, ...flags, payload }, rest: bytes.subarray(head + length) };
}

export interface RawPeer {
  /** Writes bytes unchanged; drops them once the server has ended the connection. */
  write(bytes: Uint8Array): void;
  /** Returns the oldest unread frame; undefined if the connection ended first. */
  next(): Promise<Received | undefined>;
  /** Resolves when the server has ended the connection. */
  ended(): Promise<void>;
  destroy(): void;
}

/** Rejects with the first line of the answer if the handshake is refused. */
export async function openRawPeer(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawPeer> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${lines.join('')}\r\n`,
  );
  return peerOf(socket, await afterHandshake(socket));
}

async function afterHandshake(socket: Socket): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const head = bytes.toString('latin1', 0, end);
    if (!head.startsWith('HTTP/1.1 101 ')) throw new Error(head.split('\r\n', 1)[0]);
    return bytes.subarray(end + 4);
  }
  throw new Error('the connection ended before its handshake was answered');
}

function peerOf(socket: Socket, first: Buffer): RawPeer {
  const received: Received[] = [];
  let rest = Buffer.alloc(0);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // A write to a connection that the server has ended fails; `ended` reports the end.
  socket.on('error', () => undefined);
  const read = (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    for (let taken = takeFrame(rest); taken !== undefined; taken = takeFrame(rest)) {
      received.push(taken.received);
      rest = Buffer.from(taken.rest);
    }
    socket.emit('frames');
  };
  socket.on('data', read);
  read(first);
  return {
    write: (bytes) => {
      if (socket.writable) socket.write(bytes);
    },
    async next() {
      while (received.length === 0) {
        if (socket.closed || socket.readableEnded) return undefined;
        await Promise.race([once(socket, 'frames'), closed]);
      }
      return received.shift();
    },
    ended: () => closed,
    destroy: () => socket.destroy(),
  };
}
