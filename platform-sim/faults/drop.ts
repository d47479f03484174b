import type { FaultKind } from './kind.ts';

/** What passes the edge is lost there; of an answer or a handshake its connection, too. */
export const drop: FaultKind = { goesOn: false, strike: async () => ({ act: 'drop' }) };
