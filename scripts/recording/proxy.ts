/**
 * One port in front of one address. Requests, answers and frames pass unchanged, as they come, and are reported to an
 * observer. What only concerns one connection (RFC 9110, 7.6.1) is each connection's own.
 */
import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { failureOf } from '../../conformance/member/connection/failures.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import { guardedBy } from '../../gateway/guarded.ts';
import { isAllowedHost } from '../../platform-sim/control/guards.ts';
import type { ExchangeObserver, Observer } from './observer.ts';
import { upgradeThrough } from './socket-proxy.ts';
import { begin, endToEnd, isUnreached, keptConnection, linesOf, type Upstream, unfit101 } from './upstream.ts';

export interface ProxyOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly upstream: Upstream;
  readonly observer: Observer;
  readonly stopwatch: Stopwatch;
  /**
   * The Host names that it answers to, besides those of this machine; absent: any. The control plane has no credentials
   * and relies on this, and this proxy states the target's own Host in place of the client's.
   */
  readonly hosts?: readonly string[] | undefined;
}

export interface RecordingProxy {
  readonly port: number;
  /** Stops accepting, waits this long for answers in flight, and closes every connection. */
  close(graceMs: number): Promise<void>;
}

/** Rejects with the error of Node if the port cannot be opened. */
export async function startRecordingProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const { host, port, upstream, observer, stopwatch, hosts } = options;
  const isForeign = ({ headers }: IncomingMessage): boolean => hosts !== undefined && !isAllowedHost(headers, hosts);
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
  const take = (incoming: IncomingMessage, response: ServerResponse): void => {
    if (isForeign(incoming)) {
      response.writeHead(403, { 'Content-Type': 'text/plain', Connection: 'close' }).end(FOREIGN_HOST);
      return;
    }
    guardedBy((error) => lose(incoming, error, observer))(pass)(incoming, response, {
      ...{ upstream, observer, agent: agentOf(incoming.socket) },
    });
  };
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
    if (isForeign(incoming)) {
      socket.destroy();
      return;
    }
    guardedBy((error) => lose(incoming, error, observer))(upgradeThrough)(
      { upstream, observer },
      incoming,
      socket,
      head,
    );
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

const FOREIGN_HOST =
  'this port of touchstone record answers only to the names of this machine and its --host; others need --allow-host NAME\n';

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

  const fail = (error: Error): void => {
    seen.ended(failureOf(error));
    lose(incoming, error, observer);
    outgoing.destroy();
  };
  const guarded = guardedBy(fail);
  outgoing.on(
    'continue',
    guarded(() => response.writeContinue()),
  );
  outgoing.on(
    'response',
    guarded((answer: IncomingMessage) => {
      if (answer.statusCode === 101) fail(unfit101());
      else passAnswer(answer, response, seen, guarded);
    }),
  );
  outgoing.on('upgrade', (_, socket) => {
    socket.destroy();
    fail(unfit101());
  });
  outgoing.on('error', fail);
  response.on(
    'close',
    guarded(() => {
      if (response.writableFinished) return;
      seen.ended('aborted');
      outgoing.destroy();
    }),
  );

  incoming.on(
    'data',
    guarded((bytes: Buffer) => seen.sent(bytes)),
  );
  incoming.on('error', () => outgoing.destroy());
  outgoing.flushHeaders();
  incoming.pipe(outgoing);
}

/** The client of a message that cannot be passed on has its connection ended as by the target. */
function lose({ socket }: IncomingMessage, error: Error & { syscall?: string }, observer: Observer): void {
  const failure = failureOf(error);
  if (isUnreached(failure)) observer.unreached(failure);
  if (error.syscall === 'read') socket.resetAndDestroy();
  else socket.destroy();
}

function passAnswer(
  answer: IncomingMessage,
  response: ServerResponse,
  seen: ExchangeObserver,
  guarded: ReturnType<typeof guardedBy>,
): void {
  const { statusCode: status = 0, statusMessage } = answer;
  const headers = linesOf(answer.rawHeaders);
  const passed = endToEnd(headers).filter(([name]) => name.toLowerCase() !== 'transfer-encoding');
  // Throws for a status or a reason that Node's parser takes and its writer refuses.
  response.writeHead(status, statusMessage, passed.flat());
  seen.answered({ status, headers });
  response.flushHeaders();
  answer.on(
    'data',
    guarded((bytes: Buffer) => {
      seen.received(bytes);
      if (!response.write(bytes)) {
        answer.pause();
        response.once('drain', () => answer.resume());
      }
    }),
  );
  answer.on(
    'end',
    guarded(() => {
      if (answer.rawTrailers.length > 0) response.addTrailers(trailersOf(answer));
      response.end();
      seen.ended(null);
    }),
  );
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
