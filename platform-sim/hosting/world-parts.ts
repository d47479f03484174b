/** The options that a host creates a world with, and the parts of it that no reset replaces. */
import type { Clock } from '../../gateway/platform-port.ts';
import type { Deployment } from '../../gateway/variations/variation.ts';
import type { ControllableClock } from '../clock.ts';
import { createClock } from '../clock.ts';
import type { Exchange } from '../control/exchanges.ts';
import { Exchanges } from '../control/exchanges.ts';
import { Frames } from '../control/frames.ts';
import { principalsBy, principalsByUser } from '../control/principal-of.ts';
import type { ScenarioMaker } from '../control/scenario-maker.ts';
import type { TrafficWatch } from '../control/traffic-watch.ts';
import { spell } from '../duration.ts';
import { createIssuer, type Issuer } from '../identity/issuer.ts';
import type { DurableWorld } from '../log/durable-world.ts';
import { type AddMark, Marks } from '../marks.ts';
import type { MemberPlan } from '../members/member-seat.ts';
import type { Counts } from '../metrics/metrics.ts';
import type { PlatformBus } from '../nats/bus/platform-bus.ts';
import type { ServingProcess } from '../nats/bus/process-facts.ts';
import type { RegisterState } from '../owners/register.ts';
import type { MakePermissive } from '../permissive/permissive-front.ts';
import type { Secrets } from '../secrets.ts';
import { createSeed, type Seed } from '../seed.ts';
import type { Beginnings, RunningPlatform, WorldMark } from './running-platform.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import type { HostedWorlds } from './world.ts';
import {
  type DefaultedOptions,
  firstPlans,
  type WorldClock,
  type WorldOptions,
  withDefaults,
} from './world-options.ts';

export const AUDIENCE = 'trading-gateway';
/** A day: longer than anything waits for the clock of a world that ends. */
export const RUN_OUT_MS = 86_400_000;

export interface WorldParts extends WorldOptions {
  readonly name: string;
  /** The base address of its members and of its control plane; its issuer is under the latter. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** The name of its issuer, if another process gave it; its endpoints are under `controlUrl` all the same. */
  readonly issuer?: { readonly url: string; readonly audience: string } | undefined;
  /** Host names: their pages may open sockets with a ticket. A member's own and this machine's are always allowed. */
  readonly allowedHosts: readonly string[];
  /** Origins of pages whose login may end there, besides those of this machine. */
  readonly pageOrigins: readonly string[];
  /** The seed that it began with in a former process; absent: `seed`. */
  readonly firstSeed?: number | undefined;
  /** The state to continue from, instead of a new beginning. */
  readonly mark?: WorldMark | undefined;
  readonly secrets: Secrets;
  /** Storage that outlasts the process. */
  readonly durable?: DurableWorld | undefined;
  /** Real time, for any clock of the world. */
  readonly machineClock: Clock;
  readonly observe: ((exchange: Exchange) => void) | undefined;
  readonly watch: TrafficWatch | undefined;
  readonly makeScenario?: ScenarioMaker | undefined;
  /** Puts its front behind the layers of its variations; absent if it has none. */
  readonly makePermissive?: MakePermissive | undefined;
  /** The deployments of its variations. */
  readonly deployments: readonly Deployment[];
  /** Called with unexpected errors. */
  readonly failed?: ((error: unknown) => void) | undefined;
  /** Where members of other processes reach it; absent: all are of this process. */
  readonly bus?: PlatformBus | undefined;
  readonly process: ServingProcess;
  /** Of its process: all worlds count there. */
  readonly counts: Counts;
  /** It starts no members unless some are stated. */
  readonly membersElsewhere: boolean;
  /** The worlds of its host. */
  readonly worlds: HostedWorlds;
  readonly beginnings: Beginnings;
  /** Called when it no longer serves requests. */
  readonly ended: () => void;
}

/** The options with their defaults, and the parts of a world that no reset replaces. */
export interface Lasting extends Omit<WorldParts, keyof DefaultedOptions>, DefaultedOptions {
  readonly firstSeed: number;
  readonly plans: readonly MemberPlan[];
  readonly issuer: Issuer;
  readonly exchanges: Exchanges;
  readonly frames: Frames;
  readonly marks: Marks;
  readonly stored: Snapshots;
  /** The current clock: the same object after a restored snapshot. */
  readonly ticking: ControllableClock;
}

/** The parts that a reset or a restored snapshot replaces. */
export interface Current {
  clock: ControllableClock;
  /** Mints ids and draws the front's routes. It continues over a reset, so that no id repeats in one world. */
  ids: Seed;
  running: RunningPlatform;
}

/** The first clock and ids of a world. Its platform starts later. */
export function firstClock({ mark, durable, ...options }: WorldParts): Current {
  const { clock, seed } = withDefaults(options);
  return {
    clock: clockOf(clock, mark?.nowNs ?? durable?.startNs),
    ids: createSeed(options.firstSeed ?? seed, mark?.minted),
    // createWorld sets it before anything reads it.
    running: undefined as unknown as RunningPlatform,
  };
}

/** Continues another clock: a virtual one stands at its time, a scaled one runs from it. */
export function clockOf(kind: WorldClock, startNs?: bigint): ControllableClock {
  const start = startNs === undefined ? {} : { startNs };
  return typeof kind === 'string'
    ? createClock({ mode: kind, ...start })
    : createClock({ mode: 'scaled', rate: kind.rate, ...start });
}

/** A stable reference to an object that is replaced. */
export function referenceTo<Thing extends object>(current: () => Thing): Thing {
  return new Proxy({} as Thing, { get: (_, name) => Reflect.get(current(), name) });
}

export function lastingParts(parts: WorldParts, now: Current): Lasting {
  const { durable, controlUrl, deployments } = parts;
  const options = withDefaults(parts);
  const exchangesSoFar = (): number => exchanges.count();
  const marks = new Marks(() => {
    return { atNs: `${now.clock.nowNs()}`, exchanges: exchangesSoFar(), position: now.running.platform.head() };
  });
  const ticking = markedClock(now, marks.add);
  const servedAt = identityUrl(controlUrl);
  const issuer = createIssuer({
    ...(parts.issuer ?? { url: servedAt, audience: AUDIENCE }),
    servedAt,
    clock: ticking,
    personas: [],
    ...(durable && { signingKey: durable.signingKey }),
    basicOnly: deployments.some((one) => one.basicOnly),
    pageOrigins: parts.pageOrigins,
    tokenLifeS: parts.limits?.tokenLifeS,
  });
  const ofUser = principalsByUser(
    () => (now.running.platform.stateOf('register') as RegisterState).directory,
    () => now.running.platform.world.principals,
  );
  const exchanges = new Exchanges({ ofToken: principalsBy(() => issuer.personas.all()), ofUser }, parts.observe);
  return {
    ...parts,
    ...options,
    firstSeed: parts.firstSeed ?? options.seed,
    plans: firstPlans(parts, deployments, parts.membersElsewhere),
    ...{ issuer, exchanges, marks, ticking },
    frames: new Frames(exchangesSoFar, ofUser),
    stored: createSnapshots(durable?.named),
  };
}

/** The current clock, which marks each step that a caller makes: none for the time that passes by itself. */
function markedClock(now: Current, mark: AddMark): ControllableClock {
  const steps: Pick<ControllableClock, 'advance' | 'runAt'> = {
    advance(ms, options) {
      if (now.clock.mode === 'virtual' && ms > 0) mark('clock', `clock moved by ${spell(ms)}`);
      return now.clock.advance(ms, options);
    },
    runAt(rate, fromNs) {
      now.clock.runAt(rate, fromNs);
      mark('clock', rate === 0 ? 'clock stopped' : `clock runs at x${rate}`);
    },
  };
  return new Proxy({} as ControllableClock, {
    get: (_, name) => Reflect.get(name in steps ? steps : now.clock, name),
  });
}

/** Where the endpoints of an issuer are, below the address of a control plane. */
export function identityUrl(controlUrl: string): string {
  return `${controlUrl}/identity`;
}
