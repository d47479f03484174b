import type { IncomingMessage } from 'node:http';
import type { Clock } from '../platform-port.ts';
import type { Ended } from '../sockets/connection.ts';
import type { Answer } from '../stage.ts';

/** One exchange as the member saw it; never contains a token or a body. */
export interface ExchangeEvent {
  readonly atNs: string;
  readonly member: string;
  readonly requestId: string | null;
  /** `WS` for an operation of a socket. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly key: string | null;
  /** Only for an operation of a socket. */
  readonly op?: string;
  /** Only for the end of a socket's session. */
  readonly closed?: Ended;
  /** A frame from the member that a fault changed: its event or the op that it answers, and the effect. */
  readonly fault?: {
    readonly frame: string;
    readonly did: 'dropped' | 'sent twice' | 'changed' | 'closed on' | 'cut';
  };
  /** The refusal's code and message; null if the request was served. */
  readonly refused: { readonly code: string; readonly message: string; readonly stage: string } | null;
}

/** The exchange event of an answered HTTP request. */
export function eventOf(
  request: IncomingMessage,
  answer: Answer,
  path: string,
  clock: Clock,
  member: string,
): ExchangeEvent {
  return {
    atNs: String(clock.nowNs()),
    member,
    requestId: answer.headers['X-Request-Id'] ?? null,
    method: request.method ?? '',
    path: shown(path),
    status: answer.status,
    key: shown(String(request.headers['idempotency-key'] ?? '')) || null,
    refused: answer.refused === undefined ? null : { ...answer.refused, message: shown(answer.refused.message) },
  };
}

/** Client text for a log: without control characters, and cut to a maximum length. */
export function shown(text: string): string {
  return text.slice(0, 400).replaceAll(/\p{Cc}/gu, '\uFFFD');
}
