export type CloseReason = readonly [code: number, reason: string];

/**
 * The reasons why a member closes a session. The interface shows 4003; the others are assumed (decisions A95, A100).
 */
export const CLOSES = {
  /** The lease is over. */
  lapsed: [4001, 'the session has expired'],
  /** Access was revoked before the first frame (WSS-14). */
  revoked: [4003, 'PRINCIPAL_REVOKED'],
  /** No token was accepted in time. */
  idle: [4008, 'not authenticated in time'],
  /** The client left too many bytes unread, or sent too many messages that still wait. */
  overrun: [1013, 'BACKPRESSURE'],
} as const satisfies Record<string, CloseReason>;
