/**
 * One world at work: clock, issuer, platform, members and their front, and what the control plane moves of them. All of a
 * sandbox but its ports, of which it has none of its own: whoever hosts it says under which addresses it is asked.
 */
import { NEWEST } from '../../gateway/contract/versions.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import { DEFAULT_LIMITS } from '../../gateway/services.ts';
import type { SandboxBacking } from '../backing.ts';
import { createBacking } from '../backing.ts';
import type { ControllableClock } from '../clock.ts';
import type { Controlled } from '../control/controlled.ts';
import type { Exchange } from '../control/exchanges.ts';
import { Exchanges } from '../control/exchanges.ts';
import { createFront } from '../front/front.ts';
import type { Served } from '../front/open-port.ts';
import { createIssuer } from '../identity/issuer.ts';
import type { Persona } from '../identity/personas.ts';
import { secretOf } from '../identity/personas.ts';
import { DEFAULT_PLATFORM_LIMITS } from '../limits.ts';
import { sandboxProfile } from '../profile.ts';
import type { MemberPlan } from '../sandbox-members.ts';
import { createSeed } from '../seed.ts';
import type { World } from '../world/world.ts';
import type { HostedWorlds } from './hosted-worlds.ts';
import type { SandboxWorld, WorldOptions } from './sandbox-world.ts';

export const AUDIENCE = 'trading-gateway';
/** A day: longer than anything waits for a clock that is under way when its world ends. */
const RUN_OUT_MS = 86_400_000;

export interface RunningWorldOptions extends Omit<WorldOptions, 'clock'> {
  readonly name: string;
  /** Where its members are asked, and its control plane; its issuer is under the latter. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly clock: ControllableClock;
  /** Real time, whatever the world's is. */
  readonly machineClock: Clock;
  readonly observe: ((exchange: Exchange) => void) | undefined;
  /** Those that it is one of. */
  readonly worlds: HostedWorlds;
  /** Told when it is asked no more. */
  readonly ended: () => void;
}

/** A world as its host sees it. */
export interface RunningWorld extends SandboxWorld {
  readonly front: Required<Served>;
  readonly controlled: Controlled;
  /** Lets go what faults hold, and closes every session: nobody can do either for it any more. */
  leave(): void;
  /** Ends what the platform does of itself; what is under way is answered still. */
  retire(): void;
}

export function createRunningWorld(options: RunningWorldOptions): RunningWorld {
  const { name, seed: firstSeed = 1, world: size = 'small', clock, machineClock, baseUrl, controlUrl } = options;
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
      of: name,
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

  const front = createFront({
    routing: route,
    random: createSeed(firstSeed).stream('front'),
    backing: () => backing,
  });
  const controlled: Controlled = {
    world: name,
    worlds: options.worlds,
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
    addMember: (plan) => backing.members.add(plan),
    removeMember: (name) => backing.members.remove(name),
    front,
    get rolls() {
      return backing.rolls;
    },
    reset,
    head: () => backing.platform.head(),
    journal: (after, limit) => backing.platform.records().slice(after, after + limit),
    intakeCounts: () => backing.platform.intakeCounts(),
  };

  function leave(): void {
    backing.faults.clear();
    for (const seat of backing.seats) seat.leave();
  }

  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    options.ended();
    leave();
    backing.retire();
    // What waits for its clock would wait for ever: nobody moves it any more.
    if (clock.mode === 'virtual') await clock.advance(RUN_OUT_MS);
  }
  const close = (): Promise<void> => {
    ending ??= end();
    return ending;
  };

  return {
    name,
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
    leave,
    retire: () => backing.retire(),
    close,
    [Symbol.asyncDispose]: close,
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
