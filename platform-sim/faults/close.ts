import type { FaultKind } from './kind.ts';

/** The connection is closed with this code in place of the frame. */
export const close: FaultKind = { goesOn: false, strike: async ({ close: code = 1000 }) => ({ act: 'close', code }) };
