import type { Clock } from '../../gateway/platform-port.ts';
import type { Struck } from '../../gateway/sockets/socket-edge.ts';
import type { LOG_FAILURES } from './edges.ts';
import type { Holds } from './holds.ts';
import type { Where } from './match.ts';
import type { OtherAnswer } from './other-answer.ts';
import type { FaultRule } from './rule-shape.ts';

/** The effect of the faults on what met them, and which they were. */
export type Outcome = Act & Struck;

type Act =
  | { readonly act: 'go' }
  | { readonly act: 'refuse'; readonly code: string }
  | { readonly act: 'drop' | 'duplicate' }
  | { readonly act: 'fail'; readonly how?: (typeof LOG_FAILURES)[number] }
  /** For frames and responses. */
  | { readonly act: 'garble' | 'cut' | 'reset' }
  | { readonly act: 'close'; readonly code: number }
  | { readonly act: 'answer'; readonly with: OtherAnswer }
  /** The member has already crashed: its work is abandoned. */
  | { readonly act: 'crash' };

/** The outcome without an effect. */
export const GO: Outcome = { act: 'go' };

/** What a kind of fault may use. */
export interface FaultTools {
  readonly clock: Clock;
  readonly holds: Holds;
  /** The rule, so that the hold ends with it. */
  readonly ruleId: string;
  readonly where: Where;
  /** When a delay ends that began in a former process. */
  readonly untilNs: bigint | undefined;
  /** Crashes a member by its name. */
  crash(member: string): void;
}

/** One kind of fault. Unless its outcome is to continue, later rules are not applied. */
export interface FaultKind {
  /** false: no later rule is applied. */
  readonly goesOn: boolean;
  strike(rule: FaultRule, tools: FaultTools): Promise<Outcome>;
}
