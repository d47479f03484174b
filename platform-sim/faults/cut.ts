import type { FaultKind } from './kind.ts';

/** Sends half of the frame or of the response's body, then destroys the TCP connection. */
export const cut: FaultKind = { goesOn: false, strike: async () => ({ act: 'cut' }) };
