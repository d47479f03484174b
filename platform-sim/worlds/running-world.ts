/**
 * One world at work: clock, issuer, platform, members and their front, and what the control plane moves of them. All of a
 * sandbox but its ports, of which it has none of its own: whoever hosts it says under which addresses it is asked.
 */
import { NEWEST } from '../../gateway/contract/versions.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import { DEFAULT_LIMITS } from '../../gateway/services.ts';
import type { SandboxBacking, SandboxLimits } from '../backing.ts';
import { createBacking } from '../backing.ts';
import type { ControllableClock } from '../clock.ts';
import type { Controlled } from '../control/controlled.ts';
import type { Exchange } from '../control/exchanges.ts';
import { Exchanges } from '../control/exchanges.ts';
import type { Faults } from '../faults/faults.ts';
import { createFront } from '../front/front.ts';
import type { Served } from '../front/open-port.ts';
import type { Routing } from '../front/routing.ts';
import type { Issuer } from '../identity/issuer.ts';
import { createIssuer } from '../identity/issuer.ts';
import type { Persona } from '../identity/personas.ts';
import { secretOf } from '../identity/personas.ts';
import { DEFAULT_PLATFORM_LIMITS } from '../limits.ts';
import type { Platform } from '../platform.ts';
import type { SandboxProfile } from '../profile.ts';
import { sandboxProfile } from '../profile.ts';
import type { MemberPlan } from '../sandbox-members.ts';
import { createSeed } from '../seed.ts';
import type { World, WorldSize } from '../world/world.ts';

export const AUDIENCE = 'trading-gateway';

export interface RunningWorldOptions {
  /** Where its members are asked, and its control plane; its issuer is under the latter. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** Of the world and of all chance; 1 unless stated. */
  readonly seed?: number | undefined;
  readonly world?: WorldSize | undefined;
  readonly clock: ControllableClock;
  /** Real time, whatever the world's is. */
  readonly machineClock: Clock;
  /** One of the newest contract version unless stated, or of the one that a defect is of. */
  readonly members?: readonly MemberPlan[] | undefined;
  /** Which of several members serves a request; round-robin unless stated. */
  readonly route?: Routing | undefined;
  readonly limits?: Partial<SandboxLimits> | undefined;
  /** Makes every member known-bad. */
  readonly defects?: readonly Defect[] | undefined;
  readonly observe?: ((exchange: Exchange) => void) | undefined;
}

export interface RunningWorld {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly profile: SandboxProfile;
  readonly clock: ControllableClock;
  readonly issuer: Issuer;
  /** Of now: a reset puts another in its place. */
  readonly platform: Platform;
  readonly faults: Faults;
  readonly front: Required<Served>;
  readonly controlled: Controlled;
  reset(seed?: number): Promise<{ readonly seed: number; readonly position: number }>;
  /** Lets go what faults hold, and closes every session: nobody can do either for it any more. */
  leave(): void;
  /** Ends what the platform does of itself; what is under way is answered still. */
  retire(): void;
}

export function createRunningWorld(options: RunningWorldOptions): RunningWorld {
  const { seed: firstSeed = 1, world: size = 'small', clock, machineClock, baseUrl, controlUrl } = options;
  const { limits = {}, defects = [], route = 'round-robin' } = options;
  const issuer = createIssuer({ url: `${controlUrl}/identity`, audience: AUDIENCE, clock, personas: [] });
  const exchanges = new Exchanges();
  const [first, ...others] = options.members ?? [];
  const plans = [first ?? planOf(defects), ...others] as const;
  // Ids go on over a reset: none comes twice in one world.
  const ids = createSeed(firstSeed);
  const [requestIds, ticketIds, bootIds] = [ids.ids('requests'), ids.ids('tickets'), ids.ids('boots')];

  const personasOf = (world: World): readonly Persona[] =>
    world.principals.map(({ name, clientId, externalOrgId: org, subject }) => {
      return { name, clientId, clientSecret: secretOf(firstSeed, clientId), org, subject };
    });

  function backingOf(seed: number): SandboxBacking {
    const backing = createBacking({
      clock,
      machineClock,
      issuer,
      seed,
      world: size,
      plans,
      requestIds,
      ticketIds,
      bootIds,
      limits,
      defects,
      observe(event) {
        const exchange = exchanges.record(event);
        options.observe?.(exchange);
      },
    });
    issuer.personas.replace(personasOf(backing.platform.world));
    return backing;
  }
  let backing = backingOf(firstSeed);

  async function reset(seed = backing.seed): Promise<{ readonly seed: number; readonly position: number }> {
    const former = backing;
    backing = backingOf(seed);
    former.retire();
    return { seed, position: backing.platform.head() };
  }

  const controlled: Controlled = {
    issuer,
    exchanges,
    clock,
    baseUrl,
    limits: { ...DEFAULT_PLATFORM_LIMITS, ...DEFAULT_LIMITS, ...limits },
    get faults() {
      return backing.faults;
    },
    get reference() {
      return backing.platform.reference;
    },
    seed: () => backing.seed,
    members: () => backing.seats,
    reset,
    head: () => backing.platform.head(),
    journal: (after, limit) => backing.platform.records().slice(after, after + limit),
    intakeCounts: () => backing.platform.intakeCounts(),
  };

  return {
    baseUrl,
    controlUrl,
    profile: sandboxProfile({
      baseUrl,
      controlUrl,
      issuer,
      plans,
      world: backing.platform.world,
      secretOf: (clientId) => secretOf(firstSeed, clientId),
    }),
    clock,
    issuer,
    get platform() {
      return backing.platform;
    },
    get faults() {
      return backing.faults;
    },
    front: createFront({
      routing: route,
      random: createSeed(firstSeed).stream('front'),
      backing: () => backing,
    }),
    controlled,
    reset,
    leave() {
      backing.faults.clear();
      for (const seat of backing.seats) seat.leave();
    },
    retire: () => backing.retire(),
  };
}

/** One member, of the contracts that its defects say. */
function planOf(defects: readonly Defect[]): MemberPlan {
  const { rest: version = NEWEST, socket }: NonNullable<Defect['contract']> = Object.assign(
    {},
    ...defects.map(({ contract }) => contract),
  );
  return { version, ...(socket === undefined ? {} : { socketVersion: socket }) };
}
