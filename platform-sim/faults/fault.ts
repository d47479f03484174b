/** The state of a rule, active or expired. */
import type { Ns } from '../../gateway/facts.ts';
import type { Drawn } from '../seed.ts';
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
  /** How many things it delayed or held when their platform process ended, and that continued without it. */
  readonly continuedAtTakeover: number;
  /** null: it stays until it is removed. */
  readonly expiresAtNs: Ns | null;
  /** Its time is over: it does not strike and is not listed any more. */
  readonly expired: boolean;
  /** The last strikes, newest last. */
  readonly strikes: readonly Strike[];
}

/** A write that rules delay or hold: the rules in the order in which they strike it. */
export type WaitMark = {
  readonly faults: readonly string[];
  readonly edge: Edge;
  /** When the first rule lets it continue; null: on its release. */
  readonly untilNs: Ns | null;
} & { readonly [Name in keyof Where]?: Where[Name] };

/**
 * The active rules at some moment with their counts, for other faults to continue from. Held things are included only for
 * a process that takes over.
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
    readonly continuedAtTakeover?: number | undefined;
  }[];
  /** The number of draws from each of their random streams: with `waits`, for a process that takes over. */
  readonly drawn?: Drawn | undefined;
  /** What the rules delay or hold. */
  readonly waits?: readonly WaitMark[] | undefined;
}
