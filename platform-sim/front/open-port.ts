/**
 * One open port that can be drained without dropping a request: every answer from then on tells its connection to
 * close, and a connection that is idle is kept a moment longer, for the request that may be on its way (trap X18).
 * It can also pause: a balancer in front of it goes to another member until it resumes.
 */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer, ServerResponse as HttpResponse } from '../../gateway/http/node-http.ts';
import type { RequestHead } from '../../gateway/http/turn-away.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import type { OtherAnswer } from '../faults/other-answer.ts';
import { acceptQueueLength } from './accept-queue.ts';
import { ConnectionTurns } from './connection-turns.ts';
import { sendHalf } from './half-answer.ts';
import type { LoadLimits } from './load-gauge.ts';
import { localConnection } from './local-connection.ts';
import { portError } from './port-error.ts';
import { replaceAnswer } from './replace-answer.ts';
import { type Refuse, RequestFeed } from './request-feed.ts';
import { setLines } from './set-lines.ts';
import { UnreadAnswers } from './unread-answers.ts';

export type HeldBack = (send: () => void, cut: () => void, replace: (answer: OtherAnswer) => void) => void;

export interface Served {
  /** @param isTooMany the process does not get through what comes: it is to be refused */
  handle(request: IncomingMessage, response: ServerResponse, isTooMany?: boolean): void;
  /** The whole answer to a request that is one too many; undefined: `handle` answers it. */
  refusal?(request: RequestHead, socket: Socket): Buffer | undefined;
  /** Whether a request is a handshake, which `upgrade` answers on the connection itself. None is where absent. */
  takesUpgrade?(request: IncomingMessage): boolean;
  upgrade?(request: IncomingMessage, socket: Socket, head: Buffer): void;
  onClientError?(error: Error, socket: Socket): void;
  /** 'when read': the served itself tells a client that expects to be told. Otherwise every such client goes on at once. */
  readonly continues?: 'when read';
  /** Told of bytes that have come, before they are a request: a clock that is moved by hand waits for what they become. */
  arrived?(): void;
  /**
   * Asked for every answer when it is whole; undefined: it goes out. Otherwise it goes out when `send` is called,
   * if ever; `cut` sends half of it and ends the connection; `replace` sends another in its place.
   */
  holdBack?(request: IncomingMessage, response: ServerResponse): HeldBack | undefined;
}

export interface PortOptions {
  readonly host: string;
  /** 0: a free one. 'none': nothing is listened to, and whoever is served connects in this process. */
  readonly port: number | 'none';
  /** What a person types to choose it: `--port`. */
  readonly option: string;
  readonly serverOptions?: ServerOptions;
  /** Real time, for the drain. */
  readonly clock: Clock;
  /** When requests are refused as too many; absent: none is. Whoever connects in this process is always served. */
  readonly load?: LoadLimits;
}

export interface DrainOptions {
  /** How long a connection stays open without a request. */
  readonly idleGraceMs: number;
  /** When what is still unanswered is cut off. */
  readonly deadlineMs: number;
}

export interface OpenPort {
  /** 0: it listens to none. */
  readonly port: number;
  /** `http://127.0.0.1:4010`; a port that serves every address is named by its loopback one. */
  readonly url: string;
  /** Begins to answer, also what has come before. */
  serve(served: Served): void;
  /** The client's end of a new connection to it, within this process. */
  connect(): Duplex;
  /**
   * Accepts no more connections. Those that are open are served, and told to close with their next answer; idle ones
   * stay open, since closing one crosses a request that a proxy sends on it at the same moment. Resolves when the port
   * is closed.
   */
  pause(): Promise<void>;
  /** Accepts connections on the same port again. Rejects with PortError where another process has taken it meanwhile. */
  resume(): Promise<void>;
  /** Stops accepting, answers what comes and what is under way, and closes. Settles when nothing is open any more. */
  drain(options: DrainOptions): Promise<void>;
}

/** Rejects with PortError where the port cannot be had. */
export async function openPort({
  host,
  port,
  option,
  serverOptions = {},
  clock,
  load,
}: PortOptions): Promise<OpenPort> {
  let served: Served | undefined;
  let waiting: (readonly [IncomingMessage, ServerResponse])[] = [];
  /** Answers tell their connections to close. */
  let draining = false;
  let isPaused = false;
  let answeredAtNs = 0n;
  const open = new ConnectionTurns((request, response, isTooMany) => {
    if (served === undefined) waiting.push([request, response]);
    else served.handle(request, response, isTooMany && !local.has(request.socket));
  }, load);
  const refuseUnparsed: Refuse = {
    isDue: (socket) =>
      open.refuses(socket) && !draining && !local.has(socket) && socket.writable && socket.writableLength === 0,
    answer: (socket, request) => served?.refusal?.(request, socket),
  };
  const unread = new UnreadAnswers();
  /** Connections that are no longer HTTP's: its server does not know them any more. */
  const upgraded = new Set<Socket>();
  function leave(this: Socket): void {
    upgraded.delete(this);
  }
  const local = new Set<Duplex>();
  const feed = new RequestFeed({
    parsed: open,
    refuse: load && refuseUnparsed,
    isLocal: (socket) => local.has(socket),
    arrived: () => served?.arrived?.(),
  });
  // Behind a request that is not answered yet a handshake stays a plain request: its answer would overtake the other's.
  const shouldUpgradeCallback = (request: IncomingMessage): boolean =>
    open.on(request.socket) === 0 && served?.takesUpgrade?.(request) === true;

  /** Nothing else of its connection is unanswered, nor waits to be parsed. */
  const isLast = (socket: Socket): boolean => open.on(socket) <= 1 && socket.readableLength === 0;

  class PortResponse extends HttpResponse {
    /** Names and values in turn, until the answer begins to go out: another may still go out in its place. */
    #head: readonly string[] | undefined;

    override writeHead(status: number, ...given: unknown[]): this {
      const [head] = given;
      if (!Array.isArray(head)) return super.writeHead(status, ...(given as []));
      this.statusCode = status;
      this.#head = head as readonly string[];
      return this;
    }

    /** An answer in pieces goes out with its first, and so does its head. */
    override write(...given: unknown[]): boolean {
      this.#writeHead();
      return super.write(...(given as [string]));
    }

    override end(...given: unknown[]): this {
      const heldBack = served?.holdBack?.(this.req, this);
      if (heldBack === undefined) return this.#send(given);
      setLines(this, this.#head ?? []);
      this.#head = undefined;
      const replace = (answer: OtherAnswer): void => {
        const body = replaceAnswer(this, answer);
        // Half of another answer is worse than none.
        if (body === undefined) this.req.socket.destroy();
        else this.#send([body]);
      };
      heldBack(
        () => void this.#send(given),
        () => sendHalf(this, given[0]),
        replace,
      );
      return this;
    }

    #send(given: unknown[]): this {
      // With others still behind it on its connection an answer must not end that connection.
      if (draining && !this.headersSent && isLast(this.req.socket)) this.shouldKeepAlive = false;
      this.#writeHead();
      super.end(...(given as []));
      unread.add(this);
      return this;
    }

    #writeHead(): void {
      const head = this.#head;
      this.#head = undefined;
      if (head !== undefined) super.writeHead(this.statusCode, head as string[]);
    }
  }

  const server = createServer({
    ...serverOptions,
    ServerResponse: PortResponse as typeof HttpResponse,
    shouldUpgradeCallback,
  });
  // A client that has said all it has to say may close its half (`nc -N`): Node would drop what is unanswered then.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => feed.begin(socket));
  server.on('request', (request, response) => {
    const { socket } = request;
    open.add(request, response, () => {
      // Of a paused port the connection's next answer says it: closing it now would cross a proxy's next request.
      if (!draining || isPaused) return;
      answeredAtNs = clock.nowNs();
      // An answer whose head had gone out before the drain began said nothing of closing.
      if (open.on(socket) === 0 && isLast(socket) && !socket.writableEnded) socket.end();
    });
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    upgraded.add(socket);
    socket.on('close', leave);
    served?.upgrade?.(request, socket, feed.end(socket, head));
  });
  // An expectation that nobody knows is no reason to turn a request away without an answer of the service's own.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => {
    // Who tells a client to go on is for the served to say: a gateway admits it first.
    if (served?.continues !== 'when read') response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('clientError', (error, socket) => {
    if (served?.onClientError === undefined) socket.destroy();
    else served.onClientError(error, socket as Socket);
  });

  const bound = port === 'none' ? 0 : await listen(server, host, port, option);

  /** Resolves when no connection waits to be accepted: closing the port would reset it, with the request on it. */
  async function acceptWaiting(): Promise<void> {
    const untilNs = clock.nowNs() + ns(ACCEPT_WITHIN_MS);
    for (;;) {
      const address = server.address();
      if (address === null || typeof address === 'string' || clock.nowNs() >= untilNs) return;
      if (acceptQueueLength(address.port, address.family) === 0) return;
      await new Promise(nextTurn);
    }
  }

  async function pause(): Promise<void> {
    await acceptWaiting();
    draining = true;
    isPaused = true;
    // Not http.Server's own close, which cuts idle connections off.
    NetServer.prototype.close.call(server);
  }

  async function resume(): Promise<void> {
    if (port !== 'none' && !server.listening) await listen(server, host, bound, option);
    draining = false;
    isPaused = false;
  }

  async function drain({ idleGraceMs, deadlineMs }: DrainOptions): Promise<void> {
    draining = true;
    isPaused = false;
    await acceptWaiting();
    const beganAtNs = clock.nowNs();
    answeredAtNs = beganAtNs;
    // Not http.Server's own close: that one cuts idle connections off at once, with whatever is on its way to them.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve())).then(() =>
      Promise.all([...local].map((connection) => new Promise((resolve) => connection.once('close', resolve)))),
    );
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });

    // Nothing is on its way to one that is idle, if its client is of this process.
    for (const connection of local as Set<Socket>) {
      if (open.on(connection) === 0 && !upgraded.has(connection)) connection.end();
    }

    const look = (): void => {
      if (isClosed) return;
      const nowNs = clock.nowNs();
      if (nowNs - beganAtNs >= ns(deadlineMs)) {
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      } else if (open.count === 0 && nowNs - answeredAtNs >= ns(idleGraceMs)) server.closeIdleConnections();
      clock.after(LOOK_EVERY_MS, 'drain', look);
    };
    look();
    await closed;
    // Lets go of the interval that watches for slow senders; nothing is left to close.
    server.close();
  }

  return {
    port: bound,
    url: portUrl(host, bound),
    serve(now) {
      served = now;
      for (const [request, response] of waiting) now.handle(request, response);
      waiting = [];
    },
    connect() {
      const [theirs, ours] = localConnection();
      local.add(ours);
      ours.once('close', () => local.delete(ours));
      server.emit('connection', ours);
      return theirs;
    },
    pause,
    resume,
    drain,
  };
}

/** The port that it is. Rejects with PortError. */
function listen(server: Server, host: string, port: number, option: string): Promise<number> {
  return new Promise((resolve, reject) => {
    function succeed(): void {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    }
    function fail(error: Error): void {
      server.off('listening', succeed);
      reject(portError(error, host, port, option));
    }
    server.once('listening', succeed).once('error', fail);
    server.listen({ port, host, backlog: BACKLOG });
  });
}

const LOOK_EVERY_MS = 10;
/** Under a load that never lets the queue become empty, the port is closed all the same. */
const ACCEPT_WITHIN_MS = 1_000;
/** Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;
/** Connections that wait to be accepted. Past the system's own 511 a client would send its first packet again a second later. */
const BACKLOG = 4_096;
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

const ns = (ms: number): bigint => BigInt(Math.round(ms * 1_000_000));

/** The address of a port as a client of this machine states it; of 0, the host's alone. */
export function portUrl(host: string, port: number): string {
  return `http://${urlHost(host)}${port === 0 ? '' : `:${port}`}`;
}

function urlHost(host: string): string {
  // A host's name has no colon: Node's own test would cost a start five milliseconds.
  return LOOPBACK_OF[host] ?? (host.includes(':') ? `[${host}]` : host);
}
