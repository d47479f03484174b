import type { FaultKind, Outcome } from './kind.ts';
import type { FaultRule } from './rule-shape.ts';

/**
 * Makes the edge throw, like a failure of the component there. If it can fail in several ways, the rule states which.
 */
export const fail: FaultKind = { goesOn: false, strike: async (rule) => failed(rule) };

/** The outcome of a rule that fails. */
export function failed({ fail: how }: FaultRule): Outcome {
  return typeof how === 'string' ? { act: 'fail', how } : { act: 'fail' };
}
