/** The steps that change the platform behind the address: its members, routing, record owners, and rolls. */
import type { RejectionReason } from '../../conformance/member/control/control.ts';
import type { Common } from './scenario.ts';

/** A member's deployment; absent parts are unchanged, and the newest or complete for a new member. */
export interface MemberTerms {
  readonly version?: string | undefined;
  readonly socketVersion?: string | undefined;
  readonly surfaces?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly weight?: number | undefined;
}

/** The operations on a member without parameters. */
export const MEMBER_MOVES = ['crash', 'stall', 'resume', 'drain', 'return'] as const;
export type MemberMove = (typeof MEMBER_MOVES)[number];

export interface MemberStep extends Common {
  readonly kind: 'member';
  readonly member: string;
  readonly change:
    | { readonly deploy: MemberTerms }
    | { readonly move: MemberMove }
    /** It receives records this much later than the platform records them; 0 ends it. */
    | { readonly lagMs: number }
    /** Its clock is this much ahead of the platform's; negative: behind. */
    | { readonly skewMs: number };
}

/** Routing policies; any other value names the member that gets every request. */
export const ROUTINGS = ['round-robin', 'random', 'sticky', 'weighted'] as const;

export interface RouteStep extends Common {
  readonly kind: 'route';
  /** A routing policy, or the member that gets every later request. */
  readonly route: string;
}

export interface OwnerStep extends Common {
  readonly kind: 'owner';
  readonly owner: 'orders' | 'register' | 'algos' | 'custody';
  readonly does: 'leave' | 'return';
}

/** One step of a roll's plan, as the control plane accepts it. */
export interface PlannedStep {
  readonly member: string;
  readonly do: 'upgrade' | 'downgrade' | 'drain' | 'return';
  readonly to?: string | undefined;
}

/** Creates a roll with its plan; each `next` of its name does one step of it. */
export interface RollStep extends Common {
  readonly kind: 'roll';
  readonly roll: string;
  readonly plan: readonly PlannedStep[];
}

export interface NextStep extends Common {
  readonly kind: 'next';
  readonly roll: string;
}

/** Keeps the world's state under a name, or takes the world back to what was kept. */
export interface SnapshotStep extends Common {
  readonly kind: 'snapshot' | 'restore';
  readonly snapshot: string;
}

export interface ResetStep extends Common {
  readonly kind: 'reset';
  readonly seed: number;
}

export interface QuoteStep extends Common {
  readonly kind: 'quote';
  /** A number, or a reference to one. */
  readonly instrument: number | string;
  readonly bid: string;
  readonly ask: string;
}

const REASONS: Readonly<Record<RejectionReason, true>> = {
  INSTRUMENT_NOT_LIVE: true,
  ACCOUNT_NOT_ACTIVE: true,
  NO_REFERENCE_PRICE: true,
  TICK_SIZE_VIOLATION: true,
  QTY_STEP_VIOLATION: true,
  INVALID_FIELD: true,
  FILL_PRECISION_OVERFLOW: true,
  CREDENTIAL_UNAVAILABLE: true,
  CREDENTIAL_NOT_ACTIVE: true,
  RATE_CEILING: true,
  CAPABILITY_DENIED: true,
  POLICY_HALTED: true,
  MAX_ORDER_QTY_EXCEEDED: true,
  MAX_ORDER_NOTIONAL_EXCEEDED: true,
  MAX_OPEN_ORDERS_EXCEEDED: true,
};
/** The reasons that a venue can reject an order with. */
export const REJECTION_REASONS = Object.keys(REASONS) as readonly RejectionReason[];

/** Fills an order at its venue. */
export interface FillStep extends Common {
  readonly kind: 'fill';
  /** Its id, or a reference to it. */
  readonly order: string;
  /** Absent: all that is left of it. */
  readonly qty?: string | undefined;
  /** Absent: its own price, or the quote. */
  readonly price?: string | undefined;
}

/** Rejects an order at its venue. */
export interface RejectStep extends Common {
  readonly kind: 'reject';
  readonly order: string;
  readonly reason: RejectionReason;
}

/** Sets what a venue holds. */
export interface BalanceStep extends Common {
  readonly kind: 'balance';
  /** A number, or a reference to one. */
  readonly account: number | string;
  /** Its id or symbol. */
  readonly asset: number | string;
  readonly total: string;
}

export type PlatformStep =
  | FillStep
  | RejectStep
  | BalanceStep
  | MemberStep
  | RouteStep
  | OwnerStep
  | RollStep
  | NextStep
  | SnapshotStep
  | ResetStep
  | QuoteStep;
