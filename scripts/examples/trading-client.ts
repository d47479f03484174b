/**
 * A trading client for Node that survives what a gateway may do: fetch, and the package ws. What it has to get right is one
 * method each. `touchstone client -- node trading-client.ts` judges it (trading-work.ts is the work that it does there).
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { scheduler } from 'node:timers/promises';

export interface TradingClientOptions {
  readonly baseUrl: string;
  readonly tradingUrl: string;
  readonly marketDataUrl: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the keys of intents are kept, so that the next process sends the same ones after a crash. */
  readonly stateFile: string;
  /** How often one request is sent before the client gives up. */
  readonly mostTries?: number;
}

export type Row = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Row;
}

export interface Sent {
  readonly body: Row;
  readonly key?: string;
  readonly ifMatch?: string | undefined;
}

/** A write that is sent until its outcome is known. */
export interface Write extends Sent {
  readonly key: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
}

/** A refusal that stands; `code` and `message` are the gateway's own. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;

  constructor({ status, body }: Answer) {
    const { code, message } = (body['error'] ?? {}) as Row;
    super(`${status} ${String(code)}: ${String(message)}`);
    this.status = status;
    this.code = String(code);
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** A connection that says nothing for so long is given up. */
const ANSWER_WITHIN_MS = 5_000;
const TIMEOUT = (): AbortSignal => AbortSignal.timeout(ANSWER_WITHIN_MS);

export class TradingClient {
  readonly options: Required<TradingClientOptions>;
  /** By their intents. */
  readonly #keys: Map<string, string>;
  #token: { readonly text: string; readonly renewAtMs: number } | undefined;

  constructor(options: TradingClientOptions) {
    this.options = { mostTries: 8, ...options };
    this.#keys = new Map(storedKeys(options.stateFile));
  }

  // Writes

  /**
   * The answer with the row of the order, once its outcome is known. The same intent has the same key in every process, so
   * that it is placed once, whatever ended the process before. Throws Refused.
   */
  async place(intent: string, order: Row): Promise<Answer> {
    const key = this.keyOf(intent);
    return this.write({ key, method: 'POST', path: '/orders', body: { ...order, clientOrderId: key } });
  }

  /** Throws Refused, for an order that has ended too. */
  async cancel(orderId: string): Promise<Row> {
    const key = this.keyOf(`cancel ${orderId}`);
    return (await this.write({ key, method: 'POST', path: `/orders/${orderId}/cancel`, body: {} })).body;
  }

  /** Changes a row that others may change, too: on a 412 it reads the row again. */
  async change(path: string, edit: (row: Row) => Row): Promise<Row> {
    for (let tries = 1; ; tries += 1) {
      const { body: row, headers } = await this.read(path);
      const key = this.keyOf(`change ${path} ${tries}`);
      try {
        return (await this.write({ key, method: 'PUT', path, body: edit(row), ifMatch: this.ifMatchOf(headers) })).body;
      } catch (error) {
        if (!(error instanceof Refused && error.status === 412) || tries >= this.options.mostTries) throw error;
      }
    }
  }

  protected ifMatchOf(headers: Headers): string | undefined {
    return headers.get('etag') ?? undefined;
  }

  /** Sends a write, always with the same key and body, until its outcome is known. Throws Refused. */
  async write(write: Write): Promise<Answer> {
    const answer = await this.untilKnown(write);
    if (answer.status >= 400) throw new Refused(answer);
    return answer;
  }

  protected async untilKnown(write: Write): Promise<Answer> {
    let sent = write;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.send(sent.method, sent.path, sent);
      if (answer !== undefined && answer.status !== 202 && !this.mayRepeat(answer)) return answer;
      if (tries >= this.options.mostTries) throw new Error(`${write.path}: no outcome after ${tries} tries`);
      // Once the operation has its outcome, the same key replays it.
      if (answer?.status === 202) await this.follow(sent.key);
      else await this.pause(tries, answer);
      sent = this.again(sent, answer);
    }
  }

  /** What is sent after an attempt without an outcome: the same. */
  protected again(write: Write, _answer: Answer | undefined): Write {
    return write;
  }

  /** Reads the operation of a 202 until it has its outcome, with pauses that grow. */
  protected async follow(key: string): Promise<void> {
    for (let reads = 1; reads <= 12; reads += 1) {
      const answer = await this.send('GET', `/operations/${key}`);
      const { status = 'PENDING' } = (answer?.body['outcome'] ?? {}) as Row;
      if (answer?.status === 200 && status !== 'PENDING') return;
      await this.pause(reads);
    }
  }

  /** One key for one intent: it is stored before it is sent. */
  protected keyOf(intent: string): string {
    const known = this.#keys.get(intent);
    if (known !== undefined) return known;
    const key = this.newKey();
    this.#keys.set(intent, key);
    this.keep(intent, key);
    return key;
  }

  protected keep(intent: string, key: string): void {
    appendFileSync(this.options.stateFile, `${JSON.stringify({ intent, key })}\n`);
  }

  protected newKey(): string {
    return randomUUID();
  }

  // Reads

  /** A row that is not older than `from`, a position that an answer had. Throws Refused. */
  async read(path: string, from = 0n): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.send('GET', path);
      if (answer !== undefined && !this.mayRepeat(answer)) {
        // An answer without a position, such as a refusal at the door, is of no time.
        const isOld = answer.headers.has('x-service-global-sequence') && this.positionOf(answer) < from;
        if (!isOld && answer.status >= 400) throw new Refused(answer);
        if (!isOld) return answer;
      }
      if (tries >= this.options.mostTries) throw new Error(`${path}: no answer after ${tries} tries`);
      await this.pause(tries, answer);
    }
  }

  positionOf({ headers }: Answer): bigint {
    return BigInt(headers.get('x-service-global-sequence') ?? 0);
  }

  /** Reads an order that was placed: a read that is older than the write says nothing of it. */
  async confirm(_intent: string, { orderId }: Row, from: bigint): Promise<Row> {
    return (await this.read(`/orders/${String(orderId)}`, from)).body;
  }

  /** Every row of a collection, page by page; rows that move between two pages come once. */
  async walk(path: string, limit: number, keyOf: (row: Row) => string): Promise<readonly Row[]> {
    const rows = new Map<string, Row>();
    const cursors = new Set<string>();
    for (let cursor: unknown = null; ; ) {
      const query = cursor === null ? `limit=${limit}` : `limit=${limit}&cursor=${encodeURIComponent(String(cursor))}`;
      const { body } = await this.read(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      for (const row of (body['items'] ?? []) as readonly Row[]) rows.set(keyOf(row), row);
      cursor = this.nextOf(body, cursors);
      if (cursor === null) return [...rows.values()];
    }
  }

  /** null: the walk is at its end. A cursor that comes again would never end. */
  protected nextOf({ nextCursor }: Row, cursors: Set<string>): string | null {
    if (typeof nextCursor !== 'string' || cursors.has(nextCursor)) return null;
    cursors.add(nextCursor);
    return nextCursor;
  }

  // Requests

  /** Whether the same request may be sent again: the gateway says so, or its status does. */
  protected mayRepeat({ status, body }: Answer): boolean {
    const { retryable } = (body['error'] ?? {}) as Row;
    return typeof retryable === 'boolean' ? retryable : status === 429 || status === 503;
  }

  /** Waits as long as the answer asks for, otherwise longer after each try, and never the same twice. */
  protected async pause(tries: number, answer?: Answer): Promise<void> {
    await scheduler.wait(this.pauseMs(tries, answer?.headers.get('retry-after') ?? null));
  }

  protected pauseMs(tries: number, retryAfter: string | null): number {
    const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
    const own = grown * (0.75 + Math.random() / 2);
    if (retryAfter === null) return own;
    const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
    return Math.max(0, seconds * 1_000) + own;
  }

  /** undefined: no answer came, or not all of it; then nothing is known of the request. */
  protected async send(method: string, path: string, sent?: Sent): Promise<Answer | undefined> {
    const answer = await this.sendOnce(method, path, sent);
    if (answer?.status !== 401) return answer;
    // The token may have ended on its way. If a new one does not help, no further one will.
    this.#token = undefined;
    return this.sendOnce(method, path, sent);
  }

  protected async sendOnce(method: string, path: string, sent?: Sent): Promise<Answer | undefined> {
    const token = await this.bearer();
    try {
      const response = await fetch(`${this.options.baseUrl}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(sent && { 'Content-Type': 'application/json' }),
          ...(sent?.key === undefined ? {} : { 'Idempotency-Key': sent.key }),
          ...(sent?.ifMatch === undefined ? {} : { 'If-Match': sent.ifMatch }),
        },
        ...(sent && { body: JSON.stringify(sent.body) }),
        signal: TIMEOUT(),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: rowOf(text) };
    } catch {
      return undefined;
    }
  }

  /** The current token: it is renewed before it ends. */
  async bearer(): Promise<string> {
    for (let tries = 1; this.#token === undefined || Date.now() >= this.#token.renewAtMs; tries += 1) {
      try {
        this.#token = await this.newToken();
      } catch (error) {
        if (tries >= this.options.mostTries) throw error;
        await this.pause(tries);
      }
    }
    return this.#token.text;
  }

  protected async newToken(): Promise<{ readonly text: string; readonly renewAtMs: number }> {
    const { tokenEndpoint, clientId, clientSecret } = this.options;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const answer = await fetch(tokenEndpoint, { method: 'POST', body: new URLSearchParams(form), signal: TIMEOUT() });
    const { access_token: text, expires_in: lifeS } = rowOf(await answer.text());
    if (typeof text !== 'string') throw new Error(`${tokenEndpoint} answered ${answer.status} without a token`);
    return { text, renewAtMs: Date.now() + this.renewAfterMs(Number(lifeS ?? 60) * 1_000) };
  }

  /** Early enough for a request that takes its time. */
  protected renewAfterMs(lifeMs: number): number {
    return lifeMs * 0.6;
  }

  /** A ticket for one handshake, to be used at once; undefined: the member mints none. */
  async mintTicket(): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.send('POST', '/v1/ws-tickets', { body: { stream: 'trading' } });
      if (typeof answer?.body['ticket'] === 'string') return answer.body['ticket'];
      if (answer !== undefined && !this.mayRepeat(answer)) return undefined;
      if (tries >= this.options.mostTries) return undefined;
      await this.pause(tries, answer);
    }
  }

  /** For a gateway that refuses the current token. */
  dropToken(): void {
    this.#token = undefined;
  }
}

/** The object of a JSON text; empty: it is none. */
export function rowOf(text: string): Row {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Row) : {};
  } catch {
    return {};
  }
}

function storedKeys(file: string): readonly (readonly [intent: string, key: string])[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // A crash may have cut the last line: its key was never sent.
  return lines
    .map(rowOf)
    .flatMap(({ intent, key }) => (typeof key === 'string' ? [[String(intent), key] as const] : []));
}

export function wait(ms: number): Promise<void> {
  return scheduler.wait(ms);
}
