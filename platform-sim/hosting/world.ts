/** A world as a test file or a program uses it (SandboxWorld), and as its host and the control plane do (World). */
import type { Ns } from '../../gateway/facts.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import type { ControllableClock } from '../clock.ts';
import type { Exchanges } from '../control/exchanges.ts';
import type { Frames } from '../control/frames.ts';
import type { ScenarioMaker } from '../control/scenario-maker.ts';
import type { TrafficWatch } from '../control/traffic-watch.ts';
import type { Faults } from '../faults/faults.ts';
import type { Front } from '../front/front.ts';
import type { Served } from '../front/open-port.ts';
import type { Issuer } from '../identity/issuer.ts';
import type { Marks } from '../marks.ts';
import type { ControlledMember, MemberPlan, MemberSeat } from '../members/member-seat.ts';
import type { ServingProcess, ShownProcess } from '../nats/bus/process-facts.ts';
import type { Platform } from '../platform.ts';
import type { Rolls } from '../rolls/rolls.ts';
import type { SandboxProfile } from './profile.ts';
import type { WorldMark } from './running-platform.ts';
import type { NewWorld, SandboxLimits } from './world-options.ts';

/** Why a world or a snapshot is not available: one line for a user. Nothing was changed. */
export class WorldError extends Error {}

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

/** A world with the parts that the control plane reads and changes, and that its host needs. It has no ports. */
export interface World extends SandboxWorld {
  /** All worlds of its sandbox. */
  readonly worlds: HostedWorlds;
  /** The current seed: a reset may change it. */
  readonly seed: number;
  readonly limits: SandboxLimits;
  /** Real time, for whatever the control plane itself waits for. */
  readonly machineClock: Clock;
  readonly exchanges: Exchanges;
  readonly frames: Frames;
  /** Deploys, crashes, resets and steps of the clock. A reset does not remove them. */
  readonly marks: Marks;
  readonly watch: TrafficWatch | undefined;
  /** undefined: it was started without one. */
  readonly makeScenario: ScenarioMaker | undefined;
  /** How requests are routed to its members. */
  readonly front: Pick<Front, 'routing' | 'direct'>;
  /** Answers the requests of its address: its front, behind the layers of its variations. */
  readonly served: Required<Served>;
  fork(fork?: Fork): Promise<World>;
  /** The members of this process, then those of others. */
  members(): readonly ControlledMember[];
  /** The members of this process. */
  ownMembers(): readonly MemberSeat[];
  /** Throws ControlError if there is no process for it. */
  addMember(plan: MemberPlan): ControlledMember;
  /** false if it is the last member. */
  removeMember(name: string): boolean;
  /** Every process of the deployment with its members here, the active platform first. */
  processes(): readonly ShownProcess[];
  /** Whether it is on NATS: members of other processes join, and another platform takes over. */
  readonly isShared: boolean;
  /** Loaded with the first call, so that a start does not wait for them. */
  rolls(): Promise<Rolls>;
  /** Resolves once members of other processes have applied what was changed here. */
  settled(): Promise<void>;
  /** Whether the world ends: its event streams end with it. */
  isLeaving(): boolean;
  /** Releases what faults hold, and closes every session, which no request can do any more. */
  leave(): void;
  /** Ends the platform's own timers; requests in progress are still answered. */
  retire(): void;
  /** Closes its storage on JetStream, for a process that takes over. */
  letGo(): Promise<void>;
}

/** All worlds of a sandbox. */
export interface HostedWorlds {
  readonly main: World;
  /** What this process is in its deployment. */
  readonly role: ServingProcess['kind'];
  /** Why no world can take writes now, in one sentence; undefined: the worlds decide. */
  trouble(): string | undefined;
  /** The metrics of this process, in OpenMetrics text. */
  metrics(): Promise<string>;
  named(name: string): World | undefined;
  /** The default world first, the others in the order of their creation. */
  list(): readonly World[];
  /** Rejects with WorldError for an invalid or used name, and if there are 64 already. */
  create(options?: NewWorld): Promise<World>;
  /** As `create`, from another world's state. */
  fork(mark: WorldMark, options: NewWorld): Promise<World>;
}
