import type { SocketName } from './conversation.ts';

/**
 * The names of a target's frames: the kind of an event, or the op of a response (`error`: the response to an unreadable
 * message). The interface names the trading socket's session events and op auth; the others are assumed.
 */
export const FRAME_NAMES = {
  trading: {
    events: ['sessionOpened', 'sessionExpiring', 'sessionClosing', 'orderUpdated', 'executionRecorded'],
    ops: ['auth', 'subscribe', 'unsubscribe', 'submit', 'cancel', 'error'],
  },
  marketData: { events: ['quote'], ops: ['auth', 'subscribe', 'unsubscribe', 'error'] },
} as const satisfies Record<SocketName, { readonly events: readonly string[]; readonly ops: readonly string[] }>;
