import type { Clock } from '../../gateway/platform-port.ts';
import type { Holds } from './holds.ts';
import type { FaultRule } from './rule-shape.ts';

/** What becomes of whatever met a fault. */
export type Outcome =
  | { readonly act: 'go' }
  | { readonly act: 'refuse'; readonly code: string }
  | { readonly act: 'drop' }
  | { readonly act: 'fail' }
  /** Of frames alone. */
  | { readonly act: 'duplicate' | 'garble' | 'cut' }
  | { readonly act: 'close'; readonly code: number };

export const GO: Outcome = { act: 'go' };

/** What a kind of fault may use. */
export interface FaultTools {
  readonly clock: Clock;
  readonly holds: Holds;
  /** Which rule it is, for the hold to be let go with it. */
  readonly ruleId: string;
}

/** One kind of fault. Where its outcome is not to go on, rules added later are not asked. */
export interface FaultKind {
  /** false: no rule after this one is reached. */
  readonly goesOn: boolean;
  strike(rule: FaultRule, tools: FaultTools): Promise<Outcome>;
}
