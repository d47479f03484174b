import type { SocketName } from './conversation.ts';

/**
 * What the frames of a target are called: the kind of an event, or the op that is answered (`error`: to a message that
 * could not be read). The trading socket's session events and op auth are the interface's; the others are assumed.
 */
export const FRAME_NAMES = {
  trading: {
    events: ['sessionOpened', 'sessionExpiring', 'sessionClosing', 'orderUpdated', 'executionRecorded'],
    ops: ['auth', 'subscribe', 'unsubscribe', 'submit', 'cancel', 'error'],
  },
  marketData: { events: ['quote'], ops: ['auth', 'subscribe', 'unsubscribe', 'error'] },
} as const satisfies Record<SocketName, { readonly events: readonly string[]; readonly ops: readonly string[] }>;
