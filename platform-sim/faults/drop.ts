import type { FaultKind } from './kind.ts';

/** The connection is closed without the answer that the member gave; a frame alone is not sent. */
export const drop: FaultKind = { goesOn: false, strike: async () => ({ act: 'drop' }) };
