import type { Clock } from '../../gateway/platform-port.ts';
import type { LOG_FAILURES } from './edges.ts';
import type { Holds } from './holds.ts';
import type { Where } from './match.ts';
import type { OtherAnswer } from './other-answer.ts';
import type { FaultRule } from './rule-shape.ts';

/** What becomes of whatever met a fault. */
export type Outcome =
  | { readonly act: 'go' }
  | { readonly act: 'refuse'; readonly code: string }
  | { readonly act: 'drop' | 'duplicate' }
  | { readonly act: 'fail'; readonly how?: (typeof LOG_FAILURES)[number] }
  /** Of frames and answers. */
  | { readonly act: 'garble' | 'cut' | 'reset' }
  | { readonly act: 'close'; readonly code: number }
  | { readonly act: 'answer'; readonly with: OtherAnswer }
  /** The member has crashed already: whatever it was about is nobody's any more. */
  | { readonly act: 'crash' };

export const GO: Outcome = { act: 'go' };

/** What a kind of fault may use. */
export interface FaultTools {
  readonly clock: Clock;
  readonly holds: Holds;
  /** Which rule it is, for the hold to be let go with it. */
  readonly ruleId: string;
  readonly where: Where;
  /** Crashes a member by its name. */
  crash(member: string): void;
}

/** One kind of fault. Where its outcome is not to go on, rules added later are not asked. */
export interface FaultKind {
  /** false: no rule after this one is reached. */
  readonly goesOn: boolean;
  strike(rule: FaultRule, tools: FaultTools): Promise<Outcome>;
}
