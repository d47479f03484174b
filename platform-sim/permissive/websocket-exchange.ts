/**
 * One WebSocket through the layers: the handshake passes those of requests, then every frame those of its connection.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { guardedBy } from '../../gateway/guarded.ts';
import {
  type Connection,
  closing,
  down,
  type FrameLayer,
  type SocketLayer,
  up,
} from '../../gateway/variations/frames.ts';
import {
  composed,
  type HttpRequest,
  type HttpResponse,
  type Layer,
  type Next,
} from '../../gateway/variations/layer.ts';
import type { Timer } from '../../gateway/variations/variation.ts';
import { HOP, pairs, type Upstream } from './upstream.ts';

/** Headers that a client library sends itself. */
const OF_THE_HANDSHAKE = /^(host|connection|upgrade|content-length|sec-websocket-.*)$/i;
/** Close codes that may not be sent in a frame. */
const UNSENT = [1005, 1006, 1015];

export interface UpgradeOptions {
  readonly upstream: Upstream;
  readonly timer: Timer;
  /** Called with each message in either direction, before it passes the layers. */
  readonly stirred: () => void;
  /** Called with what a layer throws once the socket is open; both ends are cut off. */
  readonly failed: (error: unknown) => void;
  readonly layers: readonly Layer[];
  readonly socketLayers: readonly SocketLayer[];
}

/** Serves one upgrade. Rejects with an error of a layer. */
export async function upgradeThrough(
  { upstream, layers, socketLayers, timer, failed, stirred }: UpgradeOptions,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const { method = '', url = '' } = incoming;
  const request: HttpRequest = { method, path: url, headers: pairs(incoming.rawHeaders), body: Buffer.alloc(0) };
  let gateway: WebSocket | undefined;
  let early: Early = { texts: [] };
  const open: Next = (one) => {
    gateway?.terminate();
    gateway = openAt(upstream, one);
    const arrived: Early = { texts: [] };
    early = arrived;
    gateway.on('message', (data) => arrived.texts.push(String(data)));
    gateway.once('close', (code) => {
      arrived.closed = code;
    });
    return handshakeOf(gateway);
  };
  const answer = await composed(layers, open)(request);
  if (answer.wire?.delayMs !== undefined) await timer.sleep(answer.wire.delayMs);
  if (answer.status !== 101 || gateway === undefined) {
    gateway?.terminate();
    refuse(socket, answer);
    return;
  }
  const opened = gateway;
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('headers', (lines) => headed(lines, answer));
  server.handleUpgrade(incoming, socket, head, (client) => {
    opened.removeAllListeners('message');
    join(client, opened, { request, socketLayers, early, timer, failed, stirred });
  });
}

const OWED = ['Upgrade', 'Connection', 'Sec-WebSocket-Accept'];

/** The header lines of a 101 as changed by the layers, except those that only this end knows. */
function headed(lines: string[], { headers }: HttpResponse): void {
  const [status = '', ...own] = lines;
  const accepted = own.map((line) => line.split(': ', 2)).find(([name]) => name === 'Sec-WebSocket-Accept')?.[1] ?? '';
  const isAccept = (name: string) => name.toLowerCase() === 'sec-websocket-accept';
  const missing = OWED.filter((name) => !headers.some(([one]) => one.toLowerCase() === name.toLowerCase()));
  const kept = own.filter((line) => missing.includes(line.split(':', 1)[0] ?? ''));
  const changed = headers.map(([name, value]) => `${name}: ${isAccept(name) ? accepted : value}`);
  lines.splice(0, lines.length, status, ...changed, ...kept);
}

function openAt({ baseUrl, connect }: Upstream, { path, headers }: HttpRequest): WebSocket {
  const kept = headers.filter(([name]) => !OF_THE_HANDSHAKE.test(name));
  const byName = Map.groupBy(kept, ([name]) => name);
  const named = Object.fromEntries([...byName].map(([name, lines]) => [name, lines.map(([, value]) => value)]));
  return new WebSocket(baseUrl.replace(/^http/, 'ws') + path, {
    headers: named as unknown as Record<string, string>,
    perMessageDeflate: false,
    createConnection: connect as never,
  });
}

function handshakeOf(gateway: WebSocket): Promise<HttpResponse> {
  return new Promise((resolve) => {
    let headers: HttpResponse['headers'] = [];
    gateway.on('upgrade', (answer) => {
      headers = pairs(answer.rawHeaders);
    });
    gateway.on('open', () => resolve({ status: 101, headers, body: '' }));
    gateway.on('error', () => resolve({ status: 502, headers: [], body: '' }));
    gateway.on('unexpected-response', (_, answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: pairs(answer.rawHeaders), body });
      });
    });
  });
}

/** Status 0: the connection ends without a response. */
function refuse(socket: Duplex, { status, headers, body }: HttpResponse): void {
  if (status === 0) {
    socket.destroy();
    return;
  }
  const lines = headers
    .filter(([name]) => !HOP.includes(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${lines.join('')}` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Messages of the gateway before the client's handshake is answered. */
interface Early {
  readonly texts: string[];
  closed?: number;
}

/** Of frames on their way to a client. */
const MOST_HELD_BYTES = 65_536;

interface Joined {
  readonly request: HttpRequest;
  readonly socketLayers: readonly SocketLayer[];
  readonly early: Early;
  readonly timer: Timer;
  readonly failed: (error: unknown) => void;
  readonly stirred: () => void;
}

/** Sends one message as the layers put it on the wire: in fragments, with a ping between them. */
function put(client: WebSocket, text: string, layers: readonly FrameLayer[], sent: () => void): void {
  if (client.readyState !== WebSocket.OPEN) return;
  const pieces = Math.max(1, ...layers.map(({ wire }) => wire?.pieces ?? 1));
  const isPinged = layers.some(({ wire }) => wire?.pings === true);
  const bytes = Buffer.from(text);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at === 0 || at < bytes.length; at += size) {
    if (isPinged && at < 2 * size) client.ping(`at ${at}`);
    client.send(bytes.subarray(at, at + size), { binary: false, fin: at + size >= bytes.length }, sent);
  }
  if (isPinged) client.pong('unsolicited');
}

function join(client: WebSocket, gateway: WebSocket, joined: Joined): void {
  const { request, socketLayers, early, timer, failed, stirred } = joined;
  const layers: FrameLayer[] = [];
  // In a listener it would end the process.
  const guarded = guardedBy((error) => {
    failed(error);
    client.terminate();
    gateway.terminate();
  });
  for (const one of [client, gateway]) one.on('error', () => one.terminate());
  const isOpen = () => gateway.readyState === WebSocket.OPEN;
  const delayMs = () => Math.max(0, ...layers.map(({ wire }) => wire?.delayMs ?? 0));
  const [laneDown, laneUp] = [lane(timer, delayMs), lane(timer, delayMs)];
  const toClient = (act: () => void): void => laneDown(guarded(act));
  const toGateway = (act: () => void): void => laneUp(guarded(act));
  /** What the client leaves unread stays with the member, which bounds it (`limits.unsentBytes`). */
  const relieve = (): void => (client.bufferedAmount > MOST_HELD_BYTES ? gateway.pause() : gateway.resume());
  const connection: Connection = {
    request,
    socket: request.path.includes('market-data') ? 'market-data' : 'trading',
    toClient: (text) =>
      toClient(() => {
        put(client, text, layers, relieve);
        relieve();
      }),
    toGateway: (text) => toGateway(() => isOpen() && gateway.send(text, () => undefined)),
    closeClient: (code) => toClient(() => closed(client, code)),
  };
  const hear = (text: string): void => {
    stirred();
    for (const one of down(layers, text)) connection.toClient(one);
  };
  const end = (code: number): void => {
    const seen = closing(layers, code);
    if (seen !== undefined) connection.closeClient(seen);
  };
  gateway.on(
    'message',
    guarded((data: RawData) => hear(String(data))),
  );
  client.on(
    'message',
    guarded((data: RawData, isBinary: boolean) => {
      stirred();
      if (isBinary) toGateway(() => isOpen() && gateway.send(data as Buffer, { binary: true }, () => undefined));
      else for (const one of up(layers, String(data))) connection.toGateway(one);
    }),
  );
  gateway.on('close', guarded(end));
  client.on('close', (code) => {
    gateway.resume();
    toGateway(() => closed(gateway, code));
  });
  guarded(() => {
    layers.push(...socketLayers.map((layer) => layer(connection)));
    for (const text of early.texts) hear(text);
    if (early.closed !== undefined) end(early.closed);
  })();
}

function closed(end: WebSocket, code: number): void {
  if (code === 1006) end.terminate();
  else end.close(UNSENT.includes(code) ? undefined : code);
}

/** A queue of actions; `delayMs` is called for each as it is added. */
function lane(timer: Timer, delayMs: () => number): (act: () => void) => void {
  let last: Promise<void> | undefined;
  return (act) => {
    const ms = delayMs();
    if (ms === 0 && last === undefined) {
      act();
      return;
    }
    const dueMs = timer.nowMs() + ms;
    last = (last ?? Promise.resolve()).then(() => timer.sleep(Math.max(0, dueMs - timer.nowMs()))).then(act);
  };
}
