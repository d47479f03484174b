/** The steps that change the platform behind the address: its members, routing, record owners, and rolls. */
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

export type PlatformStep =
  | MemberStep
  | RouteStep
  | OwnerStep
  | RollStep
  | NextStep
  | SnapshotStep
  | ResetStep
  | QuoteStep;
