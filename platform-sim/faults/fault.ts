/** The state of a rule, active or expired. */
import type { Ns } from '../../gateway/facts.ts';
import type { Edge } from './edges.ts';
import type { Where } from './match.ts';
import type { FaultRule } from './rule-shape.ts';

/** When and where a rule struck, with the properties known there. */
export type Strike = { readonly atNs: Ns } & { readonly [Name in keyof Where]?: Where[Name] };

/** A thing that a rule delays or holds now: its place and the properties known there. */
export type Waiting = {
  readonly fault: string;
  readonly edge: Edge;
  readonly sinceNs: Ns;
  /** When it continues; null: on its release. */
  readonly untilNs: Ns | null;
} & { readonly [Name in keyof Where]?: Where[Name] };

export interface Fault {
  readonly id: string;
  readonly rule: FaultRule;
  /** The outcome of a command whose sender has no answer; null if the effect leaves no doubt. */
  readonly truth: string | null;
  /** How often a command or frame matched, with or without a strike. */
  readonly matches: number;
  /** How often it struck. */
  readonly firings: number;
  /** How many things it delays or holds now. */
  readonly held: number;
  /** null: it stays until it is removed. */
  readonly expiresAtNs: Ns | null;
  /** Its time is over: it does not strike and is not listed any more. */
  readonly expired: boolean;
  /** The last strikes, newest last. */
  readonly strikes: readonly Strike[];
}

/**
 * The active rules at some moment with their counts, for other faults to continue from. Held things are not included.
 */
export interface FaultsMark {
  readonly added: number;
  readonly rules: readonly {
    readonly id: string;
    readonly rule: FaultRule;
    readonly expiresAtNs: bigint | undefined;
    readonly strikes: readonly Strike[];
    readonly matches: number;
    readonly firings: number;
  }[];
}
