import type { FaultKind } from './kind.ts';

/** The frame is spoilt so that it is no JSON any more: spoilt.ts says how. */
export const garble: FaultKind = { goesOn: false, strike: async () => ({ act: 'garble' }) };
