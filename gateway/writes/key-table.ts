/**
 * The state of a write's key on this member. `-promised`: a client was answered 202, so the key owes an outcome
 * (IDEM-11).
 */
export const KEY_STATES = [
  // A request holds the key. Its command is not sent yet.
  'claimed',
  'claimed-promised',
  // The command is in flight, and the platform did not reply yet.
  'sent',
  'sent-promised',
  // The platform did not accept a command that a 202 has promised: it is sent again later.
  'resending-promised',
  // The platform has the command. Its record is not applied here yet.
  'taken',
  'taken-promised',
  // The record is applied here: it answers the key from now on.
  'settled',
  // The write has no effect, and the key can be used again (IDEM-07).
  'freed',
  // The member has stopped. The platform decides about the key.
  'abandoned',
] as const;

/** The events of a key. */
export const KEY_EVENTS = [
  // requests
  'send',
  'promise',
  'retry',
  'refuse',
  // the platform's reply to the command; a failed submission counts as not taken
  'reply-taken',
  'reply-not-taken',
  'reply-key-reused',
  // timers
  'silence',
  'resend-due',
  // this member applies the key's record
  'apply',
  // the member drains, or stops
  'interrupt',
  'stop',
] as const;

export type KeyEffect =
  | 'submit'
  // Starts the timer of `silence`: a promised command without a reply may be lost.
  | 'watch'
  | 'lengthen-silence'
  | 'resend-later'
  | 'stop-timer'
  | 'leave-journal'
  // Requests that wait for the key get its record, or the reason why it is free.
  | 'notify-waiters';

export type KeyState = (typeof KEY_STATES)[number];
export type KeyEvent = (typeof KEY_EVENTS)[number];

interface Step {
  readonly to: KeyState;
  /** The effects, in this order. */
  readonly does: readonly KeyEffect[];
}

type Row = Readonly<Partial<Record<KeyEvent, Step>>>;

const step = (to: KeyState, ...does: readonly KeyEffect[]): Step => ({ to, does });
const stays = (state: KeyState, ...events: readonly KeyEvent[]): Row =>
  Object.fromEntries(events.map((event) => [event, step(state)]));

const FREED = step('freed', 'stop-timer', 'leave-journal', 'notify-waiters');
/** The key has no outcome yet: its record may be applied at any time, sequenced by another member too. */
const IN_PROGRESS: Row = {
  apply: step('settled', 'stop-timer', 'leave-journal', 'notify-waiters'),
  stop: step('abandoned', 'stop-timer', 'leave-journal'),
};
const SENT_AGAIN = step('sent-promised', 'lengthen-silence', 'watch', 'submit');

/**
 * The life of a key on one member. Rows are states, columns are events; an event without a cell cannot happen in that
 * state. A freed key that is used again is another claim, which starts at `claimed`.
 */
// biome-ignore format: one row a state
export const KEY: Readonly<Record<KeyState, Row>> = {
  claimed: {
    ...IN_PROGRESS, ...stays('claimed', 'retry'),
    promise: step('claimed-promised'), send: step('sent', 'submit'), refuse: FREED, interrupt: FREED,
  },
  'claimed-promised': {
    ...IN_PROGRESS, ...stays('claimed-promised', 'promise', 'retry'),
    send: step('sent-promised', 'watch', 'submit'), refuse: FREED, interrupt: FREED,
  },
  sent: {
    ...IN_PROGRESS, ...stays('sent', 'retry', 'interrupt'),
    promise: step('sent-promised', 'watch'),
    'reply-taken': step('taken'), 'reply-not-taken': FREED, 'reply-key-reused': FREED,
  },
  'sent-promised': {
    ...IN_PROGRESS, ...stays('sent-promised', 'promise', 'interrupt'),
    retry: SENT_AGAIN, silence: SENT_AGAIN,
    'reply-taken': step('taken-promised', 'stop-timer'), 'reply-not-taken': step('resending-promised', 'resend-later'),
    'reply-key-reused': FREED,
  },
  'resending-promised': {
    ...IN_PROGRESS, ...stays('resending-promised', 'promise', 'retry', 'interrupt'),
    'resend-due': step('sent-promised', 'watch', 'submit'),
  },
  taken: { ...IN_PROGRESS, ...stays('taken', 'retry', 'interrupt'), promise: step('taken-promised') },
  'taken-promised': { ...IN_PROGRESS, ...stays('taken-promised', 'promise', 'retry', 'interrupt') },
  // The request that made the claim may still run, and the platform's reply may come after the record.
  settled: stays('settled', 'send', 'promise', 'refuse', 'reply-taken', 'reply-not-taken', 'reply-key-reused'),
  freed: stays('freed', 'send', 'promise', 'refuse'),
  abandoned: {
    ...stays('abandoned', 'send', 'promise', 'reply-taken', 'reply-not-taken', 'reply-key-reused'),
    refuse: step('abandoned', 'notify-waiters'),
  },
};

/** @throws Error where the event cannot happen in this state */
export function stepOf(state: KeyState, event: KeyEvent): Step {
  const found = KEY[state][event];
  if (found === undefined) throw new Error(`the event ${event} cannot happen to a key that is ${state}`);
  return found;
}

/** Whether a client was answered 202 for the key, which has no outcome yet. */
export function owesOutcome(state: KeyState): boolean {
  return state.endsWith('-promised');
}
