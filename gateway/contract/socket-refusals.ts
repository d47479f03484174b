import type { SocketVersion } from './sockets.ts';

/** One code of the published closed set: the socket version that introduced it, and whether a retry can succeed. */
export interface SocketRefusalRow {
  readonly retryable: boolean;
  readonly since: SocketVersion;
  /** Still listed, but not emitted from this version on (WSS-18). */
  readonly until?: SocketVersion;
}

const row = (retryable: boolean): SocketRefusalRow => ({ retryable, since: '1.0.0' });
const write = (retryable: boolean): SocketRefusalRow => ({ retryable, since: '1.1.0' });

/** In the order of the interface: append-only. */
export const SOCKET_REFUSALS = {
  NOT_PRIMED: row(true),
  UNAUTHENTICATED: { ...row(false), until: '1.4.0' },
  SESSION_EXPIRED: row(false),
  RATE_LIMITED: row(true),
  MALFORMED: row(false),
  UNKNOWN_OP: row(false),
  INVALID_TOKEN: row(false),
  FORBIDDEN_PRINCIPAL: row(false),
  ORG_NOT_ACTIVE: row(false),
  AWAITING_ADMISSION: row(false),
  FORBIDDEN_CAPABILITY: row(false),
  UNKNOWN_TOPIC: row(false),
  TOPIC_NOT_ACTIVE: row(false),
  TOO_MANY_TOPICS: row(false),
  INVALID_FIELD: write(false),
  INVALID_PRICE: write(false),
  INVALID_QTY: write(false),
  INVALID_CLIENT_ORDER_ID: write(false),
  UNKNOWN_INSTRUMENT: write(false),
  UNKNOWN_ACCOUNT: write(false),
  UNKNOWN_ORDER: write(false),
  NOT_SERVING: write(true),
  OWNER_ABSENT: { ...write(true), until: '1.1.0' },
  BACKPRESSURE: write(true),
} as const satisfies Record<string, SocketRefusalRow>;

export type SocketRefusalCode = keyof typeof SOCKET_REFUSALS;
