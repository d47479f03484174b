/** What the control plane moves and reads. sandbox.ts puts one together; a test of the plane needs no more than this. */
import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Issuer } from '../identity/issuer.ts';
import type { Exchanges } from './exchanges.ts';
import type { FaultRule } from './shapes.ts';

export interface ClockView {
  readonly mode: 'real' | 'virtual' | 'scaled';
  /** How many times faster than real time; absent on a virtual clock. */
  readonly rate?: number;
  /** Epoch nanoseconds. */
  readonly nowNs: string;
  /** Timers that have not run yet. */
  readonly timers: number;
}

export interface FiredTimer {
  readonly atNs: string;
  readonly label: string;
}

export interface HeldView {
  readonly name: string;
  readonly count: number;
}

export interface FaultView {
  readonly id: string;
  readonly rule: FaultRule;
  /** How often it fired so far. */
  readonly firings: number;
  /** What it delays or holds now. */
  readonly held: number;
}

export interface MemberView {
  readonly name: string;
  readonly version: string;
  /** Requests without an answer yet. */
  readonly inFlight: number;
}

export interface Controlled {
  readonly issuer: Issuer;
  readonly exchanges: Exchanges;
  readonly baseUrl: string;
  seed(): number;
  members(): readonly MemberView[];
  clock(): ClockView;
  /** Runs every timer that comes due, in order, and waits for quiet. undefined: the clock does not move by hand. */
  advance(byMs: number): Promise<readonly FiredTimer[]> | undefined;
  held(): readonly HeldView[];
  /** Throws RangeError, with a message for a person, where a rule makes no sense. */
  addFault(rule: FaultRule): FaultView;
  faults(): readonly FaultView[];
  /** Lets go what the rule holds. false: there is none of that id. */
  removeFault(id: string): boolean;
  /** Lets go what is held under a name; how many that was. */
  release(name: string): number;
  /** Takes platform and members back to the beginning, of another seed where one is given. */
  reset(seed: number | undefined): Promise<{ readonly seed: number; readonly position: number }>;
  head(): number;
  /** Records after a position, in order, at most `limit`. */
  journal(after: number, limit: number): readonly SequencedRecord[];
}
