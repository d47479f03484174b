/** Sends the requests of one principal over HTTP. A generated test states its requests as data. */
import { Pool } from 'undici';

export interface Sent {
  readonly method: string;
  readonly path: string;
  /** The query string as sent, without the question mark. */
  readonly query?: string;
  readonly key?: string;
  readonly ifMatch?: string;
  /** JSON text, or bytes that may not be valid JSON. */
  readonly body?: string | Uint8Array;
  readonly requestId?: string;
}

export interface Answered {
  /** The id of the organisation that sent the request. */
  readonly orgId: number;
  readonly sent: Sent;
  readonly status: number;
  /** Header values by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

export type Caller = (sent: Sent) => Promise<Answered>;

export class RecordingClient {
  readonly #pool: Pool;
  /** Every exchange, in order. */
  readonly exchanges: Answered[] = [];

  constructor(baseUrl: string) {
    this.#pool = new Pool(baseUrl, { connections: 4 });
  }

  as(token: string, orgId: number): Caller {
    return async (sent) => {
      const { method, path, query, key, ifMatch, body, requestId } = sent;
      const answer = await this.#pool.request({
        method: method as 'GET',
        path: query === undefined ? path : `${path}?${query}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body ?? null,
      });
      const text = await answer.body.text();
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
      const answered = { orgId, sent, status: answer.statusCode, headers, text, json: parsed(text) };
      this.exchanges.push(answered);
      return answered;
    };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isOk({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

/** Returns the request and its answer in one line, for the message of a failure. */
export function describeExchange({ sent, status, text }: Answered): string {
  const body = sent.body === undefined ? '' : ` ${String(sent.body).slice(0, 300)}`;
  const query = sent.query === undefined ? '' : `?${sent.query.slice(0, 100)}`;
  return `${sent.method} ${sent.path}${query}${body} -> ${status} ${text.slice(0, 300)}`;
}
