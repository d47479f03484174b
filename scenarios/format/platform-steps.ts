/** The steps that move the platform behind the address: its members, where requests go, its record owners, a roll. */
import type { Common } from './scenario.ts';

/** What a member is deployed with; what is not stated stays as it is, and is the newest, or everything, of a new one. */
export interface MemberTerms {
  readonly version?: string | undefined;
  readonly socketVersion?: string | undefined;
  readonly surfaces?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly weight?: number | undefined;
}

/** Told without more: what a member is to do. */
export const MEMBER_MOVES = ['crash', 'stall', 'resume', 'drain', 'return'] as const;
export type MemberMove = (typeof MEMBER_MOVES)[number];

export interface MemberStep extends Common {
  readonly kind: 'member';
  readonly member: string;
  readonly change:
    | { readonly deploy: MemberTerms }
    | { readonly move: MemberMove }
    /** So much later than the platform records does it hear of a record; 0 ends it. */
    | { readonly lagMs: number }
    /** So much is its clock ahead of the platform's; below 0: behind. */
    | { readonly skewMs: number };
}

/** How requests find a member; any other route names the member that is given all of them. */
export const ROUTINGS = ['round-robin', 'random', 'sticky', 'weighted'] as const;

export interface RouteStep extends Common {
  readonly kind: 'route';
  /** A routing, or the member that alone is given what comes from now on. */
  readonly route: string;
}

export interface OwnerStep extends Common {
  readonly kind: 'owner';
  readonly owner: 'orders' | 'register' | 'algos' | 'custody';
  readonly does: 'leave' | 'return';
}

/** One step of a roll's plan, as the control plane takes it. */
export interface PlannedStep {
  readonly member: string;
  readonly do: 'upgrade' | 'downgrade' | 'drain' | 'return';
  readonly to?: string | undefined;
}

/** A roll is made with its plan; each `next` of its name does one step of it. */
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
