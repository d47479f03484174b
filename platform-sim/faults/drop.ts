import type { FaultKind } from './kind.ts';

/** Drops what passes the edge; for a response or a handshake also its connection. */
export const drop: FaultKind = { goesOn: false, strike: async () => ({ act: 'drop' }) };
