import type { FaultKind } from './kind.ts';

/** Corrupts the frame so that it is not JSON any more; corrupted.ts does it. */
export const garble: FaultKind = { goesOn: false, strike: async () => ({ act: 'garble' }) };
