/** What the control plane moves and reads. sandbox.ts puts one together; a test of the plane needs no more than this. */

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
import type { MemberPlan, MemberSeat } from '../members/member-seat.ts';
import type { PlatformOwners } from '../platform.ts';
import type { Reference } from '../reference/reference.ts';
import type { Rolls } from '../rolls/rolls.ts';
import type { VaultCounts } from '../vault/vault.ts';
import type { Exchanges } from './exchanges.ts';

export type ControlledMember = Pick<
  MemberSeat,
  | 'name'
  | 'version'
  | 'socketVersion'
  | 'surfaces'
  | 'weight'
  | 'state'
  | 'position'
  | 'lagMs'
  | 'skewMs'
  | 'inFlight'
  | 'sessions'
  | 'primed'
  | 'deploy'
  | 'restart'
  | 'crash'
  | 'move'
  | 'lagBy'
  | 'skewBy'
>;

export type ReadJournal = Pick<Journal, 'after'>;

export interface Controlled {
  /** The name of the world that is controlled. */
  readonly world: string;
  /** All of its sandbox. */
  readonly worlds: Pick<HostedWorlds, 'named' | 'list' | 'create'>;
  readonly snapshots: Pick<Snapshots, 'list' | 'remove'>;
  snapshot(name?: string): Snapshot;
  restore(snapshot: string): Promise<Snapshot>;
  fork(fork: Fork): Promise<RunningWorld>;
  readonly issuer: Issuer;
  readonly exchanges: Exchanges;
  readonly baseUrl: string;
  readonly limits: SandboxLimits;
  seed(): number;
  members(): readonly ControlledMember[];
  addMember(plan: MemberPlan): ControlledMember;
  /** false: it is the last. */
  removeMember(name: string): boolean;
  readonly front: Pick<Front, 'routing' | 'direct'>;
  rolls(): Promise<Rolls>;
  readonly clock: ControllableClock;
  readonly faults: Faults;
  readonly owners: PlatformOwners;
  readonly reference: Pick<Reference, 'listInstrument' | 'loadAlgoVersion' | 'moveQuote'>;
  /** Takes platform and members back to the beginning, of another seed where one is given. */
  reset(seed: number | undefined): Promise<{ readonly seed: number; readonly position: number }>;
  head(): number;
  /** Of now: a reset puts another in its place. */
  journal(): ReadJournal;
  intakeCounts(): VaultCounts;
}
