/** A platform and its members: what stands behind the front until a reset puts another in its place. */
import { createHash } from 'node:crypto';
import type { Defect } from '../gateway/defects/defect.ts';
import type { ExchangeEvent } from '../gateway/exchange-event.ts';
import type { Member } from '../gateway/member.ts';
import { createMember } from '../gateway/member.ts';
import type { Clock, PlatformPort } from '../gateway/platform-port.ts';
import type { MemberLimits, Surfaces } from '../gateway/services.ts';
import { createSocketEdge } from './faults/socket-edge.ts';
import type { Backing, Members } from './front/front.ts';
import type { Issuer } from './identity/issuer.ts';
import type { PlatformLimits } from './limits.ts';
import type { RegisterState } from './owners/register.ts';
import type { Platform } from './platform.ts';
import { createPlatform } from './platform.ts';
import { createMemberSeat, type MemberPlan, type MemberSeat } from './sandbox-members.ts';
import { createSeed } from './seed.ts';
import { buildWorld } from './world/build-world.ts';
import type { WorldSize } from './world/world.ts';

export type SandboxLimits = MemberLimits & PlatformLimits;

export interface BackingOptions {
  /** The world's name: what its members seal is of no use in another. */
  readonly of: string;
  readonly clock: Clock;
  /** Real time, whatever the platform's is. */
  readonly machineClock: Clock;
  readonly issuer: Issuer;
  readonly seed: number;
  readonly world: WorldSize;
  readonly plans: readonly [MemberPlan, ...MemberPlan[]];
  readonly limits: Partial<SandboxLimits>;
  readonly defects: readonly Defect[];
  readonly requestIds: () => string;
  readonly ticketIds: () => string;
  /** Names each start of a member. */
  readonly bootIds: () => string;
  observe(event: ExchangeEvent): void;
}

export interface SandboxBacking extends Backing {
  readonly seed: number;
  readonly platform: Platform;
  readonly seats: readonly MemberSeat[];
  /** Lets go what is held, ends what the platform does of itself, and lets each member answer what it has begun. */
  retire(): void;
}

export function createBacking(options: BackingOptions): SandboxBacking {
  const { clock, machineClock, issuer, limits, seed, requestIds, ticketIds, bootIds } = options;
  const world = buildWorld({ seed, size: options.world });
  const platform = createPlatform({ clock, seed: createSeed(seed), world, limits });
  const keyOf = (what: string) => createHash('sha256').update(`touchstone ${what} ${seed} ${options.of}`).digest();
  const [cursorKey, ticketKey] = [keyOf('cursors'), keyOf('tickets')];

  const socketEdge = createSocketEdge(platform.faults, createSeed(seed).stream('frames'));

  const members: Member[] = [];
  const seats = options.plans.map((plan, index) => {
    const name = `m${index + 1}`;
    const make = (port: PlatformPort, surfaces: Surfaces) =>
      createMember({
        name,
        version: plan.version,
        ...(plan.socketVersion === undefined ? {} : { socketVersion: plan.socketVersion }),
        clock,
        machineClock,
        limits,
        cursorKey,
        ticketKey,
        // Ids begin anew with a process, and of one seed they are the same: what a clock that runs says then is not.
        bootId: `${bootIds()} at ${clock.nowNs()}`,
        ticketIds,
        socketEdge,
        port,
        surfaces,
        identity: { issuer: issuer.url, audience: issuer.audience, jwks: () => ({ keys: [...issuer.jwks.keys] }) },
        requestIds,
        defects: options.defects,
        observe: options.observe,
      });
    const taken = (member: Member) => {
      members[index] = member;
    };
    return createMemberSeat({ name, plan, port: platform.port(name), make, taken });
  });

  return {
    seed,
    platform,
    seats,
    faults: platform.faults,
    members: members as unknown as Members,
    // As the register stands: organisations are proposed under way, too.
    orgIdOf: (externalOrgId) => (platform.stateOf('register') as RegisterState).directory.orgIds.get(externalOrgId),
    retire() {
      platform.faults.clear();
      platform.close();
      for (const { retire } of seats) retire();
    },
  };
}
