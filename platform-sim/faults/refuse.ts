import type { FaultKind } from './kind.ts';

/**
 * At the verdict the owner records this refusal; at the engine it is the detail of a refused document; at the inbox the
 * command is not accepted.
 */
export const refuse: FaultKind = {
  goesOn: false,
  strike: async ({ refuse: code = '' }) => ({ act: 'refuse', code }),
};
