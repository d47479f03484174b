import type { FaultKind } from './kind.ts';

/** Closes the connection with this code in place of the frame. */
export const close: FaultKind = { goesOn: false, strike: async ({ close: code = 1000 }) => ({ act: 'close', code }) };
