import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../platform-port.ts';
import type { Connection, ConnectionListener, Ended } from './connection.ts';
import { type KeepAlive, keepAliveOf, type Pinged } from './keep-alive.ts';

export interface AcceptOptions {
  /** The machine's own time: pings and cut-offs belong to the wire, not to the contract. */
  readonly machineClock: Clock;
  /** Headers of the 101. */
  readonly headers?: Readonly<Record<string, string>>;
}

const LARGEST_MESSAGE_BYTES = 65_536;

/** The reason of a protocol breach, by the code that the package closes with without a reason. */
const BREACHES: Readonly<Record<number, { readonly reason: string; readonly why: Ended['why'] }>> = {
  1002: { reason: 'not a frame as RFC 6455 has them', why: 'protocol error' },
  1007: { reason: 'a text message is UTF-8', why: 'protocol error' },
  1008: { reason: 'a message in too many pieces', why: 'too big' },
  1009: { reason: `a message is ${LARGEST_MESSAGE_BYTES} bytes at most`, why: 'too big' },
};

/** Adds a reason where the package closes because of the peer. */
class SpokenWebSocket extends WebSocket {
  ended: Ended | undefined;
  connection: WsConnection | undefined;

  override close(code?: number, reason?: string | Buffer): void {
    // The answer to the peer's close repeats its reason; sessions always state one, if an empty one.
    const breach = reason === undefined && code !== undefined ? BREACHES[code] : undefined;
    if (code !== undefined && breach !== undefined) this.ended ??= { code, why: breach.why };
    super.close(code, reason ?? breach?.reason);
  }
}

/** Limits of what a client may send. The package's own (100 MiB a message) are too high (trap X9). */
const LIMITS: ServerOptions<typeof SpokenWebSocket> & {
  readonly closeTimeout: number;
  readonly maxPendingAutoPongs: number;
} = {
  WebSocket: SpokenWebSocket,
  noServer: true,
  maxPayload: LARGEST_MESSAGE_BYTES,
  maxFragments: 1_024,
  maxBufferedChunks: 16_384,
  // Maximum pings in one chunk of the stream; past it the package cuts the connection off.
  maxPendingAutoPongs: 1_024,
  perMessageDeflate: false,
  clientTracking: false,
  // Ends a closing handshake that the peer does not answer. Machine time.
  closeTimeout: 5_000,
  // No sub-protocol is supported; by default the package accepts the first that a client names.
  handleProtocols: () => false,
};

/**
 * Answers an upgrade request with 101. Rejects if the request is not one (the package has then answered it; callers
 * check key, version and method first) or if the client has left.
 */
export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { machineClock, headers = {} }: AcceptOptions,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    if (!socket.readable || !socket.writable) {
      socket.destroy();
      reject(new Error('the client left before its handshake was answered'));
      return;
    }
    new WebSocketServer(LIMITS)
      .on('wsClientError', (error) => {
        socket.destroy();
        reject(error);
      })
      .on('headers', (lines) => {
        for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
      })
      .handleUpgrade(request, socket, head, (ws) => {
        resolve(new WsConnection(ws, socket as Socket, keepAliveOf(machineClock)));
      });
  });
}

class WsConnection implements Connection, Pinged {
  readonly #ws: SpokenWebSocket;
  readonly #socket: Socket;
  readonly #keepAlive: KeepAlive;
  #listener: ConnectionListener | undefined;

  constructor(ws: SpokenWebSocket, socket: Socket, keepAlive: KeepAlive) {
    this.#ws = ws;
    this.#socket = socket;
    this.#keepAlive = keepAlive;
    ws.connection = this;
    // The package answers a peer's fault with a close frame itself; only the close event matters here.
    ws.on('error', nothing);
    ws.on('close', onClose);
    // Nothing is read before there is a listener: messages wait in the kernel, not here.
    ws.pause();
    keepAlive.watch(this);
  }

  get bufferedBytes(): number {
    return this.#ws.bufferedAmount;
  }

  get bytesRead(): number {
    return this.#socket.bytesRead;
  }

  send(text: string): void {
    // Not by the package, which writes the header and the text of a frame apart: in one piece it costs a sixth less.
    if (this.#ws.readyState === this.#ws.OPEN) this.#socket.write(textFrame(text));
  }

  cut(text: string): void {
    const frame = textFrame(text);
    this.#socket.write(frame.subarray(0, Math.ceil(frame.length / 2)), () => this.cutOff());
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
    // Read the peer's answer even if there is no listener yet.
    this.#ws.resume();
  }

  listen(listener: ConnectionListener): void {
    this.#listener = listener;
    this.#ws.on('message', onMessage);
    this.#ws.resume();
  }

  received(text: string | null): void {
    // After our close the package still emits pending messages, which are dropped.
    if (this.#ws.readyState === this.#ws.OPEN) this.#listener?.received(text);
  }

  closed(code: number): void {
    this.#keepAlive.forget(this);
    this.#listener?.closed(this.#ws.ended ?? { code, why: code === 1006 ? 'gone' : 'closed by the client' });
  }

  ping(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping();
  }

  cutOff(): void {
    this.#ws.ended ??= { code: 1006, why: 'silent' };
    this.#ws.terminate();
  }
}

/** The listeners are the same functions for every connection: an idle session is mostly what it holds to be called. */
function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  (this as SpokenWebSocket).connection?.received(isBinary ? null : String(data));
}

function onClose(this: WebSocket, code: number): void {
  (this as SpokenWebSocket).connection?.closed(code);
}

/** One unmasked text frame of RFC 6455: the package sends whole frames only. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const textAt = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(textAt + length);
  frame[0] = 0x81;
  frame[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (textAt === 4) frame.writeUInt16BE(length, 2);
  if (textAt === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, textAt);
  return frame;
}

function nothing(): void {
  // Ignored: see above.
}
