/** The address behind a recording proxy, and what of a message may not cross a proxy. */
import { Agent, type ClientRequest, type ClientRequestArgs, request as httpRequest } from 'node:http';
import { callbackify } from 'node:util';
import type { Dial } from '../../conformance/member/connection/dial.ts';
import type { HeaderLines } from '../../conformance/member/exchange/exchange.ts';
import type { RequestHead } from './observer.ts';

export interface Upstream {
  /** Scheme, host and port; a path of it has no meaning. */
  readonly origin: URL;
  readonly dial: Dial;
  /** true: the target receives the Host header of the client, as its own port would. */
  readonly keepsHost?: boolean;
}

/** RFC 9110, 7.6.1. Transfer-Encoding stays: Node reads the framing of a message from it. */
const HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'upgrade']);

/** The pairs of Node's flat list of header names and values. */
export function linesOf(raw: readonly string[]): HeaderLines {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []));
}

/** Without the headers that concern one connection only, including those that Connection names. */
export function endToEnd(lines: HeaderLines): HeaderLines {
  const named = lines
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((one) => one.trim()),
    );
  return lines.filter(([name]) => !HOP.has(name.toLowerCase()) && !named.includes(name.toLowerCase()));
}

type CreateConnection = NonNullable<ClientRequestArgs['createConnection']>;

/** Adapts `dial` to Node's requests, which declare only the synchronous way. */
function connectionTo(dial: Dial, url: URL): CreateConnection {
  const connect: unknown = (_: unknown, done: (error: Error | null, socket: unknown) => void) =>
    callbackify(dial)(url, done);
  return connect as CreateConnection;
}

/** One connection to the target, kept for later requests; the caller destroys it. */
export function keptConnection({ dial, origin }: Upstream): Agent {
  return Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), { createConnection: connectionTo(dial, origin) });
}

/**
 * Begins a request to the target with these header lines; its body follows.
 *
 * @param agent absent: on a new connection
 */
export function begin(
  { dial, origin, keepsHost }: Upstream,
  { method, path, headers }: RequestHead,
  agent?: Agent,
): ClientRequest {
  const lines = headers.map(([name, value]) =>
    name.toLowerCase() === 'host' && keepsHost !== true ? ([name, origin.host] as const) : ([name, value] as const),
  );
  const way = agent === undefined ? { createConnection: connectionTo(dial, origin) } : { agent };
  const reach = { ...way, host: origin.hostname, port: origin.port, setHost: false };
  if (isFramed(method, lines)) return httpRequest({ ...reach, method, path, headers: lines.flat() });
  const outgoing = httpRequest({ ...reach, method, path, headers: byName(lines) });
  // Otherwise Node frames the absent body of a POST as chunked.
  outgoing.useChunkedEncodingByDefault = false;
  return outgoing;
}

/** Whether Node leaves the framing of the body as the lines state it. */
function isFramed(method: string, lines: HeaderLines): boolean {
  const stated = lines.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  return stated || ['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method);
}

function byName(lines: HeaderLines): Record<string, string | string[]> {
  const named = Map.groupBy(lines, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...named.values()].map((same) => {
      const values = same.map(([, value]) => value);
      return [same[0]?.[0] ?? '', values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** An address that cannot be reached is not a reset connection: the person who records needs a message. */
export function isUnreached(failure: string): boolean {
  return failure !== 'reset' && failure !== 'timeout';
}

/** 101 where no other protocol was asked for, or none is agreed: it is no answer, and none follows it. */
export function unfit101(): Error {
  return Object.assign(new Error('101 without an upgrade'), { code: '101 without an upgrade' });
}
