export type CloseReason = readonly [code: number, reason: string];

/** Why a member closes a session. The interface shows 4003; the others are ours (decisions A95, A100). */
export const CLOSES = {
  /** The lease is over. */
  lapsed: [4001, 'the session has expired'],
  /** Access was revoked before the first frame (WSS-14). */
  revoked: [4003, 'PRINCIPAL_REVOKED'],
  /** Nobody has authenticated. */
  idle: [4008, 'not authenticated in time'],
  /** Too much of it is unread, or waits to be read. */
  overrun: [1013, 'BACKPRESSURE'],
} as const satisfies Record<string, CloseReason>;
