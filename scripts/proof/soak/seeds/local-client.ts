/** Requests to one world in this process: through Node's own HTTP at both ends, without a port in between. */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Exchange, HeaderLines } from '../../../../conformance/member/exchange/exchange.ts';
import { serverOptions } from '../../../../gateway/http/server.ts';
import { createClock } from '../../../../platform-sim/clock.ts';
import type { Served } from '../../../../platform-sim/front/open-port.ts';
import { type OpenPort, openPort } from '../../../../platform-sim/front/open-port.ts';

export interface Asked {
  readonly actor: string;
  /** What stands for the token in the record. */
  readonly tokenName: string;
  readonly token: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly label?: string | undefined;
}

/** A connection for each request: which one a request gets is then no matter of time. */
class LocalAgent extends Agent {
  readonly #port: OpenPort;

  constructor(port: OpenPort) {
    super({ keepAlive: false });
    this.#port = port;
  }

  override createConnection(): Duplex {
    return this.#port.connect();
  }
}

export class LocalClient {
  /** In order of sending. One that is not answered yet has neither an answer nor a failure. */
  readonly exchanges: Exchange[] = [];
  readonly #port: OpenPort;
  readonly #agent: Agent;
  #waiting = 0;
  #tick = 0;

  private constructor(port: OpenPort) {
    this.#port = port;
    this.#agent = new LocalAgent(port);
  }

  static async of(served: Served): Promise<LocalClient> {
    const clock = createClock({ mode: 'real' });
    const port = await openPort({ host: 'localhost', port: 'none', option: '--port', serverOptions, clock });
    port.serve(served);
    return new LocalClient(port);
  }

  /** Requests that are not answered yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whoever needs the answer finds it in `exchanges`. */
  send({ actor, tokenName, token, method, path, key, body, label }: Asked): void {
    const said = body === undefined ? null : JSON.stringify(body);
    const headers: [string, string][] = [
      ...(key === undefined ? [] : ([['Idempotency-Key', key]] as [string, string][])),
      ...(said === null ? [] : ([['Content-Type', 'application/json']] as [string, string][])),
    ];
    const exchange: Exchange = {
      n: this.exchanges.length + 1,
      label: label ?? null,
      actor,
      request: { method, path, headers: [['Authorization', `Bearer ${tokenName}`], ...headers], body: said },
      sentAtMs: this.#next(),
      answeredAtMs: 0,
      response: null,
      failure: null,
    };
    this.exchanges.push(exchange);
    this.#waiting += 1;
    const over = (response: Exchange['response'], failure: string | null): void => {
      // Another object: what was read of the one that waits is kept with it.
      this.exchanges[exchange.n - 1] = { ...exchange, answeredAtMs: this.#next(), response, failure };
      this.#waiting -= 1;
    };
    const sent = request({
      agent: this.#agent,
      method,
      path,
      headers: { Host: 'localhost', Authorization: `Bearer ${token}`, ...Object.fromEntries(headers) },
    });
    sent.on('response', (response: IncomingMessage) => {
      const { statusCode: status = 0, rawHeaders } = response;
      text(response).then(
        (answered) => over({ status, headers: linesOf(rawHeaders), body: answered }, null),
        () => over(null, 'cut'),
      );
    });
    sent.once('error', () => over(null, 'reset'));
    sent.end(said ?? undefined);
  }

  async close(): Promise<void> {
    await this.#port.drain({ idleGraceMs: 0, deadlineMs: 0 });
  }

  #next(): number {
    this.#tick += 1;
    return this.#tick;
  }
}

function linesOf(raw: readonly string[]): HeaderLines {
  return Array.from(
    { length: raw.length / 2 },
    (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''] as const,
  );
}
