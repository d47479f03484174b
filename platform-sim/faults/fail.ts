import type { FaultKind } from './kind.ts';

/** The edge throws: a failure of the member's own. */
export const fail: FaultKind = { goesOn: false, strike: async () => ({ act: 'fail' }) };
