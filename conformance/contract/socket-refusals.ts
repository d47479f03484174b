/** The refusal codes of the trading socket as the interface lists them: a closed enum, append-only, so others may come. */
import type { SocketVersion } from './socket-versions.ts';

interface SocketRefusalRow {
  /** Of the trading socket's own contract. */
  readonly since: SocketVersion;
  /** Any op may meet it, whatever it says: the session, or the member behind it, is busy just then. */
  readonly isBusy?: true;
  readonly isOfTopics?: true;
  /** Listed, and emitted no longer or never. */
  readonly isNeverEmitted?: true;
}

const plain: SocketRefusalRow = { since: '1.0.0' };
const write: SocketRefusalRow = { since: '1.1.0' };

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

/** The codes of those rows, in the interface's order. */
export function socketRefusals(which: (row: SocketRefusalRow) => boolean): readonly string[] {
  return Object.entries(SOCKET_REFUSALS).flatMap(([code, row]) => (which(row) ? [code] : []));
}
