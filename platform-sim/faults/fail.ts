import type { FaultKind, Outcome } from './kind.ts';
import type { FaultRule } from './rule-shape.ts';

/** The edge throws: a failure of whoever is asked there. Where it can fail in several ways the rule says how. */
export const fail: FaultKind = { goesOn: false, strike: async (rule) => failed(rule) };

export function failed({ fail: how }: FaultRule): Outcome {
  return typeof how === 'string' ? { act: 'fail', how } : { act: 'fail' };
}
