/** A WebSocket client of bytes: it opens a socket by hand, sends what it is told, and keeps all that comes. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { OPCODES, type Received, takeFrames } from './raw-frame.ts';

export interface RawPeer {
  /** Writes bytes as they are; a peer that the server has cut off drops them. */
  write(bytes: Uint8Array): void;
  /** Frames that came and were not taken yet, oldest first; undefined: the connection ended first. */
  next(): Promise<Received | undefined>;
  /** Ends when the server has ended the connection. */
  ended(): Promise<void>;
  destroy(): void;
}

/** Rejects with the first line of the answer where the handshake is refused. */
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
  const come: Received[] = [];
  let rest = Buffer.alloc(0);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // What a cut-off does to a write is seen by `ended`.
  socket.on('error', () => undefined);
  const hear = (chunk: Buffer): void => {
    const taken = takeFrames(Buffer.concat([rest, chunk]));
    come.push(...taken.frames);
    rest = Buffer.from(taken.rest);
    socket.emit('frames');
  };
  socket.on('data', hear);
  hear(first);
  return {
    write: (bytes) => {
      if (socket.writable) socket.write(bytes);
    },
    async next() {
      while (come.length === 0) {
        if (socket.closed || socket.readableEnded) return undefined;
        await Promise.race([once(socket, 'frames'), closed]);
      }
      return come.shift();
    },
    async ended() {
      // A peer that has been told goodbye says so too, and then the server ends the connection.
      await closed;
    },
    destroy: () => socket.destroy(),
  };
}

/** What a closing frame says; 1005 where it says nothing. */
export function closeCodeOf({ opcode, payload }: Received): number | undefined {
  if (opcode !== OPCODES.close) return undefined;
  return payload.length < 2 ? 1005 : payload.readUInt16BE(0);
}
