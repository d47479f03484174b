import type { SocketVersion } from './sockets.ts';

/** One code of the published closed set: the socket version that introduced it, and whether a retry can succeed. */
export interface SocketRefusalRow {
  readonly retryable: boolean;
  readonly since: SocketVersion;
  /** Still listed, but not emitted from this version on (WSS-18). */
  readonly until?: SocketVersion;
  /** As in the table of the REST refusals; absent where a code has a row there. */
  readonly requirement?: string;
  readonly remedy?: string;
}

const row = (retryable: boolean, requirement?: string, remedy?: string): SocketRefusalRow => ({
  retryable,
  since: '1.0.0',
  ...(requirement === undefined || remedy === undefined ? {} : { requirement, remedy }),
});
const write = (...of: Parameters<typeof row>): SocketRefusalRow => ({ ...row(...of), since: '1.1.0' });

/** In the order of the interface: append-only. */
// biome-ignore format: one row a code
export const SOCKET_REFUSALS = {
  NOT_PRIMED: row(true),
  UNAUTHENTICATED: { ...row(false), until: '1.4.0' },
  SESSION_EXPIRED: row(false, 'WSS-07', 'Take a new token and open a new session.'),
  RATE_LIMITED: row(true),
  MALFORMED: row(false, 'WSS-11', 'Correct the frame: an op has op, reqId and params.'),
  UNKNOWN_OP: row(false, 'WSS-13', 'Use an op of the socket contract.'),
  INVALID_TOKEN: row(false, 'WSS-10', 'Take a new token and send op auth again: the session is open still.'),
  FORBIDDEN_PRINCIPAL: row(false),
  ORG_NOT_ACTIVE: row(false),
  AWAITING_ADMISSION: row(false),
  FORBIDDEN_CAPABILITY: row(false, 'AUTH-14', 'Have the capability granted, then send op auth with a fresh token so that the session has it.'),
  UNKNOWN_TOPIC: row(false, 'WSS-22', 'Correct the topic that failedTopicIndex names.'),
  TOPIC_NOT_ACTIVE: row(false, 'WSS-22', 'Name a topic that is active: failedTopicIndex says which is not.'),
  TOO_MANY_TOPICS: row(false, 'WSS-22', 'Unsubscribe from topics, or open another session.'),
  INVALID_FIELD: write(false),
  INVALID_PRICE: write(false, 'WSS-19', 'State a price on the tick, under a new key.'),
  INVALID_QTY: write(false, 'WSS-19', 'State a quantity on the step, under a new key.'),
  INVALID_CLIENT_ORDER_ID: write(false, 'ORD-01', 'State a clientOrderId that is a well-formed Idempotency-Key.'),
  UNKNOWN_INSTRUMENT: write(false, 'ORD-05', 'Name an instrument that is listed and open.'),
  UNKNOWN_ACCOUNT: write(false, 'ORD-04', 'Name an active account of the organisation.'),
  UNKNOWN_ORDER: write(false, 'ORD-14', 'Check the id: the organisation of the token holds no such order.'),
  NOT_SERVING: write(true),
  OWNER_ABSENT: { ...write(true), until: '1.1.0' },
  BACKPRESSURE: write(true, 'WSS-19', 'Wait for the answers that are outstanding, then send it again with the same key.'),
} as const satisfies Record<string, SocketRefusalRow>;

export type SocketRefusalCode = keyof typeof SOCKET_REFUSALS;
