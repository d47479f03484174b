/** The labels of requests and notes by which `drive` informs the statements of what an exchange does not show. */

/** The reads at the end of a sequence, when no fault is active. */
export const LAST_LOOK = 'last look';
/** The note after which no fault reaches the members: the last reads begin. */
export const CALM = 'calm';

/** The note about a fault that killed a member. */
export const CRASHED = 'crashed';
/** The note that all members were restarted and have caught up. */
export const ALL_RESTARTED = 'all restarted';
/** The note that the members were deployed with the version that it holds. */
export const ROLLED = 'rolled';

/** The note that a member was restarted: its sessions and its memory of tickets are lost. */
export const RESTARTED = 'restarted';
/** The note about the token of a mint: `{ of, expiresAtNs }`. */
export const CREDENTIAL = 'credential';
/** The note with the reqId of an op auth that presents the session's current token: the record does not tell tokens apart. */
export const SAME_CREDENTIAL = 'same credential';

/** The label of a handshake that spells a ticket differently: `also <ticket 3>`. */
export function spelledDifferently(mark: string): string {
  return `also ${mark}`;
}

/** Requests with a cursor that no page issued for them, by the reason. Orders have neither filters nor views. */
export const MISUSED_CURSORS = {
  undecodable: 'a cursor that does not decode',
  collection: 'a cursor of another collection',
  organisation: 'a cursor of another organisation',
  filter: 'a cursor of another filter',
  view: 'a cursor of another view',
  mutated: 'a cursor with a character changed',
} as const;
