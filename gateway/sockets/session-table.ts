/** What a session is at. */
export const SESSION_STATES = ['opening', 'unauthenticated', 'open', 'leaving', 'closing', 'closed'] as const;

/** What may happen to it. */
export const SESSION_EVENTS = [
  // the first frame is due
  'admitted',
  'revoked',
  'anonymous',
  // op auth went well
  'granted',
  // time
  'expiring',
  'lapsed',
  'idle',
  // the connection
  'overrun',
  'drained',
  // what was under way when it was drained is, or has had its time
  'answered',
  'gone',
] as const;

/** What is done about it. */
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
 * A session of either socket. Rows are states, columns events; in a state without a cell for an event nothing happens:
 * so nothing is sent once a session is closing (T47), whatever is still under way.
 */
export const SESSION = {
  opening: {
    admitted: step('open', 'greet'),
    revoked: step('closing', 'take-leave'),
    anonymous: step('unauthenticated', 'await-auth'),
    lapsed: step('closing', 'close-lapsed'),
    // No frame stands before the first one, so this close says why by its code alone.
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
    overrun: step('closing', 'complain'),
    drained: step('leaving', 'finish-ops'),
    gone: step('closed', 'end'),
  },
  // Takes no operation any more, and answers those that it took.
  leaving: {
    answered: step('closing', 'close-drained'),
    lapsed: step('closing', 'close-lapsed'),
    overrun: step('closing', 'complain'),
    gone: step('closed', 'end'),
  },
  closing: { gone: step('closed', 'end') },
  closed: {},
} as const satisfies Record<SessionState, Partial<Record<SessionEvent, Step>>>;

export function stepOf(state: SessionState, event: SessionEvent): Step | undefined {
  return (SESSION[state] as Partial<Record<SessionEvent, Step>>)[event];
}
