/**
 * One running world: clock, issuer, platform, members and their front, and what the control plane changes in them. It
 * has no ports of its own: its host decides the addresses.
 */
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import type { Deployment } from '../../gateway/variations/variation.ts';
import type { ControllableClock } from '../clock.ts';
import { createClock } from '../clock.ts';
import { ControlError } from '../control/control-error.ts';
import type { Controlled } from '../control/controlled.ts';
import type { Exchange } from '../control/exchanges.ts';
import { Exchanges } from '../control/exchanges.ts';
import { Frames } from '../control/frames.ts';
import { principalsBy, principalsByUser } from '../control/principal-of.ts';
import type { ScenarioMaker } from '../control/scenario-maker.ts';
import { createFront, type FrontRouting } from '../front/front.ts';
import type { Served } from '../front/open-port.ts';
import { createIssuer } from '../identity/issuer.ts';
import type { Persona } from '../identity/personas.ts';
import { secretOf } from '../identity/personas.ts';
import type { KeptWorld } from '../log/kept-world.ts';
import { forkOf } from '../log/memory.ts';
import type { OnBus, PlatformBus } from '../nats/bus/platform-bus.ts';
import type { ServingProcess } from '../nats/bus/process-facts.ts';
import { worldOnBus } from '../nats/bus/world-on-bus.ts';
import type { RegisterState } from '../owners/register.ts';
import { clockNsOf } from '../part.ts';
import type { MakePermissive } from '../permissive/permissive-front.ts';
import type { Secrets } from '../secrets.ts';
import { createSeed, type Drawn } from '../seed.ts';
import type { World } from '../seed-data/world.ts';
import type { BackingMark, SandboxBacking } from './backing.ts';
import { createBacking, limitsOf } from './backing.ts';
import type { Beginnings } from './beginnings.ts';
import { current } from './current.ts';
import { firstPlans } from './first-plans.ts';
import type { HostedWorlds } from './hosted-worlds.ts';
import { sandboxProfile } from './profile.ts';
import type { Beginning, Fork, SandboxWorld, Snapshot, WorldClock, WorldOptions } from './sandbox-world.ts';
import { withDefaults } from './sandbox-world.ts';
import { createSnapshots, viewOf } from './snapshots.ts';
import { WorldError } from './world-error.ts';

export const AUDIENCE = 'trading-gateway';
/** A day: longer than anything waits for the clock of a world that ends. */
const RUN_OUT_MS = 86_400_000;

export interface RunningWorldOptions extends WorldOptions {
  readonly name: string;
  /** The base address of its members and of its control plane; its issuer is under the latter. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** The name of its issuer, if another process gave it; its endpoints are under `controlUrl` all the same. */
  readonly issuer?: { readonly url: string; readonly audience: string } | undefined;
  /** Host names whose pages may open sockets with a ticket, in addition to a member's own and this machine's. */
  readonly allowedHosts: readonly string[];
  /** Origins of pages whose login may end there, besides those of this machine. */
  readonly pageOrigins: readonly string[];
  /** What it began with in a former process; the seed unless stated. */
  readonly firstSeed?: number | undefined;
  /** The state to continue from, instead of a new beginning. */
  readonly mark?: WorldMark | undefined;
  readonly secrets: Secrets;
  /** Storage beyond its process. */
  readonly kept?: KeptWorld | undefined;
  /** Real time, for any clock of the world. */
  readonly machineClock: Clock;
  readonly observe: ((exchange: Exchange) => void) | undefined;
  readonly makeScenario?: ScenarioMaker | undefined;
  /** Puts its front behind the layers of its variations; absent if it has none. */
  readonly makePermissive?: MakePermissive | undefined;
  /** The deployments of its variations. */
  readonly deployments?: readonly Deployment[] | undefined;
  /** Called with unexpected errors. */
  readonly failed?: ((error: unknown) => void) | undefined;
  /** Where members of other processes reach it; absent: all are of this process. */
  readonly bus?: PlatformBus | undefined;
  readonly process: ServingProcess;
  /** It has no member of its own unless some are stated. */
  readonly membersElsewhere?: boolean | undefined;
  /** The worlds of its host. */
  readonly worlds: HostedWorlds;
  readonly beginnings: Beginnings;
  /** Called when it serves no more requests. */
  readonly ended: () => void;
}

/** Everything that this world or another one needs to continue from this one's state. */
export interface WorldMark extends BackingMark {
  readonly seed: number;
  readonly nowNs: bigint;
  /** The number of minted ids, and the front's random draws. */
  readonly minted: Drawn;
  readonly routing: FrontRouting;
}

/** A world as its host sees it. */
export interface RunningWorld extends SandboxWorld {
  readonly front: Required<Served>;
  readonly controlled: Controlled;
  /** Releases what faults hold, and closes every session, which no request can do any more. */
  leave(): void;
  /** Ends the platform's own timers; requests in progress are still answered. */
  retire(): void;
  /** Closes what keeps it on JetStream, for a process that takes over. */
  letGo(): Promise<void>;
}

/** Creates a world and starts its members. */
export function createRunningWorld(options: RunningWorldOptions): RunningWorld {
  const { name, baseUrl, controlUrl, limits = {}, defects = [], machineClock, secrets } = options;
  const { seed, world: size, clock: kind, route } = withDefaults(options);
  const { kept, firstSeed = seed, deployments = [] } = options;
  let standing = clockOf(kind, options.mark?.nowNs ?? kept?.startNs);
  const clock = current(() => standing);
  const servedAt = identityUrl(controlUrl);
  const issuer = createIssuer({
    ...(options.issuer ?? { url: servedAt, audience: AUDIENCE }),
    servedAt,
    clock,
    personas: [],
    ...(kept && { signingKey: kept.signingKey }),
    basicOnly: deployments.some((one) => one.basicOnly),
    pageOrigins: options.pageOrigins,
  });
  const ofUser = principalsByUser(
    () => (backing.platform.stateOf('register') as RegisterState).directory,
    () => backing.platform.world.principals,
  );
  const exchanges = new Exchanges({ ofToken: principalsBy(() => issuer.personas.all()), ofUser });
  const frames = new Frames(() => exchanges.count(), ofUser);
  const snapshots = createSnapshots(kept?.named);
  const plans = firstPlans(options);
  // Ids continue over a reset: none repeats in one world, except after a restored snapshot.
  let chance = createSeed(firstSeed, options.mark?.minted);
  // Nor in the next process of a kept world.
  const ofStart = kept === undefined || kept.starts === 1 ? '' : ` of start ${kept.starts}`;

  const personasOf = (world: World): readonly Persona[] =>
    world.principals.map(({ name, clientId, externalOrgId: org, subject }) => {
      return { name, clientId, clientSecret: secretOf(secrets, firstSeed, clientId), org, subject };
    });

  function observe(event: ExchangeEvent, content?: ExchangeContent): void {
    exchanges.record(event, content);
    const [exchange] = options.observe === undefined ? [] : exchanges.latest(1);
    if (exchange !== undefined) options.observe?.(exchange);
  }

  let onBus: OnBus | undefined;
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
      // No two worlds of a clock that runs begin at the same time.
      beginnings: kind === 'virtual' ? options.beginnings : undefined,
      // A mark may be used more than once, so its journal is copied.
      mark: mark && { ...mark, journal: forkOf(mark.journal, mark.journal.head()) },
      journal: isFirst && mark === undefined ? kept?.journal : kept?.startOver(seed, mark?.journal),
      snapshot: isFirst ? kept?.snapshot : undefined,
      takesOver: isFirst,
      keptRules: kept?.rules,
      keptRolls: kept?.rolls,
      requestIds: ids.ids(`requests${ofStart}`),
      secrets,
      limits,
      defects,
      frameTap: frames.tap,
      allowedHosts: options.allowedHosts,
      observe,
      others: () => onBus?.seats() ?? [],
    });
    issuer.personas.replace(personasOf(backing.platform.world));
    isFirst = false;
    kept?.meet(() => backing.faults);
    kept?.follow(backing.platform);
    return backing;
  }
  let backing = backingOf(options.mark?.seed ?? seed, options.mark);

  async function reset(seed = backing.seed): Promise<Beginning> {
    const former = backing;
    backing = backingOf(seed);
    permissive?.begin();
    former.retire();
    return { seed, position: backing.platform.head() };
  }

  /** @param at a position, with the clock at its record's time; absent: now. */
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
    // Later requests begin with the first member, as they do after the restored snapshot.
    front.restartRouting();
    return snapshots.add(mark(), stated);
  }

  async function restore(from: string): Promise<Snapshot> {
    const known = snapshots.find(from);
    const found = 'journal' in known ? known : await known.read();
    const [former, formerClock] = [backing, standing];
    if (kind === 'virtual') standing = clockOf(kind, found.nowNs);
    chance = createSeed(firstSeed, found.minted);
    backing = backingOf(found.seed, found);
    front.direct(found.routing);
    front.restartRouting();
    permissive?.begin();
    former.retire();
    // Otherwise what waits for its former clock would wait for ever.
    if (kind === 'virtual') formerClock.advance(RUN_OUT_MS).catch(() => undefined);
    return viewOf(from, found);
  }

  const front = createFront({
    routing: route,
    random: current(() => chance.stream('front')),
    backing: () => backing,
  });
  onBus = options.bus?.host(
    worldOnBus({
      ...{ name, clock, machineClock, issuer, limits, observe },
      allowedHosts: options.allowedHosts,
      routing: () => front.routing,
      stream: () => kept?.stream?.() ?? '',
      backing: () => backing,
    }),
  );
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
    frames,
    makeScenario: options.makeScenario,
    clock,
    machineClock,
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
    get venue() {
      return backing.platform.venue;
    },
    stateOf: (owner) => backing.platform.stateOf(owner),
    principals: () => backing.platform.world.principals,
    seed: () => backing.seed,
    members: () => [...backing.seats, ...(onBus?.seats() ?? [])],
    processes: () => [
      { ...options.process, members: backing.seats.map(({ name, version }) => ({ name, version })) },
      ...(onBus?.processes() ?? []),
    ],
    isShared: options.bus !== undefined,
    addMember(plan) {
      if (backing.seats.length > 0 || onBus === undefined) return backing.members.add(plan);
      const added = onBus.add(plan);
      if (added !== undefined) return added;
      throw new ControlError('CONFLICT', 'no process of members is there: start one with touchstone member --platform');
    },
    removeMember(name) {
      const others = onBus?.seats() ?? [];
      const remote = others.find((seat) => seat.name === name);
      if (remote === undefined) return backing.members.remove(name);
      if (others.length + backing.seats.length === 1) return false;
      remote.remove();
      return true;
    },
    settled: async () => void (await Promise.all([onBus?.settled(), kept?.settled?.()])),
    front,
    rolls: () => backing.rolls(),
    snapshots,
    snapshot,
    restore,
    fork,
    reset,
    isLeaving: () => leaving,
    head: () => backing.platform.head(),
    journal: () => backing.platform.journal,
    intakeCounts: () => backing.platform.intakeCounts(),
  };

  let leaving = false;
  function leave(): void {
    leaving = true;
    // A process that takes over continues from them.
    kept?.rules?.leave();
    kept?.rolls?.leave();
    backing.faults.clear();
    for (const { name: owner } of backing.platform.owners.list()) backing.platform.owners.comeBack(owner);
    for (const seat of backing.seats) seat.leave();
  }

  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    options.ended();
    leave();
    for (const seat of onBus?.seats() ?? []) seat.leave();
    onBus?.end();
    backing.retire();
    // Otherwise what waits for its clock would wait for ever: no caller moves it any more.
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
      issuer: { servedAt, audience: issuer.audience },
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
    async letGo() {
      if (options.bus !== undefined) await kept?.close(clock.nowNs());
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Where the endpoints of an issuer are, below the address of a control plane. */
export function identityUrl(controlUrl: string): string {
  return `${controlUrl}/identity`;
}

/** Continues another clock: a virtual one stands at its time, a scaled one runs from it. */
function clockOf(kind: WorldClock, startNs?: bigint): ControllableClock {
  const start = startNs === undefined ? {} : { startNs };
  return typeof kind === 'string'
    ? createClock({ mode: kind, ...start })
    : createClock({ mode: 'scaled', rate: kind.rate, ...start });
}
