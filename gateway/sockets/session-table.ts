/** The states of a session. */
export const SESSION_STATES = ['opening', 'unauthenticated', 'open', 'leaving', 'closing', 'closed'] as const;

/** The events of a session. */
export const SESSION_EVENTS = [
  // before the first frame
  'admitted',
  'revoked',
  'anonymous',
  // op auth succeeded
  'granted',
  // timers
  'expiring',
  'lapsed',
  'idle',
  // the connection
  'overrun',
  'drained',
  // the operations in progress of a drained session are answered, or timed out
  'answered',
  'gone',
] as const;

/** The effects of a step. */
export const SESSION_EFFECTS = [
  'greet',
  'await-auth',
  'take-leave',
  'renew',
  'warn',
  'close-lapsed',
  'close-idle',
  'complain',
  'close-overrun',
  'finish-ops',
  'close-drained',
  'end',
] as const;

export type SessionState = (typeof SESSION_STATES)[number];
export type SessionEvent = (typeof SESSION_EVENTS)[number];
export type SessionEffect = (typeof SESSION_EFFECTS)[number];

interface Step {
  readonly to: SessionState;
  readonly does: SessionEffect;
}

const step = (to: SessionState, does: SessionEffect): Step => ({ to, does });

const CLOSABLE = { drained: step('closing', 'close-drained'), gone: step('closed', 'end') };

/**
 * A session of either socket. Rows are states, columns are events. An event without a cell has no effect, so nothing is
 * sent once a session is closing (T47), whatever is in progress.
 */
export const SESSION = {
  opening: {
    admitted: step('open', 'greet'),
    revoked: step('closing', 'take-leave'),
    anonymous: step('unauthenticated', 'await-auth'),
    lapsed: step('closing', 'close-lapsed'),
    // No frame may come before the first one, so this close gives its reason only by its code.
    overrun: step('closing', 'close-overrun'),
    ...CLOSABLE,
  },
  unauthenticated: {
    granted: step('open', 'renew'),
    idle: step('closing', 'close-idle'),
    overrun: step('closing', 'complain'),
    ...CLOSABLE,
  },
  open: {
    granted: step('open', 'renew'),
    expiring: step('open', 'warn'),
    lapsed: step('closing', 'close-lapsed'),
    // The interface shows a revocation before the first frame only; later only an operator revokes a session.
    revoked: step('closing', 'take-leave'),
    overrun: step('closing', 'complain'),
    drained: step('leaving', 'finish-ops'),
    gone: step('closed', 'end'),
  },
  // Accepts no further operation, and answers those that it accepted.
  leaving: {
    answered: step('closing', 'close-drained'),
    lapsed: step('closing', 'close-lapsed'),
    overrun: step('closing', 'complain'),
    gone: step('closed', 'end'),
  },
  closing: { gone: step('closed', 'end') },
  closed: {},
} as const satisfies Record<SessionState, Partial<Record<SessionEvent, Step>>>;

/** The step of an event in a state; undefined if the event has no effect there. */
export function stepOf(state: SessionState, event: SessionEvent): Step | undefined {
  return (SESSION[state] as Partial<Record<SessionEvent, Step>>)[event];
}
