import type { FaultKind } from './kind.ts';

/** Corrupts the frame so that it is not JSON any more; spoilt.ts does it. */
export const garble: FaultKind = { goesOn: false, strike: async () => ({ act: 'garble' }) };
