/** Sends the requests of one principal, without sockets. A generated test states its requests as data. */
import type { Transport } from '../../../conformance/member/sending/transport.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import { waysTo } from '../../api/ways-to-sandbox.ts';

/** It only ends a hang. */
const TIMEOUT_MS = 60_000;

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
  readonly #transport: Transport;
  /** Every exchange, in order. */
  readonly exchanges: Answered[] = [];

  constructor(sandbox: Sandbox) {
    this.#transport = waysTo(sandbox).transport(sandbox.baseUrl, startStopwatch());
  }

  as(token: string, orgId: number): Caller {
    return async (sent) => {
      const { method, path, query, key, ifMatch, body, requestId } = sent;
      const answer = await this.#transport.send({
        method,
        path: query === undefined ? path : `${path}?${query}`,
        headers: [
          ...['authorization', `Bearer ${token}`],
          ...(key === undefined ? [] : ['idempotency-key', key]),
          ...(ifMatch === undefined ? [] : ['if-match', ifMatch]),
          ...(requestId === undefined ? [] : ['x-request-id', requestId]),
          ...(body === undefined ? [] : ['content-type', 'application/json']),
        ],
        body: body ?? null,
        timeoutMs: TIMEOUT_MS,
      });
      if ('failure' in answer) throw new Error(`${method} ${path}: ${answer.failure}`);
      const { status, body: text } = answer;
      const headers: Record<string, string> = {};
      for (const [line, value] of answer.headers) {
        const name = line.toLowerCase();
        headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
      }
      const answered = { orgId, sent, status, headers, text, json: parsed(text) };
      this.exchanges.push(answered);
      return answered;
    };
  }

  close(): Promise<void> {
    return this.#transport.close();
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
