/** The worlds behind one sandbox's ports: the default one, and others that are created and ended while it serves. */
import type { Clock } from '../../gateway/platform-port.ts';
import type { Variation } from '../../gateway/variations/variation.ts';
import type { Exchange } from '../control/exchanges.ts';
import type { ScenarioMaker } from '../control/scenario-maker.ts';
import type { TrafficWatch } from '../control/traffic-watch.ts';
import type { DurableWorld } from '../log/durable-world.ts';
import { newCounts } from '../metrics/metrics.ts';
import { platformMetrics } from '../metrics/platform-metrics.ts';
import { type ServingProcess, thisProcess } from '../nats/bus/process-facts.ts';
import type { NatsPlatform, NatsPlatformWorld, StoredOptions } from '../nats/nats-platform.ts';
import type { Layered, MakePermissive } from '../permissive/permissive-front.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import { createWorld } from './create-world.ts';
import { Beginnings, type WorldMark } from './running-platform.ts';
import { type HostedWorlds, type World, WorldError } from './world.ts';
import { baseOf, DEFAULT_WORLD, WORLD_NAME } from './world-address.ts';
import { type NewWorld, type WorldOptions, withDefaults } from './world-options.ts';
import { identityUrl } from './world-parts.ts';

/** Enough for a test runner with one world a worker, and few enough to notice a suite that never ends one. */
export const MOST_WORLDS = 64;

export interface HostOptions extends WorldOptions {
  readonly gatewayUrl: string;
  readonly controlUrl: string;
  /** Host names: their pages may open sockets with a ticket. A member's own and this machine's are always allowed. */
  readonly allowedHosts?: readonly string[];
  /** Origins of pages whose login may end there, besides those of this machine. */
  readonly pageOrigins?: readonly string[];
  /** Real time, for any clock of the worlds. */
  readonly machineClock: Clock;
  readonly observe?: (exchange: Exchange) => void;
  readonly watch?: TrafficWatch | undefined;
  readonly failed?: (error: unknown) => void;
  readonly makeScenario?: ScenarioMaker | undefined;
  /** Absent: drawn at the start. A durable world's secrets are read from its storage. */
  readonly secrets?: Secrets;
  /** Storage of the default world that outlasts the process. Further worlds have none. */
  readonly durable?: DurableWorld | undefined;
  /** This process, as the control plane shows it. Absent: a sandbox without ports. */
  readonly process?: ServingProcess;
  /** All members run in other processes. */
  readonly membersElsewhere?: boolean;
  /** Stores every world and shares it with other processes. Replaces `durable`. */
  readonly nats?: NatsPlatform | undefined;
}

/** Creates the default world and the host of further ones. */
export async function hostWorlds({
  gatewayUrl,
  controlUrl,
  allowedHosts = [],
  pageOrigins = [],
  machineClock,
  observe,
  watch,
  failed,
  makeScenario,
  durable,
  nats,
  process = { ...thisProcess(machineClock), kind: 'sandbox', active: true, gatewayUrl: null, controlUrl: null },
  membersElsewhere = false,
  secrets: given,
  ...shared
}: HostOptions): Promise<HostedWorlds> {
  const ofMain = nats && (await openIn(nats, DEFAULT_WORLD, shared));
  const secrets = given ?? createSecrets((ofMain?.durable ?? durable)?.secretRoot);
  const byName = new Map<string, World>();
  const beginnings = new Beginnings();
  const counts = newCounts();
  let minted = 0;

  function nameOf(stated: string | undefined): string {
    if (byName.size >= MOST_WORLDS) {
      throw new WorldError(
        `there are ${MOST_WORLDS} worlds, the most that one process hosts: end one with DELETE /worlds/{name}`,
      );
    }
    if (stated !== undefined) {
      if (!WORLD_NAME.test(stated)) {
        throw new WorldError('a world is named by 1 to 64 letters, digits, dots, underscores and hyphens');
      }
      if (byName.has(stated))
        throw new WorldError(`there is a world ${stated} already: end it, or choose another name`);
      return stated;
    }
    do minted += 1;
    while (byName.has(`w${minted}`));
    return `w${minted}`;
  }

  async function create(
    { name: stated, ...options }: NewWorld,
    mark?: WorldMark,
    known?: Partial<NatsPlatformWorld>,
  ): Promise<World> {
    const { clock } = withDefaults(options);
    // An advance waits for host work, but should not wait for a module that loads with the first body or token.
    if (clock === 'virtual') await warmUp();
    const variations = await variationsOf(options.permissive ?? []);
    const makePermissive = await permissiveOf([...(options.defects ?? []), ...variations], machineClock);
    const name = nameOf(stated);
    const { durable: worldStorage, ...found } =
      known ?? (nats && (await openIn(nats, name, options, mark?.seed))) ?? {};
    const world = createWorld({
      ...options,
      ...found,
      name,
      baseUrl: baseOf(gatewayUrl, name),
      controlUrl: baseOf(controlUrl, name),
      issuer: nats && { url: identityUrl(baseOf(nats.issuer.baseUrl, name)), audience: nats.issuer.audience },
      clock,
      mark,
      secrets,
      durable: worldStorage,
      bus: nats?.bus,
      process,
      counts,
      membersElsewhere,
      allowedHosts,
      pageOrigins,
      machineClock,
      observe,
      watch,
      failed,
      makeScenario,
      makePermissive,
      deployments: variations.flatMap(({ deployment }) => deployment ?? []),
      worlds: hosted,
      beginnings,
      ended() {
        byName.delete(name);
        if (worldStorage !== undefined) nats?.forget(name, worldStorage.close(world.clock.nowNs()));
      },
    });
    byName.set(name, world);
    return world;
  }

  const hosted: HostedWorlds = {
    role: process.kind,
    trouble: () => nats?.trouble(),
    metrics: platformMetrics({
      ...{ process, counts, worlds: () => [main, ...hosted.list().slice(1)] },
      logBytes: () => (ofMain?.durable ?? durable)?.bytes?.(),
    }),
    get main() {
      return main;
    },
    named: (name) => byName.get(name),
    list: () => [...byName.values()],
    create: (options = {}) => create({ ...shared, ...options }),
    fork: (mark, options) => create(options, mark),
  };
  const main = await create({ ...shared, name: DEFAULT_WORLD }, undefined, ofMain ?? { ...(durable && { durable }) });
  for (const { name, options } of nats?.stored ?? []) {
    if (name !== DEFAULT_WORLD) await create({ ...shared, ...(options as StoredOptions), name });
  }
  nats?.bus.serve();
  return hosted;
}

/** Opens a world's sequence, new or of a former process, with what a process that takes over needs. */
function openIn(nats: NatsPlatform, name: string, options: WorldOptions, ofMark?: number): Promise<NatsPlatformWorld> {
  const { seed, world, clock, route } = withDefaults(options);
  const { limits = {} } = options;
  return nats.open(name, { seed: ofMark ?? seed, firstSeed: seed, world, options: { clock, route, limits } });
}

async function variationsOf(stated: NonNullable<WorldOptions['permissive']>): Promise<readonly Variation[]> {
  if (stated.length === 0) return [];
  const { variationsNamed } = await import('../../gateway/variations/named.ts');
  return variationsNamed(stated);
}

/** Loaded on demand, so that a start without layers does not wait for it. */
async function permissiveOf(layered: readonly Layered[], machineClock: Clock): Promise<MakePermissive | undefined> {
  if (layered.length === 0) return undefined;
  const { permissiveFront } = await import('../permissive/permissive-front.ts');
  return permissiveFront(layered, machineClock);
}

/** Loads the modules that a member otherwise loads with its first request. */
async function warmUp(): Promise<void> {
  await Promise.all([
    import('koa'),
    import('koa-body'),
    import('jose'),
    import('../../gateway/contract/shapes/shapes.ts'),
  ]);
}
