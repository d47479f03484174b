/**
 * A small trading client for Node: fetch, and the package ws. It shows what a client of the gateway has to get right:
 * a write has its own key, and is sent again with the same key until its outcome is known.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { scheduler } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface NodeClientOptions {
  readonly baseUrl: string;
  readonly tradingUrl: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How often a write is sent before the client gives up; 5 unless stated. */
  readonly mostTries?: number;
  /** Between two tries, in milliseconds, unless the gateway states it; 100 unless stated. */
  readonly pauseMs?: number;
  /** A new key for each write; a random one unless stated. */
  readonly newKey?: () => string;
  /** A known bug, for tests of what finds it: a write is sent again with another key, so that it may be done twice. */
  readonly hasNewKeyBug?: boolean;
}

export interface Order {
  readonly account: string;
  readonly instrument: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly qty: string;
}

type Row = Readonly<Record<string, unknown>>;

/** A refusal: `code` and `message` are the gateway's own. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Row;
}

/** Places, follows and cancels orders. */
export class NodeClient {
  readonly #options: Required<NodeClientOptions>;
  #token: string | undefined;

  constructor(options: NodeClientOptions) {
    this.#options = { mostTries: 5, pauseMs: 100, newKey: randomUUID, hasNewKeyBug: false, ...options };
  }

  /** The row of the order, once its outcome is known. Throws Refused. */
  async place(order: Order): Promise<Row> {
    return this.#write((key) => ({ path: '/orders', body: { ...order, clientOrderId: key } }));
  }

  /** Throws Refused, for one that has ended too. */
  async cancel(orderId: string): Promise<Row> {
    return this.#write(() => ({ path: `/orders/${orderId}/cancel`, body: {} }));
  }

  /** The first hundred orders. Throws Refused. */
  async orders(): Promise<readonly Row[]> {
    const { status, body } = await this.#send('GET', '/orders?limit=100');
    if (status !== 200) throw refused(status, body);
    return body['items'] as readonly Row[];
  }

  /** Opens the trading socket and subscribes to orders. Messages are handed on as they come. */
  async follow(onMessage: (message: Row) => void): Promise<{ close(): Promise<void> }> {
    const socket = new WebSocket(this.#options.tradingUrl, {
      headers: { Authorization: `Bearer ${await this.#bearer()}` },
    });
    const subscribed = Promise.withResolvers<void>();
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Row;
      if (message['reqId'] === 'subscribe-1') subscribed.resolve();
      onMessage(message);
    });
    socket.on('error', (error) => subscribed.reject(error));
    socket.on('open', () =>
      socket.send(JSON.stringify({ op: 'subscribe', reqId: 'subscribe-1', params: { topics: ['orders'] } })),
    );
    await subscribed.promise;
    return {
      async close() {
        const closed = once(socket, 'close');
        socket.close(1000);
        await closed;
      },
    };
  }

  async #write(request: (key: string) => { readonly path: string; readonly body: Row }): Promise<Row> {
    const { mostTries, newKey, hasNewKeyBug } = this.#options;
    let key = newKey();
    for (let tries = 1; ; tries += 1) {
      const { path, body } = request(key);
      const answer = await this.#send('POST', path, { key, body }).catch((error: Error) => error);
      const outcome = await this.#outcomeOf(answer, key);
      if (outcome === 'known') return (answer as Answer).body;
      if (tries >= mostTries) throw answer instanceof Error ? answer : refused(answer.status, answer.body);
      await scheduler.wait(this.#pauseAfter(answer));
      if (hasNewKeyBug) key = newKey();
    }
  }

  /** Throws Refused for an outcome that another try does not change. */
  async #outcomeOf(answer: Answer | Error, key: string): Promise<'known' | 'unknown'> {
    // The request may have been done: only the same key finds out.
    if (answer instanceof Error) return 'unknown';
    const { status, body } = answer;
    if (status === 202) {
      await this.#send('GET', `/operations/${key}`);
      return 'unknown';
    }
    if (status >= 200 && status < 300) return 'known';
    const { retryable } = (body['error'] ?? {}) as Row;
    if (retryable === true || status === 429) return 'unknown';
    throw refused(status, body);
  }

  #pauseAfter(answer: Answer | Error): number {
    const stated = answer instanceof Error ? null : answer.headers.get('retry-after');
    return stated === null ? this.#options.pauseMs : Number(stated) * 1000;
  }

  async #send(method: string, path: string, write?: { readonly key: string; readonly body: Row }): Promise<Answer> {
    const answer = await fetch(`${this.#options.baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await this.#bearer()}`,
        ...(write && { 'Content-Type': 'application/json', 'Idempotency-Key': write.key }),
      },
      ...(write && { body: JSON.stringify(write.body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Row };
  }

  async #bearer(): Promise<string> {
    const { tokenEndpoint, clientId, clientSecret } = this.#options;
    if (this.#token === undefined) {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const answer = await fetch(tokenEndpoint, { method: 'POST', body: new URLSearchParams(form) });
      const { access_token: token } = (await answer.json()) as Row;
      if (typeof token !== 'string') throw new Error(`${tokenEndpoint} answered ${answer.status} without a token`);
      this.#token = token;
    }
    return this.#token;
  }
}

function refused(status: number, body: Row): Refused {
  const { code, message } = (body['error'] ?? {}) as Row;
  return new Refused(status, String(code), String(message));
}
