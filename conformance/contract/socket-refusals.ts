/**
 * The refusal codes of the trading socket as the interface lists them. The enum is closed but append-only, so newer
 * versions may add codes.
 */
import type { SocketVersion } from './versions.ts';

interface SocketRefusalRow {
  /** The version of the trading socket's own contract. */
  readonly since: SocketVersion;
  /** Any op can receive it, whatever its content: the session, or the member behind it, is busy at that moment. */
  readonly isBusy?: true;
  readonly isOfTopics?: true;
  /** Listed, but never emitted or no longer emitted. */
  readonly isNeverEmitted?: true;
}

const plain: SocketRefusalRow = { since: '1.0.0' };
const write: SocketRefusalRow = { since: '1.1.0' };

/** The refusal codes of the trading socket, in the interface's order. */
export const SOCKET_REFUSALS = {
  NOT_PRIMED: { ...plain, isBusy: true },
  UNAUTHENTICATED: { ...plain, isNeverEmitted: true },
  SESSION_EXPIRED: plain,
  RATE_LIMITED: { ...plain, isBusy: true },
  MALFORMED: plain,
  UNKNOWN_OP: plain,
  INVALID_TOKEN: plain,
  FORBIDDEN_PRINCIPAL: plain,
  ORG_NOT_ACTIVE: plain,
  AWAITING_ADMISSION: plain,
  FORBIDDEN_CAPABILITY: plain,
  UNKNOWN_TOPIC: { ...plain, isOfTopics: true },
  TOPIC_NOT_ACTIVE: { ...plain, isOfTopics: true },
  TOO_MANY_TOPICS: { ...plain, isOfTopics: true },
  INVALID_FIELD: write,
  INVALID_PRICE: write,
  INVALID_QTY: write,
  INVALID_CLIENT_ORDER_ID: write,
  UNKNOWN_INSTRUMENT: write,
  UNKNOWN_ACCOUNT: write,
  UNKNOWN_ORDER: write,
  NOT_SERVING: { ...write, isBusy: true },
  OWNER_ABSENT: { ...write, isNeverEmitted: true },
  BACKPRESSURE: { ...write, isBusy: true },
} as const satisfies Record<string, SocketRefusalRow>;

/** The codes of the rows that match, in the interface's order. */
export function socketRefusals(which: (row: SocketRefusalRow) => boolean): readonly string[] {
  return Object.entries(SOCKET_REFUSALS).flatMap(([code, row]) => (which(row) ? [code] : []));
}
