/**
 * One port in front of one address. Requests, answers and frames pass unchanged, as they come, and are reported to an
 * observer. What only concerns one connection (RFC 9110, 7.6.1) is each connection's own.
 */
import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { failureOf } from '../../conformance/client/connection/failures.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import type { ExchangeObserver, Observer } from './observer.ts';
import { upgradeThrough } from './socket-proxy.ts';
import { begin, endToEnd, isUnreached, keptConnection, linesOf, type Upstream } from './upstream.ts';

export interface ProxyOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly upstream: Upstream;
  readonly observer: Observer;
  readonly stopwatch: Stopwatch;
}

export interface RecordingProxy {
  readonly port: number;
  /** Stops accepting, waits this long for answers in flight, and closes every connection. */
  close(graceMs: number): Promise<void>;
}

/** Rejects with the error of Node if the port cannot be opened. */
export async function startRecordingProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const { host, port, upstream, observer, stopwatch } = options;
  const agents = new Map<Socket, Agent>();
  /** A connection to the target for each of a client: a sticky route, and what ends with a connection, stay as they are. */
  const agentOf = (socket: Socket): Agent => {
    const known = agents.get(socket);
    if (known !== undefined) return known;
    const agent = keptConnection(upstream);
    agents.set(socket, agent);
    socket.once('close', () => {
      agents.delete(socket);
      agent.destroy();
    });
    return agent;
  };
  const take = (incoming: IncomingMessage, response: ServerResponse): void =>
    pass(incoming, response, { upstream, observer, agent: agentOf(incoming.socket) });
  const upgraded = new Set<Socket>();
  const server = createServer(
    {
      // An answer may take as long as the target likes, and so may a request.
      requestTimeout: 0,
      shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    take,
  );
  server.on('checkContinue', take);
  server.on('checkExpectation', take);
  server.on('upgrade', (incoming, socket: Socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    upgradeThrough({ upstream, observer }, incoming, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      const late = stopwatch.after(graceMs, () => server.closeAllConnections());
      for (const socket of upgraded) socket.destroy();
      await closed;
      late.cancel();
    },
  };
}

interface PassOptions {
  readonly upstream: Upstream;
  readonly observer: Observer;
  readonly agent: Agent;
}

function pass(incoming: IncomingMessage, response: ServerResponse, { upstream, observer, agent }: PassOptions): void {
  const { method = '', url = '' } = incoming;
  const headers = linesOf(incoming.rawHeaders);
  const seen = once(observer.request({ method, path: url, headers }));
  const outgoing = begin(upstream, { method, path: url, headers: endToEnd(headers) }, agent);
  response.sendDate = false;

  outgoing.on('continue', () => response.writeContinue());
  outgoing.on('response', (answer) => {
    passAnswer(answer, response, seen);
  });
  outgoing.on('error', (error: Error & { code?: string; syscall?: string }) => {
    const failure = failureOf(error);
    seen.ended(failure);
    if (isUnreached(failure)) observer.unreached(failure);
    if (error.syscall === 'read') incoming.socket.resetAndDestroy();
    else incoming.socket.destroy();
  });
  response.on('close', () => {
    if (response.writableFinished) return;
    seen.ended('aborted');
    outgoing.destroy();
  });

  incoming.on('data', (bytes: Buffer) => seen.sent(bytes));
  incoming.on('error', () => outgoing.destroy());
  outgoing.flushHeaders();
  incoming.pipe(outgoing);
}

function passAnswer(answer: IncomingMessage, response: ServerResponse, seen: ExchangeObserver): void {
  const { statusCode: status = 0, statusMessage } = answer;
  const headers = linesOf(answer.rawHeaders);
  seen.answered({ status, headers });
  const passed = endToEnd(headers).filter(([name]) => name.toLowerCase() !== 'transfer-encoding');
  response.writeHead(status, statusMessage, passed.flat());
  response.flushHeaders();
  answer.on('data', (bytes: Buffer) => {
    seen.received(bytes);
    if (!response.write(bytes)) {
      answer.pause();
      response.once('drain', () => answer.resume());
    }
  });
  answer.on('end', () => {
    if (answer.rawTrailers.length > 0) response.addTrailers(trailersOf(answer));
    response.end();
    seen.ended(null);
  });
  answer.on('error', () => {
    seen.ended('reset');
    // The half that came is passed on first.
    response.socket?.destroySoon();
  });
}

function trailersOf({ rawTrailers }: IncomingMessage): [string, string][] {
  return linesOf(rawTrailers).map(([name, value]) => [name, value]);
}

/** `ended` counts once: a connection that ends reports it in several ways. */
function once(observer: ExchangeObserver): ExchangeObserver {
  let isEnded = false;
  return {
    ...observer,
    ended(failure) {
      if (!isEnded) observer.ended(failure);
      isEnded = true;
    },
  };
}
