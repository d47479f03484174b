/** The proxy's way with sockets: the handshake passes the layers of requests, then every frame passes those of talks. */
import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { closing, down, type SocketLayer, type Talk, up } from './talk.ts';
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
  const { method = '', url = '', rawHeaders } = incoming;
  const headers = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : []));
  const asked: Asked = { method, path: url, headers, body: Buffer.alloc(0) };
  let gateway: WebSocket | undefined;
  const early: string[] = [];
  const open: Next = (one) => {
    gateway?.terminate();
    gateway = openAt(baseUrl, one);
    gateway.on('message', (data) => early.push(String(data)));
    return handshakeOf(gateway);
  };
  const told = await composed(layers, open)(asked);
  if (told.status !== 101 || gateway === undefined) {
    gateway?.terminate();
    refuse(socket, told);
    return;
  }
  const opened = gateway;
  new WebSocketServer({ noServer: true, perMessageDeflate: false }).handleUpgrade(incoming, socket, head, (client) => {
    opened.removeAllListeners('message');
    join(client, opened, asked, socketLayers, early);
  });
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
    gateway.on('open', () => resolve({ status: 101, headers: [], body: '' }));
    gateway.on('error', () => resolve({ status: 502, headers: [], body: '' }));
    gateway.on('unexpected-response', (_, answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { rawHeaders } = answer;
        const headers = rawHeaders.flatMap((name, i) =>
          i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : [],
        );
        resolve({ status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('utf8') });
      });
    });
  });
}

const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

function refuse(socket: Duplex, { status, headers, body }: Told): void {
  const lines = headers
    .filter(([name]) => !HOP.includes(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${lines.join('')}` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function join(
  client: WebSocket,
  gateway: WebSocket,
  asked: Asked,
  socketLayers: readonly SocketLayer[],
  early: readonly string[],
): void {
  const talk: Talk = {
    asked,
    socket: asked.path.includes('market-data') ? 'market-data' : 'trading',
    toClient: (text) => client.send(text, () => undefined),
    toGateway: (text) => gateway.send(text, () => undefined),
    closeClient: (code) => client.close(code),
  };
  const layers = socketLayers.map((layer) => layer(talk));
  const hear = (text: string): void => {
    for (const one of down(layers, text)) talk.toClient(one);
  };
  for (const text of early) hear(text);
  gateway.on('message', (data) => hear(String(data)));
  client.on('message', (data, isBinary) => {
    if (isBinary) gateway.send(data as Buffer, { binary: true }, () => undefined);
    else for (const one of up(layers, String(data))) talk.toGateway(one);
  });
  gateway.on('close', (code) => {
    const seen = closing(layers, code);
    if (seen === undefined) return;
    if (seen === 1006) client.terminate();
    else client.close(UNSENT.includes(seen) ? undefined : seen);
  });
  client.on('close', (code) => gateway.close(UNSENT.includes(code) ? undefined : code));
  for (const end of [client, gateway]) end.on('error', () => end.terminate());
}
