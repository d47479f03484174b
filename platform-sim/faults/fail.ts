import type { FaultKind } from './kind.ts';

/** The edge throws: a failure of whoever is asked there. Where it can fail in several ways the rule says how. */
export const fail: FaultKind = {
  goesOn: false,
  strike: async ({ fail: how }) => (typeof how === 'string' ? { act: 'fail', how } : { act: 'fail' }),
};
