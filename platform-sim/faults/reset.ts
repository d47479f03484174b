import type { FaultKind } from './kind.ts';

/** Resets the TCP connection in place of the response; the client's kernel reports it at once. */
export const reset: FaultKind = { goesOn: false, strike: async () => ({ act: 'reset' }) };
