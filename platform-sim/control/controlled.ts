/**
 * The parts of a sandbox that the control plane reads and changes. sandbox.ts assembles them; a test of the plane needs
 * no more than this.
 */

import type { OwnerName } from '../../gateway/facts.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import type { ControllableClock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { Front } from '../front/front.ts';
import type { SandboxLimits } from '../hosting/backing.ts';
import type { HostedWorlds } from '../hosting/hosted-worlds.ts';
import type { RunningWorld } from '../hosting/running-world.ts';
import type { Fork, Snapshot } from '../hosting/sandbox-world.ts';
import type { Snapshots } from '../hosting/snapshots.ts';
import type { Issuer } from '../identity/issuer.ts';
import type { Journal } from '../log/journal.ts';
import type { ControlledMember, MemberPlan } from '../members/member-seat.ts';
import type { ShownProcess } from '../nats/bus/process-facts.ts';
import type { PlatformOwners } from '../platform.ts';
import type { Reference } from '../reference/reference.ts';
import type { Rolls } from '../rolls/rolls.ts';
import type { WorldPrincipal } from '../seed-data/world.ts';
import type { VaultCounts } from '../vault/vault.ts';
import type { VenueDesk } from '../venues/venue-desk.ts';
import type { Exchanges } from './exchanges.ts';
import type { Frames } from './frames.ts';
import type { ScenarioMaker } from './scenario-maker.ts';

export type ReadJournal = Pick<Journal, 'after'>;

export interface Controlled {
  /** The name of the controlled world. */
  readonly world: string;
  /** All worlds of its sandbox. */
  readonly worlds: Pick<HostedWorlds, 'named' | 'list' | 'create'>;
  readonly snapshots: Pick<Snapshots, 'list' | 'remove'>;
  snapshot(name?: string): Snapshot;
  restore(snapshot: string): Promise<Snapshot>;
  fork(fork: Fork): Promise<RunningWorld>;
  readonly issuer: Issuer;
  readonly exchanges: Exchanges;
  readonly frames: Frames;
  /** undefined: it was started without one. */
  readonly makeScenario: ScenarioMaker | undefined;
  readonly baseUrl: string;
  readonly limits: SandboxLimits;
  seed(): number;
  members(): readonly ControlledMember[];
  /** Every process of the deployment with its members here, the active platform first. */
  processes(): readonly ShownProcess[];
  /** Whether it is on NATS: members of other processes join, and another platform takes over. */
  readonly isShared: boolean;
  addMember(plan: MemberPlan): ControlledMember;
  /** false if it is the last member. */
  removeMember(name: string): boolean;
  readonly front: Pick<Front, 'routing' | 'direct'>;
  rolls(): Promise<Rolls>;
  readonly clock: ControllableClock;
  /** Real time, for whatever the plane itself waits for. */
  readonly machineClock: Clock;
  readonly faults: Faults;
  readonly owners: PlatformOwners;
  readonly reference: Pick<Reference, 'instruments' | 'listInstrument' | 'loadAlgoVersion' | 'moveQuote'>;
  readonly venue: Omit<VenueDesk, 'close'>;
  /** An owner's state at the head. */
  stateOf(owner: OwnerName): unknown;
  /** Those that its issuer knows. */
  principals(): readonly WorldPrincipal[];
  /** Resets platform and members to the beginning, with another seed if one is given. */
  reset(seed: number | undefined): Promise<{ readonly seed: number; readonly position: number }>;
  /** Resolves once members of other processes have applied what was changed here. */
  settled(): Promise<void>;
  /** Whether the world ends: its event streams end with it. */
  isLeaving(): boolean;
  head(): number;
  /** The current journal: a reset replaces it. */
  journal(): ReadJournal;
  intakeCounts(): VaultCounts;
}
