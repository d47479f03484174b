/** The member behind the layers, by in-process connections. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type HttpResponse, headerOf, type Next } from '../../gateway/variations/layer.ts';

export interface Upstream {
  /** A name: nothing connects to it. */
  readonly baseUrl: string;
  readonly connect: () => Duplex;
}

/** Headers of one connection, which the next one sets itself. */
export const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];
const LONGEST_READ = 1_000_000;

/** The connection to the member ended without a response; the client's ends as well. */
export class Dropped extends Error {}

/** The pairs of a flat list of header names and values. */
export function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as [string, string]] : []));
}

/** The whole content of a stream. */
export async function read(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Whether the member may refuse the request before its body arrives: the body is piped, and layers see an empty one.
 */
export function isPiped({ rawHeaders }: IncomingMessage): boolean {
  const headers = pairs(rawHeaders);
  return (
    Number(headerOf({ headers }, 'content-length') ?? 0) > LONGEST_READ || headerOf({ headers }, 'expect') !== undefined
  );
}

interface SendOptions {
  readonly upstream: Upstream;
  readonly incoming: IncomingMessage;
  /** Called when the member requests an announced body. */
  readonly onContinue?: () => void;
}

/** Sends to the member. The promise rejects with Dropped if no whole response arrives. */
export function sendTo({ upstream, incoming, onContinue }: SendOptions): Next {
  const { hostname } = new URL(upstream.baseUrl);
  const piped = isPiped(incoming);
  return (request) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const dropped = () => reject(new Dropped());
      const kept = piped ? request.headers : request.headers.filter(([name]) => !HOP.includes(name.toLowerCase()));
      const length =
        piped || request.body.length === 0 ? [] : [['Content-Length', String(request.body.length)] as const];
      const { method, path } = request;
      const outgoing = httpRequest({
        hostname,
        createConnection: upstream.connect,
        method,
        path,
        headers: [...kept, ...length].flat(),
      });
      outgoing.on('response', (answer) => {
        read(answer).then((body) => {
          const headers = pairs(answer.rawHeaders).filter(([name]) => !HOP.includes(name.toLowerCase()));
          resolve({ status: answer.statusCode ?? 0, headers, body: body.toString('utf8') });
        }, dropped);
      });
      outgoing.on('error', dropped);
      if (onContinue !== undefined) outgoing.on('continue', onContinue);
      if (piped) {
        outgoing.flushHeaders();
        incoming.pipe(outgoing);
      } else outgoing.end(request.body);
    });
}
