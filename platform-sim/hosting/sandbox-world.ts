/** A world as a test file or a program uses it: its options, its addresses, and its operations. */

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

/** virtual: moves only by `advance`. rate: this many times as fast as real time. */
export type WorldClock = 'virtual' | 'real' | { readonly rate: number };

/** The options of a world. For later worlds of a sandbox, absent options are those of the sandbox. */
export interface WorldOptions {
  /** The seed of the world's data and of all randomness; 1 unless stated. */
  readonly seed?: number;
  readonly world?: WorldSize;
  /** virtual unless stated. */
  readonly clock?: WorldClock;
  /** One of the newest contract version unless stated, or of the version of its defect. */
  readonly members?: readonly MemberPlan[];
  /** How requests are routed to several members; round-robin unless stated. */
  readonly route?: Routing;
  readonly limits?: Partial<SandboxLimits>;
  /** Makes every member known-bad. */
  readonly defects?: readonly Defect[];
  /**
   * Variations of every member of the world: each is another conforming behaviour. A name of a variation or of a group,
   * `all`, or a variation itself. Throws RangeError for an unknown name.
   */
  readonly permissive?: readonly (string | Variation)[];
}

/** Fills in the defaults that WorldOptions documents. */
export function withDefaults(
  options: WorldOptions,
): Required<Pick<WorldOptions, 'seed' | 'world' | 'clock' | 'route'>> {
  const { seed = 1, world = 'small', clock = 'virtual', route = 'round-robin' } = options;
  return { seed, world, clock, route };
}

export interface NewWorld extends WorldOptions {
  /** 1 to 64 letters, digits, dots, underscores and hyphens, unique; `w1`, `w2` ... unless stated. */
  readonly name?: string;
}

export interface Beginning {
  readonly seed: number;
  readonly position: number;
}

export interface Snapshot extends Beginning {
  readonly name: string;
  /** The time of its clock. */
  readonly nowNs: Ns;
}

export interface Fork {
  /** As for a new world. */
  readonly name?: string;
  /** The last position that it shares with this world: its head unless stated. */
  readonly at?: number;
}

export interface SandboxWorld extends AsyncDisposable {
  readonly name: string;
  /** The base address of its members: `http://127.0.0.1:4010/worlds/NAME`; for the default world the port's own. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** The target profile, with the secrets of every principal. */
  readonly profile: SandboxProfile;
  readonly clock: ControllableClock;
  /** The current platform: a reset replaces it. */
  readonly platform: Platform;
  readonly faults: Faults;
  readonly issuer: Issuer;
  /**
   * Resets platform and members to the beginning, between two requests, with another seed if one is given. Ports,
   * clock, issuer, clients and their secrets stay the same: tokens stay valid.
   */
  reset(seed?: number): Promise<Beginning>;
  /**
   * Stores the current state of the world under a name: its records, clock, faults, members with their deployment, and
   * randomness. `s1`, `s2` ... unless a name is stated. Throws WorldError for an invalid or used name, and past 64.
   */
  snapshot(name?: string): Snapshot;
  /** In the order of their creation. */
  snapshots(): readonly Snapshot[];
  /** false: there is no such snapshot. */
  forget(snapshot: string): boolean;
  /**
   * Restores a snapshot; may be repeated. A virtual clock goes back with it, so later requests are answered as they
   * were the first time. Requests in progress are answered by their former members; sessions (closed 1001), tickets and
   * rolls are gone; tokens issued after the restored moment are refused until that time comes. Rejects with WorldError
   * if there is no such snapshot.
   */
  restore(snapshot: string): Promise<Snapshot>;
  /**
   * Creates another world that begins with this one's records up to a position, with its clock at the time of the last
   * of them; without a position, with all records and the current time. Members, faults and randomness are the current
   * ones. Rejects with WorldError if the position does not exist or is within the world's beginning.
   */
  fork(fork?: Fork): Promise<SandboxWorld>;
  /** Ends it: sessions are closed, requests in progress are answered, and its name is free. */
  close(): Promise<void>;
}
