/**
 * One open port. A connection is served one request at a time. The port can drain without dropping a request: from then
 * on every answer ends its connection, and an idle connection stays open for a moment, since a request may be on its way
 * (trap X18). It can also pause: a balancer in front of it uses another member until it resumes.
 */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer, ServerResponse as HttpResponse } from '../../gateway/http/node-http.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import type { OtherAnswer } from '../faults/other-answer.ts';
import { localConnection } from './local-connection.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { portError } from './port-error.ts';
import { replaceAnswer, sendHalf } from './replace-answer.ts';

export type HeldBack = (send: () => void, cut: () => number, replace: (answer: OtherAnswer) => void) => void;

export interface Served {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Whether a request is a handshake, which `upgrade` answers on the connection itself. Absent: none is. */
  takesUpgrade?(request: IncomingMessage): boolean;
  upgrade?(request: IncomingMessage, socket: Socket, head: Buffer): void;
  onClientError?(error: Error, socket: Socket): void;
  /** 'when read': `handle` itself sends 100 Continue. Absent: the port sends it at once. */
  readonly continues?: 'when read';
  /**
   * Called for every complete answer. undefined: it is sent. Otherwise it is sent when `send` is called, if ever; `cut`
   * sends half of its body and ends the connection, and returns the number of bytes; `replace` sends another in its place.
   */
  holdBack?(request: IncomingMessage, response: ServerResponse): HeldBack | undefined;
}

export interface PortOptions {
  readonly host: string;
  /** 0: a free one. 'none': it listens to none, and clients connect within this process. */
  readonly port: number | 'none';
  /** What a person types to choose it: `--port`. */
  readonly option: string;
  readonly serverOptions?: ServerOptions;
  /** Real time, for the drain. */
  readonly clock: Clock;
}

export interface DrainOptions {
  /** How long a connection stays open without a request. */
  readonly idleGraceMs: number;
  /** When requests that are still unanswered are cut off. */
  readonly deadlineMs: number;
}

export interface OpenPort {
  /** 0: it listens to none. */
  readonly port: number;
  /** `http://127.0.0.1:4010`; a port that serves every address is named by its loopback one. */
  readonly url: string;
  /** Starts to answer, including requests that arrived before. */
  serve(served: Served): void;
  /** The client's end of a new connection to it, within this process. */
  connect(): Duplex;
  /**
   * Stops accepting connections. Open ones are served, and close after their next answer. Idle ones stay open:
   * closing one may cross a request that a proxy sends on it at the same moment. Resolves when the port is closed.
   */
  pause(): Promise<void>;
  /** Accepts connections on the same port again. Rejects with PortError if another process took it. */
  resume(): Promise<void>;
  /** Stops accepting, answers requests that come and those in progress, and closes. Settles when no connection is open. */
  drain(options: DrainOptions): Promise<void>;
}

/** Rejects with PortError if the port cannot be opened. */
export async function openPort({ host, port, option, serverOptions = {}, clock }: PortOptions): Promise<OpenPort> {
  let served: Served | undefined;
  let waiting: (readonly [IncomingMessage, ServerResponse])[] = [];
  /** Answers end their connections. */
  let draining = false;
  let isPaused = false;
  let answeredAtNs = 0n;
  const requests = new OneAtATime();
  /** Connections that the HTTP server has handed over. */
  const upgraded = new Set<Socket>();
  function leave(this: Socket): void {
    upgraded.delete(this);
  }
  const local = new Set<Duplex>();
  /** Connections so far. */
  let accepted = 0;

  function serve(request: IncomingMessage, response: ServerResponse): void {
    if (served === undefined) waiting.push([request, response]);
    else served.handle(request, response);
  }

  class PortResponse extends HttpResponse {
    override writeHead(...given: unknown[]): this {
      // While other requests wait behind it, an answer must not end the connection.
      if (draining && requests.on(this.req.socket) <= 1) this.shouldKeepAlive = false;
      return super.writeHead(...(given as [number]));
    }

    override end(...given: unknown[]): this {
      const send = (...body: unknown[]): this => super.end(...(body as []));
      const heldBack = served?.holdBack?.(this.req, this);
      if (heldBack === undefined) return send(...given);
      const replace = (answer: OtherAnswer): void => {
        const body = replaceAnswer(this, answer);
        // Half of another answer is worse than none.
        if (body === undefined) this.req.socket.destroy();
        else send(body);
      };
      heldBack(
        () => void send(...given),
        () => sendHalf(this, given[0]),
        replace,
      );
      return this;
    }
  }

  const server = createServer({
    ...serverOptions,
    ServerResponse: PortResponse as typeof HttpResponse,
    // Behind an unanswered request a handshake stays a plain request: its answer would overtake the other one.
    shouldUpgradeCallback: (request) => requests.on(request.socket) === 0 && served?.takesUpgrade?.(request) === true,
  });
  server.maxConnections = MOST_CONNECTIONS;
  // A client may close its half after its last request (`nc -N`): without this Node would drop the unanswered ones.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', () => {
    accepted += 1;
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    // The parser makes objects of all requests in 64 KB: of the smallest ones, thousands.
    if (requests.on(socket) >= MOST_PIPELINED) socket.destroy();
    if (socket.destroyed) return;
    response.once('close', () => {
      // On a paused port the connection's next answer ends it: closing it now may cross a proxy's next request.
      if (!draining || isPaused) return;
      answeredAtNs = clock.nowNs();
      // An answer with a head from before the drain did not close its connection.
      if (requests.on(socket) === 0 && !socket.writableEnded) socket.end();
    });
    const turn = requests.add(request, response);
    if (turn === undefined) serve(request, response);
    else void turn.then(() => !socket.destroyed && serve(request, response));
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    upgraded.add(socket);
    socket.on('close', leave);
    served?.upgrade?.(request, socket, head);
  });
  // A request with an unknown expectation gets an answer of the service, too.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => {
    // A gateway admits the client before it sends 100.
    if (served?.continues !== 'when read') response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('clientError', (error, socket) => {
    if (served?.onClientError === undefined) socket.destroy();
    else served.onClientError(error, socket as Socket);
  });

  const bound = port === 'none' ? 0 : await listen(server, host, port, option);

  /**
   * Resolves once the connections that the system opened before are accepted: two turns of the event loop bring no
   * further one. Closing the port would reset them, with requests that a proxy does not send again if they are writes.
   */
  async function acceptWaiting(): Promise<void> {
    for (let before = -1, round = 0; before !== accepted && round < BACKLOG; round += 1) {
      before = accepted;
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => nextTurn(resolve));
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
    // Not http.Server's own close, which cuts idle connections off at once, with a request that is on its way.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve())).then(() =>
      Promise.all([...local].map((connection) => new Promise((resolve) => connection.once('close', resolve)))),
    );
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });

    // No request is on its way on an idle connection of this process.
    for (const connection of local as Set<Socket>) {
      if (requests.on(connection) === 0 && !upgraded.has(connection)) connection.end();
    }

    const look = (): void => {
      if (isClosed) return;
      const nowNs = clock.nowNs();
      if (nowNs - beganAtNs >= ns(deadlineMs)) {
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      } else if (requests.count === 0 && nowNs - answeredAtNs >= ns(idleGraceMs)) server.closeIdleConnections();
      clock.after(LOOK_EVERY_MS, 'drain', look);
    };
    look();
    await closed;
    // Ends the interval that checks for slow senders; no connection is left to close.
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
/** The host's own, because a test file may fake its timers. */
const nextTurn = setImmediate;
/** Sessions of sockets included: 10,000 idle ones must fit. */
const MOST_CONNECTIONS = 16_384;
/** Unanswered requests of one connection; past it the connection is cut. */
const MOST_PIPELINED = 256;
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
