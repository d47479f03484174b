/**
 * One world at work: clock, issuer, platform, members and their front, and what the control plane moves of them. All of a
 * sandbox but its ports, of which it has none of its own: whoever hosts it says under which addresses it is asked.
 */
import { NEWEST } from '../../gateway/contract/versions.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import type { Deployment } from '../../gateway/variations/variation.ts';
import type { ControllableClock } from '../clock.ts';
import { createClock } from '../clock.ts';
import type { Controlled } from '../control/controlled.ts';
import type { Exchange } from '../control/exchanges.ts';
import { Exchanges } from '../control/exchanges.ts';
import { createFront, type FrontRouting } from '../front/front.ts';
import type { Served } from '../front/open-port.ts';
import { createIssuer } from '../identity/issuer.ts';
import type { Persona } from '../identity/personas.ts';
import { secretOf } from '../identity/personas.ts';
import type { KeptWorld } from '../log/kept-world.ts';
import { forkOf } from '../log/memory.ts';
import type { MemberPlan } from '../members/member-seat.ts';
import { clockNsOf } from '../part.ts';
import type { MakePermissive } from '../permissive/permissive-front.ts';
import type { Secrets } from '../secrets.ts';
import { createSeed, type Drawn } from '../seed.ts';
import type { World } from '../seed-data/world.ts';
import type { BackingMark, SandboxBacking } from './backing.ts';
import { createBacking, limitsOf } from './backing.ts';
import { current } from './current.ts';
import type { HostedWorlds } from './hosted-worlds.ts';
import { sandboxProfile } from './profile.ts';
import type { Beginning, Fork, SandboxWorld, Snapshot, WorldClock, WorldOptions } from './sandbox-world.ts';
import { withDefaults } from './sandbox-world.ts';
import { createSnapshots, viewOf } from './snapshots.ts';
import { WorldError } from './world-error.ts';

const AUDIENCE = 'trading-gateway';
/** A day: longer than anything waits for a clock that is under way when its world ends. */
const RUN_OUT_MS = 86_400_000;

export interface RunningWorldOptions extends WorldOptions {
  readonly name: string;
  /** Where its members are asked, and its control plane; its issuer is under the latter. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** Names whose pages may open sockets with a ticket, beside a member's own and this machine's. */
  readonly allowedHosts: readonly string[];
  /** What to go on from, in place of a beginning of its own. */
  readonly mark?: WorldMark | undefined;
  readonly secrets: Secrets;
  /** Where it is kept beyond its process. */
  readonly kept?: KeptWorld | undefined;
  /** Real time, whatever the world's is. */
  readonly machineClock: Clock;
  readonly observe: ((exchange: Exchange) => void) | undefined;
  /** Puts its front behind the layers of its variations; absent: it has none. */
  readonly makePermissive?: MakePermissive | undefined;
  /** What its variations deploy differently. */
  readonly deployments?: readonly Deployment[] | undefined;
  /** Called with what should not happen. */
  readonly failed?: ((error: unknown) => void) | undefined;
  /** Those that it is one of. */
  readonly worlds: HostedWorlds;
  /** Told when it is asked no more. */
  readonly ended: () => void;
}

/** All that another world, or this one again, needs to go on from where this one had come to. */
export interface WorldMark extends BackingMark {
  readonly seed: number;
  readonly nowNs: bigint;
  /** What ids were minted, and what the front drew. */
  readonly minted: Drawn;
  readonly routing: FrontRouting;
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
  const { name, baseUrl, controlUrl, limits = {}, defects = [], machineClock, secrets } = options;
  const { seed: firstSeed, world: size, clock: kind, route } = withDefaults(options);
  const { kept, deployments = [] } = options;
  let standing = clockOf(kind, options.mark?.nowNs ?? kept?.startNs);
  const clock = current(() => standing);
  const issuer = createIssuer({
    url: `${controlUrl}/identity`,
    audience: AUDIENCE,
    clock,
    personas: [],
    ...(kept && { signingKey: kept.signingKey }),
    basicOnly: deployments.some((one) => one.basicOnly),
  });
  const exchanges = new Exchanges();
  const snapshots = createSnapshots();
  const [first, ...others] = options.members ?? [];
  const plans = [
    deployed(first ?? planOf(defects), deployments),
    ...others.map((one) => deployed(one, deployments)),
  ] as const;
  // Ids go on over a reset: none comes twice in one world, unless it is taken back to a snapshot.
  let chance = createSeed(firstSeed, options.mark?.minted);
  // Nor in the next process of one that is kept.
  const ofStart = kept === undefined || kept.starts === 1 ? '' : ` of start ${kept.starts}`;

  const personasOf = (world: World): readonly Persona[] =>
    world.principals.map(({ name, clientId, externalOrgId: org, subject }) => {
      return { name, clientId, clientSecret: secretOf(secrets, firstSeed, clientId), org, subject };
    });

  let isFirst = true;
  function backingOf(seed: number, mark?: BackingMark): SandboxBacking {
    const ids = chance;
    const backing = createBacking({
      of: name,
      clock: standing,
      machineClock,
      issuer,
      seed,
      world: size,
      plans,
      // A mark is gone on from more than once.
      mark: mark && { ...mark, journal: forkOf(mark.journal, mark.journal.head()) },
      journal: isFirst ? kept?.journal : kept?.startOver(seed, mark?.journal),
      snapshot: isFirst ? kept?.snapshot : undefined,
      requestIds: ids.ids(`requests${ofStart}`),
      secrets,
      limits,
      defects,
      allowedHosts: options.allowedHosts,
      observe(event) {
        const exchange = exchanges.record(event);
        options.observe?.(exchange);
      },
    });
    issuer.personas.replace(personasOf(backing.platform.world));
    isFirst = false;
    kept?.meet(() => backing.faults);
    kept?.follow(backing.platform);
    return backing;
  }
  let backing = backingOf(options.mark?.seed ?? firstSeed, options.mark);

  async function reset(seed = backing.seed): Promise<Beginning> {
    const former = backing;
    backing = backingOf(seed);
    permissive?.begin();
    former.retire();
    return { seed, position: backing.platform.head() };
  }

  /** @param at a position, with the clock as it was when its record was placed; now, where absent. */
  function mark(at?: number): WorldMark {
    const { genesis, head, journal } = backing.platform;
    if (at !== undefined && (at < genesis || at > head())) {
      throw new WorldError(`there is no such position: this world began with ${genesis}, and has come to ${head()}`);
    }
    const record = at === undefined ? undefined : journal.at(at);
    const nowNs = record === undefined ? clock.nowNs() : clockNsOf(record);
    return { ...backing.mark(at ?? head()), seed: backing.seed, nowNs, minted: chance.drawn(), routing: front.routing };
  }

  function snapshot(stated?: string): Snapshot {
    // What follows begins with the first of its members, as what follows the restored snapshot does.
    front.turnAnew();
    return snapshots.add(mark(), stated);
  }

  async function restore(from: string): Promise<Snapshot> {
    const found = snapshots.find(from);
    const [former, formerClock] = [backing, standing];
    if (kind === 'virtual') standing = clockOf(kind, found.nowNs);
    chance = createSeed(firstSeed, found.minted);
    backing = backingOf(found.seed, found);
    front.direct(found.routing);
    front.turnAnew();
    permissive?.begin();
    former.retire();
    // What waits for its former time would wait for ever.
    if (kind === 'virtual') formerClock.advance(RUN_OUT_MS).catch(() => undefined);
    return viewOf(from, found);
  }

  const front = createFront({
    routing: route,
    random: current(() => chance.stream('front')),
    backing: () => backing,
  });
  const permissive = options.makePermissive?.(front, clock, options.failed ?? (() => {}));
  if (options.mark !== undefined) front.direct(options.mark.routing);
  const fork = async ({ at, ...named }: Fork = {}): Promise<RunningWorld> =>
    options.worlds.fork(mark(at), {
      ...{
        seed: firstSeed,
        world: size,
        clock: kind,
        members: plans,
        route: front.routing.route,
        limits,
        defects,
        permissive: options.permissive ?? [],
      },
      ...named,
    });

  const controlled: Controlled = {
    world: name,
    worlds: options.worlds,
    issuer,
    exchanges,
    clock,
    baseUrl,
    limits: limitsOf(limits),
    get faults() {
      return backing.faults;
    },
    get owners() {
      return backing.platform.owners;
    },
    get reference() {
      return backing.platform.reference;
    },
    seed: () => backing.seed,
    members: () => backing.seats,
    addMember: (plan) => backing.members.add(plan),
    removeMember: (name) => backing.members.remove(name),
    front,
    rolls: () => backing.rolls(),
    snapshots,
    snapshot,
    restore,
    fork,
    reset,
    head: () => backing.platform.head(),
    journal: () => backing.platform.journal,
    intakeCounts: () => backing.platform.intakeCounts(),
  };

  function leave(): void {
    backing.faults.clear();
    for (const { name: owner } of backing.platform.owners.list()) backing.platform.owners.comeBack(owner);
    for (const seat of backing.seats) seat.leave();
  }

  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    options.ended();
    leave();
    backing.retire();
    // What waits for its clock would wait for ever: nobody moves it any more.
    if (kind === 'virtual') await clock.advance(RUN_OUT_MS);
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
      strict: (options.permissive ?? []).length === 0,
      absentPrincipals: deployments.flatMap((one) => one.absentPrincipals ?? []),
      secretOf: (clientId) => secretOf(secrets, firstSeed, clientId),
    }),
    clock,
    issuer,
    get platform() {
      return backing.platform;
    },
    get faults() {
      return backing.faults;
    },
    front: permissive ?? front,
    controlled,
    reset,
    snapshot,
    snapshots: snapshots.list,
    forget: snapshots.remove,
    restore,
    fork,
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

function deployed(plan: MemberPlan, deployments: readonly Deployment[]): MemberPlan {
  const absent = deployments.flatMap(({ absentSurfaces = [] }) => absentSurfaces);
  if (absent.length === 0) return plan;
  return { ...plan, surfaces: { ...plan.surfaces, ...Object.fromEntries(absent.map((name) => [name, false])) } };
}

/** A virtual clock stands where another stood, a scaled one runs from there. */
function clockOf(kind: WorldClock, startNs?: bigint): ControllableClock {
  const start = startNs === undefined ? {} : { startNs };
  return typeof kind === 'string'
    ? createClock({ mode: kind, ...start })
    : createClock({ mode: 'scaled', rate: kind.rate, ...start });
}
