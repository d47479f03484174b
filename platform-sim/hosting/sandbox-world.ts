/** A world as a test file or a program sees it: what it is made of, where it is asked, and what can be done with it. */

import type { Defect } from '../../gateway/defects/defect.ts';
import type { Ns } from '../../gateway/facts.ts';
import type { Variation } from '../../gateway/variations/variation.ts';
import type { ControllableClock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { Routing } from '../front/routing.ts';
import type { Issuer } from '../identity/issuer.ts';
import type { MemberPlan } from '../members/member-seat.ts';
import type { Platform } from '../platform.ts';
import type { WorldSize } from '../seed-data/world.ts';
import type { SandboxLimits } from './backing.ts';
import type { SandboxProfile } from './profile.ts';

/** virtual: moves only when told. rate: so many times as fast as real time. */
export type WorldClock = 'virtual' | 'real' | { readonly rate: number };

/** What a world is made of. Of one that a sandbox makes later, what is not stated is as the sandbox was started. */
export interface WorldOptions {
  /** Of the world and of all chance; 1 unless stated. */
  readonly seed?: number;
  readonly world?: WorldSize;
  /** virtual unless stated. */
  readonly clock?: WorldClock;
  /** One of the newest contract version unless stated, or of the one that a defect is of. */
  readonly members?: readonly MemberPlan[];
  /** Which of several members serves a request; round-robin unless stated. */
  readonly route?: Routing;
  readonly limits?: Partial<SandboxLimits>;
  /** Makes every member known-bad. */
  readonly defects?: readonly Defect[];
  /**
   * Variations that every member of the world has: each is another conforming behaviour. A name of a variation or of a
   * group, `all` for every one, or a variation itself. Throws RangeError for an unknown name.
   */
  readonly permissive?: readonly (string | Variation)[];
}

/** What is not stated is as it says there. */
export function withDefaults(
  options: WorldOptions,
): Required<Pick<WorldOptions, 'seed' | 'world' | 'clock' | 'route'>> {
  const { seed = 1, world = 'small', clock = 'virtual', route = 'round-robin' } = options;
  return { seed, world, clock, route };
}

export interface NewWorld extends WorldOptions {
  /** 1 to 64 letters, digits, dots, underscores and hyphens, and no other world's; `w1`, `w2` ... unless stated. */
  readonly name?: string;
}

export interface Beginning {
  readonly seed: number;
  readonly position: number;
}

export interface Snapshot extends Beginning {
  readonly name: string;
  /** What its clock stood at. */
  readonly nowNs: Ns;
}

export interface Fork {
  /** As that of a new world. */
  readonly name?: string;
  /** The last position that it has in common with this world: its head unless stated. */
  readonly at?: number;
}

export interface SandboxWorld extends AsyncDisposable {
  readonly name: string;
  /** Of its members: `http://127.0.0.1:4010/worlds/NAME`; the default world's is the port's own. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** The target profile, with the secrets of every principal. */
  readonly profile: SandboxProfile;
  readonly clock: ControllableClock;
  /** Of now: a reset puts another in its place. */
  readonly platform: Platform;
  readonly faults: Faults;
  readonly issuer: Issuer;
  /**
   * Takes platform and members back to the beginning, between two requests, of another seed where one is given. Ports,
   * clock, issuer, clients and their secrets stay as they are: tokens stay good.
   */
  reset(seed?: number): Promise<Beginning>;
  /**
   * Names what the world has come to: its records, its clock, its faults, its members and what they are deployed with, its
   * chance. `s1`, `s2` ... unless a name is stated. Throws WorldError for a name that is taken or none, and past 64.
   */
  snapshot(name?: string): Snapshot;
  /** As they were taken. */
  snapshots(): readonly Snapshot[];
  /** false: there is none of this name. */
  forget(snapshot: string): boolean;
  /**
   * Takes the world back to a snapshot, as often as one likes. A virtual clock goes back with it, so what is asked from
   * then on is answered as it was the first time. Gone are what was under way (its former members answer it), sessions
   * (closed 1001), tickets and rolls; tokens issued after the moment that it goes back to are refused until it comes.
   * Rejects with WorldError where there is no such snapshot.
   */
  restore(snapshot: string): Promise<Snapshot>;
  /**
   * Another world that begins with this one's records up to a position, and its clock where this one's stood when the last
   * of them was placed; with all of them, and now, where no position is stated. Members, faults and chance are those of now. Rejects with WorldError where the position is none of this world
   * or within its beginning.
   */
  fork(fork?: Fork): Promise<SandboxWorld>;
  /** Ends it: sessions are closed, what is under way is answered, and its name is free. */
  close(): Promise<void>;
}
