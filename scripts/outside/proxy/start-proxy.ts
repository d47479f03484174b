/** A proxy of a few lines before a gateway: every request and answer passes the layers, every frame those of sockets. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { SocketLayer } from './talk.ts';
import type { Asked, Layer, Next, Told } from './telling.ts';
import { composed, headerOf } from './telling.ts';
import { upgradeThrough } from './upgrade.ts';

export interface Proxy extends AsyncDisposable {
  readonly baseUrl: string;
}

/** What is longer is not read: the gateway refuses it by its Content-Length, before it comes. */
const LONGEST_READ = 1_000_000;
const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

class Dropped extends Error {}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as [string, string]] : []));
}

async function read(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Asks the gateway; what was not read here is piped on. */
function upstream(baseUrl: string, agent: Agent, incoming: IncomingMessage, unread: boolean): Next {
  const { hostname, port } = new URL(baseUrl);
  return (asked) =>
    new Promise((resolve, reject) => {
      const dropped = () => reject(new Dropped());
      const kept = unread ? asked.headers : asked.headers.filter(([name]) => !HOP.includes(name.toLowerCase()));
      const length = unread || asked.body.length === 0 ? [] : [['Content-Length', String(asked.body.length)] as const];
      const headers = [...kept, ...length].flat();
      const { method, path } = asked;
      const outgoing = httpRequest({ hostname, port, method, path, headers, agent: unread ? false : agent });
      outgoing.on('response', (answer) => {
        read(answer).then((body) => {
          const told = pairs(answer.rawHeaders).filter(([name]) => !HOP.includes(name.toLowerCase()));
          resolve({ status: answer.statusCode ?? 0, headers: told, body: body.toString('utf8') });
        }, dropped);
      });
      outgoing.on('error', dropped);
      if (unread) {
        outgoing.flushHeaders();
        incoming.pipe(outgoing);
      } else outgoing.end(asked.body);
    });
}

function put(response: ServerResponse, method: string, { status, headers, body, wire = {} }: Told): void {
  const bytes = Buffer.from(body);
  const framing =
    wire.chunkBytes === undefined ? ['Content-Length', String(bytes.length)] : ['Transfer-Encoding', 'chunked'];
  const closing = wire.close === true ? ['Connection', 'close'] : [];
  if (wire.earlyHints === true) response.writeEarlyHints({ link: '</docs>; rel=preload' });
  response.sendDate = false;
  const bare = status === 204 || status === 304;
  const lines = [...headers.flat(), ...(bare ? [] : framing), ...closing];
  if (wire.reason === undefined) response.writeHead(status, lines);
  else response.writeHead(status, wire.reason, lines);
  if (bare || method === 'HEAD') response.end();
  else if (wire.chunkBytes === undefined) response.end(bytes);
  else {
    for (let i = 0; i < bytes.length; i += wire.chunkBytes) response.write(bytes.subarray(i, i + wire.chunkBytes));
    response.end();
  }
}

/** Serves on a free port of this machine. */
export async function startProxy(
  baseUrl: string,
  layers: readonly Layer[],
  socketLayers: readonly SocketLayer[] = [],
): Promise<Proxy> {
  const stopwatch = startStopwatch();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', rawHeaders } = incoming;
    const headers = pairs(rawHeaders);
    const unread = Number(headerOf({ headers }, 'content-length') ?? 0) > LONGEST_READ;
    const asked: Asked = { method, path: url, headers, body: unread ? Buffer.alloc(0) : await read(incoming) };
    const told = await composed(layers, upstream(baseUrl, agent, incoming, unread))(asked);
    if (told.wire?.delayMs !== undefined) await stopwatch.sleep(told.wire.delayMs);
    put(response, method, unread ? { ...told, wire: { ...told.wire, close: true } } : told);
  }
  const problems: unknown[] = [];
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (!(error instanceof Dropped)) problems.push(error);
      response.destroy();
    });
  });
  server.on('upgrade', (incoming, socket, head) => {
    upgradeThrough({ baseUrl, layers, socketLayers }, incoming, socket, head).catch((error: unknown) => {
      if (!(error instanceof Dropped)) problems.push(error);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // A layer that throws would pass for a dropped connection, and every row for inconclusive.
      if (problems.length > 0) throw problems[0];
    },
  };
}
