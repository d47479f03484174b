/** A session of one socket that stays open: it renews its lease, comes back after a close, and reads what it missed. */
import { once } from 'node:events';
import { scheduler } from 'node:timers/promises';
import { type RawData, WebSocket } from 'ws';
import { type Row, rowOf, type TradingClient } from './trading-client.ts';

export interface SessionOptions {
  readonly url: string;
  readonly socket: 'trading' | 'market-data';
  readonly topics: readonly string[];
  /** Called with each event. It may come twice, and late: a row is newer only if its `updatedAtNs` is. */
  onEvent(event: Row): void;
  /** Called once a lost session is open again: frames in between were not kept for it. */
  missed(): Promise<void>;
}

const REVOKED = 4003;
const LAPSED = 4001;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;

export class Session {
  readonly options: SessionOptions;
  readonly client: TradingClient;
  #socket: WebSocket | undefined;
  #isClosed = false;
  #ops = 0;
  /** Of the last connection; 0 while it is open. */
  #closeCode = 0;
  #back: Promise<void> = Promise.resolve();
  readonly #answers = new Map<string, (answer: Row) => void>();

  constructor(client: TradingClient, options: SessionOptions) {
    this.client = client;
    this.options = options;
  }

  /** Opens it; a handshake that fails is tried again, after pauses that grow. */
  async open(): Promise<void> {
    for (let tries = 1; !this.#isClosed; tries += 1) {
      try {
        await this.connect();
        return;
      } catch (error) {
        this.#socket?.terminate();
        if (!this.comesBack(this.#closeCode) || tries >= this.client.options.mostTries) throw error;
        if (this.#closeCode === LAPSED) this.client.dropToken();
        await this.pause(tries);
      }
    }
  }

  protected async pause(tries: number): Promise<void> {
    const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
    await scheduler.wait(grown * (0.75 + Math.random() / 2));
  }

  protected async connect(): Promise<void> {
    const socket = new WebSocket(await this.address(), {
      headers: await this.credentials(),
      handshakeTimeout: ANSWER_WITHIN_MS,
    });
    this.#socket = socket;
    this.#closeCode = 0;
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) =>
      socket.once('close', (code) => {
        this.#closeCode = code;
        resolve();
      }),
    );
    socket.on('message', (data: RawData) => this.take(rowOf(String(data))));
    await once(socket, 'open', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    // The handshake of the market data socket carries no credential.
    if (this.options.socket === 'market-data') await this.authenticate();
    await this.subscribe();
    // Until here a close makes one of the above fail, and it is tried again.
    if (socket.readyState !== WebSocket.OPEN) {
      await closed;
      throw new Error('closed as it was opened');
    }
    socket.once('close', (code) => this.lost(socket, code));
  }

  protected async address(): Promise<string> {
    return this.options.url;
  }

  protected async credentials(): Promise<Record<string, string>> {
    return this.options.socket === 'trading' ? { Authorization: `Bearer ${await this.client.bearer()}` } : {};
  }

  protected async authenticate(): Promise<void> {
    await this.op('auth', { token: await this.client.bearer() });
  }

  protected async subscribe(): Promise<void> {
    await this.op('subscribe', { topics: this.options.topics });
  }

  /** Sends an op and waits for its answer. Rejects for a refusal, and if none comes. */
  async op(op: string, params: Row): Promise<Row> {
    this.#ops += 1;
    const reqId = `${op}-${this.#ops}`;
    const answered = Promise.withResolvers<Row>();
    this.#answers.set(reqId, answered.resolve);
    this.#socket?.send(JSON.stringify({ op, reqId, params }));
    const timer = setTimeout(() => answered.reject(new Error(`no answer to ${op}`)), ANSWER_WITHIN_MS);
    const closed = () => answered.reject(new Error(`closed before the answer to ${op}`));
    this.#socket?.once('close', closed);
    try {
      const answer = await answered.promise;
      if (answer['success'] !== true) throw new Error(`${op}: ${String(answer['code'] ?? answer['error'])}`);
      return answer;
    } finally {
      clearTimeout(timer);
      this.#socket?.off('close', closed);
      this.#answers.delete(reqId);
    }
  }

  protected take(frame: Row): void {
    const { event, reqId } = frame;
    if (typeof reqId === 'string') this.#answers.get(reqId)?.(frame);
    if (event === 'sessionExpiring') this.expiring();
    if (typeof event === 'string') this.options.onEvent(frame);
  }

  /** Renews the lease with a fresh token. If that fails, the session ends and is opened again. */
  protected expiring(): void {
    this.client.dropToken();
    void this.authenticate().catch(() => {});
  }

  protected lost(socket: WebSocket, code: number): void {
    if (this.#isClosed || socket !== this.#socket || !this.comesBack(code)) return;
    if (code === LAPSED) this.client.dropToken();
    this.#back = this.reopen().catch(() => {});
  }

  /** A revoked access does not come back by asking again. */
  protected comesBack(code: number): boolean {
    return code !== REVOKED;
  }

  protected async reopen(): Promise<void> {
    await this.pause(1);
    await this.open();
    if (!this.#isClosed) await this.options.missed();
  }

  /** Waits until a lost session is open again, and what it missed is read. */
  async settled(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#back; ) {
      last = this.#back;
      await last;
    }
  }

  /** Drops the connection without a word, as a process that is killed does. */
  abandon(): void {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const socket = this.#socket;
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    socket.close(1000);
    await closed.catch(() => socket.terminate());
  }
}

/** As a page must: the handshake carries a ticket, which opens one session, at once. */
export class TicketSession extends Session {
  #withTicket = true;

  protected override async address(): Promise<string> {
    if (this.options.socket !== 'trading') return super.address();
    const answer = await this.client.mintTicket();
    // A member that mints none takes the token on the handshake, from a client that is no page.
    this.#withTicket = answer !== undefined;
    return answer === undefined ? super.address() : `${this.options.url}?ticket=${encodeURIComponent(answer)}`;
  }

  protected override async credentials(): Promise<Record<string, string>> {
    return this.#withTicket ? {} : super.credentials();
  }
}
