/** What is told of a rule that stands, or has stood. */
import type { Ns } from '../../gateway/facts.ts';
import type { Edge } from './edges.ts';
import type { Where } from './match.ts';
import type { FaultRule } from './rule-shape.ts';

/** When and where a rule struck: what was known there. */
export type Strike = { readonly atNs: Ns } & { readonly [Name in keyof Where]?: Where[Name] };

/** What a rule delays or holds now: where it is, and what is known of it there. */
export type Waiting = {
  readonly fault: string;
  readonly edge: Edge;
  readonly sinceNs: Ns;
  /** When it goes on; null: when it is let go. */
  readonly untilNs: Ns | null;
} & { readonly [Name in keyof Where]?: Where[Name] };

export interface Fault {
  readonly id: string;
  readonly rule: FaultRule;
  /** What has become of a command that it left in doubt; null: the effect leaves no doubt. */
  readonly truth: string | null;
  /** How often something fitted it, whether it then struck or not. */
  readonly matches: number;
  /** How often it struck. */
  readonly firings: number;
  /** What it delays or holds now. */
  readonly held: number;
  /** null: it stands until it is removed. */
  readonly expiresAtNs: Ns | null;
  /** Its time is over: it strikes no more, and is no longer listed. */
  readonly expired: boolean;
  /** The last of them, newest last. */
  readonly strikes: readonly Strike[];
}

/** The rules that stood at some moment and what each had done, for other faults to go on with. What was held is not of it. */
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
