import type { FaultKind } from './kind.ts';

/** Sends a frame twice, or submits a command or a report twice. */
export const duplicate: FaultKind = { goesOn: false, strike: async () => ({ act: 'duplicate' }) };
