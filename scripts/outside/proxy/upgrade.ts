/** The proxy's way with sockets: the handshake passes the layers of requests, then every frame passes those of talks. */
import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { type Stopwatch, startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { lane } from './lane.ts';
import { closing, down, type SocketLayer, type Talk, type TalkLayer, up } from './talk.ts';
import type { Asked, Layer, Next, Told } from './telling.ts';
import { composed } from './telling.ts';

/** What a client library sends of itself. */
const OF_THE_HANDSHAKE = /^(host|connection|upgrade|content-length|sec-websocket-.*)$/i;
/** A close code that may not stand in a frame. */
const UNSENT = [1005, 1006, 1015];

export interface UpgradeOptions {
  /** The gateway's address. */
  readonly baseUrl: string;
  readonly layers: readonly Layer[];
  readonly socketLayers: readonly SocketLayer[];
}

/** Serves one upgrade. Rejects where a layer throws. */
export async function upgradeThrough(
  { baseUrl, layers, socketLayers }: UpgradeOptions,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const { method = '', url = '' } = incoming;
  const asked: Asked = { method, path: url, headers: headersOf(incoming), body: Buffer.alloc(0) };
  const stopwatch = startStopwatch();
  let gateway: WebSocket | undefined;
  let early: Early = { texts: [] };
  const open: Next = (one) => {
    gateway?.terminate();
    gateway = openAt(baseUrl, one);
    const heard: Early = { texts: [] };
    early = heard;
    gateway.on('message', (data) => heard.texts.push(String(data)));
    gateway.once('close', (code) => {
      heard.closed = code;
    });
    return handshakeOf(gateway);
  };
  const told = await composed(layers, open)(asked);
  if (told.wire?.delayMs !== undefined) await stopwatch.sleep(told.wire.delayMs);
  if (told.status !== 101 || gateway === undefined) {
    gateway?.terminate();
    refuse(socket, told);
    return;
  }
  const opened = gateway;
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('headers', (lines) => headed(lines, told));
  server.handleUpgrade(incoming, socket, head, (client) => {
    opened.removeAllListeners('message');
    join(client, opened, { asked, socketLayers, early, stopwatch });
  });
}

const OWED = ['Upgrade', 'Connection', 'Sec-WebSocket-Accept'];

/** The lines of a 101 as the layers have them, but for what only this end knows. */
function headed(lines: string[], { headers }: Told): void {
  const [status = '', ...own] = lines;
  const accepted = own.map((line) => line.split(': ', 2)).find(([name]) => name === 'Sec-WebSocket-Accept')?.[1] ?? '';
  const isAccept = (name: string) => name.toLowerCase() === 'sec-websocket-accept';
  const missing = OWED.filter((name) => !headers.some(([one]) => one.toLowerCase() === name.toLowerCase()));
  const kept = own.filter((line) => missing.includes(line.split(':', 1)[0] ?? ''));
  const told = headers.map(([name, value]) => `${name}: ${isAccept(name) ? accepted : value}`);
  lines.splice(0, lines.length, status, ...told, ...kept);
}

function headersOf({ rawHeaders }: IncomingMessage): Told['headers'] {
  return rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : []));
}

function openAt(baseUrl: string, { path, headers }: Asked): WebSocket {
  const kept = headers.filter(([name]) => !OF_THE_HANDSHAKE.test(name));
  const byName = Map.groupBy(kept, ([name]) => name);
  const named = Object.fromEntries([...byName].map(([name, lines]) => [name, lines.map(([, value]) => value)]));
  return new WebSocket(baseUrl.replace(/^http/, 'ws') + path, {
    headers: named as unknown as Record<string, string>,
    perMessageDeflate: false,
  });
}

function handshakeOf(gateway: WebSocket): Promise<Told> {
  return new Promise((resolve) => {
    let headers: Told['headers'] = [];
    gateway.on('upgrade', (answer) => {
      headers = headersOf(answer);
    });
    gateway.on('open', () => resolve({ status: 101, headers, body: '' }));
    gateway.on('error', () => resolve({ status: 502, headers: [], body: '' }));
    gateway.on('unexpected-response', (_, answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), body });
      });
    });
  });
}

const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** A status of nought: the connection ends without an answer. */
function refuse(socket: Duplex, { status, headers, body }: Told): void {
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

/** What came of the gateway before the client was let in. */
interface Early {
  readonly texts: string[];
  closed?: number;
}

interface Joined {
  readonly asked: Asked;
  readonly socketLayers: readonly SocketLayer[];
  readonly early: Early;
  readonly stopwatch: Stopwatch;
}

/** One message as the layers put it on the wire: in pieces, and a ping between them. */
function put(client: WebSocket, text: string, layers: readonly TalkLayer[]): void {
  if (client.readyState !== WebSocket.OPEN) return;
  const pieces = Math.max(1, ...layers.map(({ wire }) => wire?.pieces ?? 1));
  const isPinged = layers.some(({ wire }) => wire?.pings === true);
  const bytes = Buffer.from(text);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at === 0 || at < bytes.length; at += size) {
    if (isPinged && at < 2 * size) client.ping(`at ${at}`);
    client.send(bytes.subarray(at, at + size), { binary: false, fin: at + size >= bytes.length }, () => undefined);
  }
  if (isPinged) client.pong('unasked');
}

function join(client: WebSocket, gateway: WebSocket, { asked, socketLayers, early, stopwatch }: Joined): void {
  const layers: TalkLayer[] = [];
  const isOpen = () => gateway.readyState === WebSocket.OPEN;
  const delayMs = () => Math.max(0, ...layers.map(({ wire }) => wire?.delayMs ?? 0));
  const [toClient, toGateway] = [lane(stopwatch, delayMs), lane(stopwatch, delayMs)];
  const talk: Talk = {
    request: asked,
    socket: asked.path.includes('market-data') ? 'market-data' : 'trading',
    toClient: (text) => toClient(() => put(client, text, layers)),
    toGateway: (text) => toGateway(() => isOpen() && gateway.send(text, () => undefined)),
    closeClient: (code) => toClient(() => closed(client, code)),
  };
  layers.push(...socketLayers.map((layer) => layer(talk)));
  const hear = (text: string): void => {
    for (const one of down(layers, text)) talk.toClient(one);
  };
  const end = (code: number): void => {
    const seen = closing(layers, code);
    if (seen !== undefined) talk.closeClient(seen);
  };
  for (const text of early.texts) hear(text);
  if (early.closed !== undefined) end(early.closed);
  gateway.on('message', (data) => hear(String(data)));
  client.on('message', (data, isBinary) => {
    if (isBinary) toGateway(() => isOpen() && gateway.send(data as Buffer, { binary: true }, () => undefined));
    else for (const one of up(layers, String(data))) talk.toGateway(one);
  });
  gateway.on('close', end);
  client.on('close', (code) => toGateway(() => closed(gateway, code)));
  for (const one of [client, gateway]) one.on('error', () => one.terminate());
}

function closed(end: WebSocket, code: number): void {
  if (code === 1006) end.terminate();
  else end.close(UNSENT.includes(code) ? undefined : code);
}
