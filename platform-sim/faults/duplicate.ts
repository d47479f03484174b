import type { FaultKind } from './kind.ts';

/** A frame is sent twice, a command or a report handed in twice. */
export const duplicate: FaultKind = { goesOn: false, strike: async () => ({ act: 'duplicate' }) };
