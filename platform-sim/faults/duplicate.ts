import type { FaultKind } from './kind.ts';

/** The frame is sent twice. */
export const duplicate: FaultKind = { goesOn: false, strike: async () => ({ act: 'duplicate' }) };
