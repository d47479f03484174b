/**
 * The client of every world under trouble. It sends requests over a transport (a port or in-process) and orders over the trading
 * socket. Its log of requests and answers is the evidence for `oracle.ts`.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Exchange, HeaderLines } from '../../../conformance/member/exchange/exchange.ts';
import { isOf, status, textAt } from '../../../conformance/member/exchange/exchange.ts';
import type { Transport, WireFailure } from '../../../conformance/member/sending/transport.ts';
import { type Stopwatch, startStopwatch } from '../../../conformance/runner/stopwatch.ts';

/** The prefix of every key of a client in this folder, which distinguishes its records from others. */
export const OWN_KEY = 'trouble-';

/** A request before it is sent. */
export interface Intent {
  readonly method: string;
  readonly path: string;
  readonly key?: string | undefined;
  /** An object is sent as JSON, and a text unchanged. */
  readonly body?: object | string | undefined;
  /** The expected statuses in a world without trouble. Absent: any. */
  readonly expected?: readonly number[] | undefined;
  readonly isAnonymous?: boolean | undefined;
  /** Headers in addition to those for the token, the key and the body. */
  readonly headers?: HeaderLines | undefined;
}

/** A request and its result. While it waits it has neither a response nor a failure. */
export interface Entry extends Exchange {
  readonly expected?: readonly number[] | undefined;
  /** Whether it is an order on the trading socket. Its answer is recorded in the form of an HTTP answer. */
  readonly isOverSocket?: true;
}

/** Every request of one world, in order of sending. */
export class Log {
  readonly entries: Entry[] = [];
  #ticks = 0;

  /** The number of an event in the order of all events. Unlike a time, it is the same in each run of a seed. */
  tick(): number {
    this.#ticks += 1;
    return this.#ticks;
  }
}

export interface Principal {
  readonly actor: string;
  readonly token: string;
  /** The account in the body of an order: `{ account: 'main' }`. */
  readonly account: object;
}

/** Keys and ids for later requests. Clients of one organisation may share it. */
export class Known {
  /** Ids of orders that were acknowledged. */
  readonly orders: string[] = [];
  /** The first write with each key. */
  readonly writes: Map<string, Intent> = new Map();
}

export interface ClientParts {
  readonly transport: Transport;
  readonly principal: Principal;
  readonly log?: Log;
  readonly known?: Known;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const SESSION_MS = 10_000;
const [ACCEPTED, TOO_MANY, SERVER_ERROR] = [202, 429, 500];
/** Tries of a write: each waits for the sync deadline. */
const MOST_REPEATS = 60;
const PAUSE_MS = 250;

export class Client {
  readonly principal: Principal;
  readonly log: Log;
  readonly known: Known;
  inFlight = 0;
  readonly #parts: ClientParts;
  readonly #stopwatch: Stopwatch = startStopwatch();

  constructor(parts: ClientParts) {
    const { principal, log = new Log(), known = new Known() } = parts;
    this.#parts = parts;
    this.principal = principal;
    this.log = log;
    this.known = known;
  }

  /** Sends a request. Never rejects. */
  async send(intent: Intent): Promise<Entry> {
    const { method, path, isAnonymous = false } = intent;
    const { transport, timeoutMs = TIMEOUT_MS } = this.#parts;
    const entry = this.#meant(intent);
    const token = isAnonymous ? [] : ['Authorization', `Bearer ${this.principal.token}`];
    const { headers: lines, body } = entry.request;
    const headers = [...token, ...lines.filter(([name]) => name !== 'Authorization').flat()];
    return this.#done(entry, await transport.send({ method, path, headers, body, timeoutMs }));
  }

  /** Sends a write until it has an outcome, at most `tries` times. After a 202 it polls without a pause. */
  async settle(intent: Intent, tries: number = MOST_REPEATS): Promise<Entry> {
    let entry = await this.send(intent);
    for (let n = 1; n < tries && !hasOutcome(entry); n += 1) {
      if (status(entry) !== ACCEPTED) await this.#stopwatch.sleep(PAUSE_MS);
      entry = await this.send(intent);
    }
    return entry;
  }

  /** An order; at this price a BUY rests and a SELL is filled. */
  order(key: string, qty: string, side: string): Intent {
    const body = { ...this.principal.account, instrument: 'BTC-USD', clientOrderId: key, side, price: '50.00', qty };
    return { method: 'POST', path: '/orders', key, body, expected: [201, ACCEPTED] };
  }

  /**
   * Opens a session of the trading socket, subscribes, sends this order and closes. Rejects if the session is refused,
   * ended early, or silent for ten seconds: a fault may do so.
   */
  async trade(url: string, order: Intent): Promise<void> {
    const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${this.principal.token}` } });
    const limit = this.#stopwatch.after(SESSION_MS, () => socket.terminate());
    const frames = framesOf(socket);
    let sent: Entry | undefined;
    try {
      await frames.until(({ event }) => event === 'sessionOpened');
      socket.send(JSON.stringify({ op: 'subscribe', reqId: 's', params: { topics: ['orders', 'executions'] } }));
      await frames.until(({ reqId }) => reqId === 's');
      sent = { ...this.#meant(order), isOverSocket: true };
      socket.send(JSON.stringify({ op: 'submit', reqId: 'o', params: order.body }));
      const answer = await frames.until(({ reqId }) => reqId === 'o');
      const entry = this.#done(sent, asOverHttp(answer));
      sent = undefined;
      if (entry.response === null) throw new Error(`submit was refused with ${entry.failure}`);
      socket.close(1000);
      await once(socket, 'close');
    } finally {
      if (sent !== undefined) this.#done(sent, { failure: 'session ended' });
      limit.cancel();
      socket.terminate();
    }
  }

  close(): Promise<void> {
    return this.#parts.transport.close();
  }

  #meant(intent: Intent): Entry {
    const { method, path, key, body, expected, isAnonymous = false, headers: more = [] } = intent;
    const { actor } = this.principal;
    const headers: HeaderLines = [
      ...(isAnonymous ? [] : [['Authorization', `Bearer <token of ${actor}>`] as const]),
      ...(key === undefined ? [] : [['Idempotency-Key', key] as const]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...more,
    ];
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const entry: Entry = {
      ...{
        n: this.log.entries.length + 1,
        label: null,
        actor,
        request: { method, path, headers, body: text },
        expected,
      },
      ...{ sentAtMs: this.log.tick(), answeredAtMs: 0, response: null, failure: null },
    };
    this.log.entries.push(entry);
    this.inFlight += 1;
    if (key !== undefined && !this.known.writes.has(key)) this.known.writes.set(key, intent);
    return entry;
  }

  #done(entry: Entry, answer: NonNullable<Exchange['response']> | WireFailure): Entry {
    const got = 'failure' in answer ? answer : { response: answer };
    const done: Entry = { ...entry, ...got, answeredAtMs: this.log.tick() };
    // Use a new object, because judges cache results by the object of the waiting entry.
    this.log.entries[entry.n - 1] = done;
    this.inFlight -= 1;
    const orderId = isOf(done, 'POST /orders') && status(done) === 201 ? textAt(done, 'orderId') : undefined;
    if (orderId !== undefined && !this.known.orders.includes(orderId)) this.known.orders.push(orderId);
    return done;
  }
}

/** Not 202; not 5xx, from a proxy or a member after a kill; and not 429, from a full inbox. */
export function hasOutcome(entry: Entry): boolean {
  const seen = status(entry);
  return seen !== undefined && ![ACCEPTED, TOO_MANY].includes(seen) && seen < SERVER_ERROR;
}

type Frame = Readonly<Record<string, unknown>>;

function asOverHttp(frame: Frame): NonNullable<Exchange['response']> | WireFailure {
  const { order, globalSequence, replay, pending, code } = frame;
  if (pending === true) return { status: ACCEPTED, headers: [], body: '' };
  if (order === undefined) return { failure: `${code}` };
  const headers: HeaderLines = [
    ['X-Service-Global-Sequence', `${globalSequence}`],
    ...(replay === true ? [['Idempotent-Replay', 'true'] as const] : []),
  ];
  return { status: 201, headers, body: JSON.stringify(order) };
}

/** Reads the messages of a socket one by one. Waiting rejects after the socket ended. */
export function framesOf(socket: WebSocket) {
  const frames: string[] = [];
  let arrived = () => {};
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  socket.on('message', (data) => {
    frames.push(String(data));
    arrived();
  });
  socket.on('unexpected-response', (_, { statusCode }) => {
    end(new Error(`refused with ${statusCode}`));
    socket.terminate();
  });
  socket.on('error', () => end(new Error('cut')));
  socket.on('close', (code) => end(new Error(`closed with ${code}`)));
  return {
    async until(isWanted: (frame: Frame) => boolean): Promise<Frame> {
      for (;;) {
        for (let text = frames.shift(); text !== undefined; text = frames.shift()) {
          const frame = JSON.parse(text) as Frame;
          if (isWanted(frame)) return frame;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        arrived = resolve;
        await Promise.race([promise, ended]);
      }
    },
  };
}
