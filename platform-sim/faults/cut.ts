import type { FaultKind } from './kind.ts';

/** Half of the frame or of the answer's body is sent, then the TCP connection is destroyed. */
export const cut: FaultKind = { goesOn: false, strike: async () => ({ act: 'cut' }) };
