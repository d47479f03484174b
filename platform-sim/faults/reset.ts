import type { FaultKind } from './kind.ts';

/** The TCP connection is reset in place of the answer: the client's kernel says so at once. */
export const reset: FaultKind = { goesOn: false, strike: async () => ({ act: 'reset' }) };
