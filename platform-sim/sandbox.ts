/**
 * A whole trading gateway on a simulated platform, in this process: token issuer, platform, members, their front, and the
 * control plane. What a test file is given of it is scripts/api/sandbox.ts, the package's main export.
 *
 *     await using sandbox = await startSandbox({ clock: 'virtual' });
 *     await fetch(`${sandbox.baseUrl}/openapi.json`);
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ControlHosts } from './control/app.ts';
import type { ScenarioMaker } from './control/scenario-maker.ts';
import { ANY_ORIGIN, isAllowed, withCors } from './front/cors.ts';
import { frontOfWorlds } from './front/front.ts';
import { type Answered, type LocalRequest, localRequest } from './front/local-request.ts';
import { type DrainOptions, portUrl } from './front/open-port.ts';
import { PortError } from './front/port-error.ts';
import { type HostOptions, hostWorlds } from './hosting/hosted-worlds.ts';
import type { HostedWorlds, SandboxWorld, World } from './hosting/world.ts';
import { DEFAULT_WORLD, worldAddress } from './hosting/world-address.ts';
import { type NewWorld, withDefaults } from './hosting/world-options.ts';
import { AUDIENCE } from './hosting/world-parts.ts';
import type { DurableWorld } from './log/durable-world.ts';
import { LogError } from './log/log-error.ts';
import { clockText } from './nats/lease/active-process.ts';
import { controlStandingBy, GATEWAY_STANDING_BY } from './nats/lease/standby-ports.ts';
import type { NatsPlatform } from './nats/nats-platform.ts';
import { type SandboxOptions, type SandboxSettings, settingsOf } from './sandbox-options.ts';
import { addressesOf, addressesOfOpen, openPorts, openPortsEarly, type Ports, Started } from './sandbox-ports.ts';

export { WorldError } from './hosting/world.ts';
export type { SandboxOptions };
export { LogError, PortError };

/** What a sandbox does by means of other parts of the package. */
export interface SandboxWiring {
  readonly makeScenario?: ScenarioMaker;
}

/** Its members as a world are those of the world `default`; `close` ends all worlds, and both ports. */
export interface Sandbox extends SandboxWorld {
  /** The status page. */
  readonly consoleUrl: string;
  /** The storage of the default world, and the position that it continued from. */
  readonly kept: Pick<DurableWorld, 'file' | 'from' | 'torn'> | undefined;
  /** With `platform`: the name of the process that was active while this one stood by. */
  readonly tookOver: string | undefined;
  /** With `platform`: resolves once another process is the active one: nothing of this one is accepted any more. */
  readonly lost: Promise<LogError> | undefined;
  /** Serves one request in this process, without a port. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Answers one request of this process without HTTP text, in a later turn. @returns gives the request up */
  request(to: 'gateway' | 'control', request: LocalRequest, answered: Answered): () => void;
  /** The client's end of a new in-process connection. */
  connect(to: 'gateway' | 'control'): Duplex;
  /** Whether a request is a handshake of one of its sockets: pass it to `upgrade`. */
  takesUpgrade(request: IncomingMessage): boolean;
  /** Answers a handshake in this process, on the caller's connection. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /**
   * Creates another world behind the same ports, isolated from every other: clock, data, faults, issuer, ids. Rejects
   * with WorldError for an invalid or used name, and past 64 worlds.
   */
  createWorld(options?: NewWorld): Promise<SandboxWorld>;
  /** undefined: there is no such world. */
  world(name: string): SandboxWorld | undefined;
  /** The default world first, the others in the order of their creation. */
  worlds(): readonly SandboxWorld[];
  /** Stops accepting, answers requests in progress, closes. Further calls have no effect. */
  close(options?: Partial<DrainOptions>): Promise<void>;
}

/** Short: the caller of an in-process sandbox knows that no request is on its way. */
const DRAIN: DrainOptions = { idleGraceMs: 20, deadlineMs: 5_000 };

/** Rejects with PortError if a port is not available, and with LogError if `data` cannot be continued. */
export async function startSandbox(options: SandboxOptions = {}, wiring: SandboxWiring = {}): Promise<Sandbox> {
  if (options.platform !== undefined && options.data !== undefined) {
    throw new LogError('--data and --platform each choose where worlds are stored: state one of them');
  }
  const started = new Started();
  try {
    const settings = settingsOf(options);
    const durable = started.add(await openData(settings), (open) => open.close(0n));
    // Before it stands by: a port that is taken is reported at once, and no other process takes it until the takeover.
    const early = await openPortsEarly(settings, started);
    const nats = started.add(await openPlatform(settings, early), (open) => open.close());
    const ports = early instanceof PortError ? await openPorts(settings, started) : early;
    const worlds = await startWorlds(settings, ports, { durable, nats, makeScenario: wiring.makeScenario });
    const served = serve(settings, ports, worlds);
    return sandboxOf(settings, { ports, worlds, durable, nats, ...served });
  } catch (error) {
    await started.release();
    throw error;
  }
}

/** Opens the folder that stores the default world. */
async function openData(settings: SandboxSettings): Promise<DurableWorld | undefined> {
  const { data: folder, machineClock, failed } = settings;
  if (folder === undefined) return undefined;
  const { openDurableWorld } = await import('./log/durable-world.ts');
  const { seed, world: size, clock } = withDefaults(settings.ofWorlds);
  const mode = typeof clock === 'string' ? clock : 'scaled';
  return openDurableWorld({ folder, seed, size, mode, nowNs: machineClock.nowNs(), failed });
}

/** Joins the platform on NATS, and waits until this process is the active one. */
async function openPlatform(settings: SandboxSettings, early: Ports | PortError): Promise<NatsPlatform | undefined> {
  const { platform: url, publicUrl, controlHost, controlPort, machineClock, failed, said, signal } = settings;
  if (url === undefined) return undefined;
  const { clock } = withDefaults(settings.ofWorlds);
  const listening = { gatewayUrl: '', controlUrl: portUrl(controlHost, controlPort) };
  const { controlUrl } =
    early instanceof PortError ? addressesOf(settings, listening, controlPort) : addressesOfOpen(settings, early);
  const { openNatsPlatform } = await import('./nats/nats-platform.ts');
  return openNatsPlatform({
    ...{ url, clock, machineClock, failed, audience: AUDIENCE, said, signal },
    settings: { clock: clockText(clock), publicUrl: publicUrl ?? null, controlUrl },
    // Its ports answer once it is the active one.
    process: { ...settings.self, gatewayUrl: null, controlUrl: null },
    taken: early instanceof PortError ? early : undefined,
    standsBy(active) {
      if (!(early instanceof PortError)) {
        early.gateway.serve(GATEWAY_STANDING_BY);
        const { served, allowed } = hostsOf(settings);
        early.control.serve(controlStandingBy(active, settings.self, [...served, ...allowed]));
      }
      settings.standsBy?.(active.holder);
    },
  });
}

type Stores = Pick<HostOptions, 'durable' | 'nats' | 'makeScenario'>;

function startWorlds(settings: SandboxSettings, ports: Ports, stores: Stores): Promise<HostedWorlds> {
  const { ports: hasPorts, serves, publicHosts, allowHosts, cors, machineClock, failed } = settings;
  const pageOrigins = cors.filter((origin) => origin !== ANY_ORIGIN);
  return hostWorlds({
    ...settings.ofWorlds,
    ...addressesOfOpen(settings, ports),
    ...stores,
    ...{ machineClock, failed, pageOrigins },
    allowedHosts: [...publicHosts, ...allowHosts, ...pageOrigins.map((origin) => new URL(origin).hostname)],
    process: {
      ...settings.self,
      ...{ kind: serves ? 'sandbox' : 'platform', active: true },
      gatewayUrl: hasPorts && serves ? ports.gateway.url : null,
      controlUrl: hasPorts ? ports.control.url : null,
    },
    membersElsewhere: !serves,
  });
}

/** The names that the control plane answers to. */
function hostsOf({ controlHost, publicHosts, allowHosts }: SandboxSettings): Pick<ControlHosts, 'served' | 'allowed'> {
  return { served: [controlHost, ...publicHosts], allowed: allowHosts };
}

/** Serves the worlds on both ports. */
function serve(settings: SandboxSettings, ports: Ports, worlds: HostedWorlds) {
  const { cors, failed } = settings;
  const front = withCors(
    frontOfWorlds({ main: worlds.main.served, named: (name) => worlds.named(name)?.served }),
    cors,
  );
  const hosts: ControlHosts = {
    ...hostsOf(settings),
    isOpenTo: (request) => isOfIssuer(request) && isAllowed(cors, request),
  };
  const worldNamed = (name = DEFAULT_WORLD) => worlds.named(name);
  const plane = withCors({ handle: controlApp(worldNamed, hosts, failed) }, cors, isOfIssuer);
  ports.gateway.serve(front);
  ports.control.serve(plane);
  return { front, plane };
}

interface Running extends Pick<Stores, 'durable' | 'nats'>, ReturnType<typeof serve> {
  readonly ports: Ports;
  readonly worlds: HostedWorlds;
}

/** The default world with the operations of the whole sandbox. */
function sandboxOf(settings: SandboxSettings, running: Running): Sandbox {
  const { ports, worlds, durable, nats, front, plane } = running;
  const { controlUrl } = addressesOfOpen(settings, ports);
  let closing: Promise<void> | undefined;
  async function close(drain: Partial<DrainOptions> = {}): Promise<void> {
    closing ??= closeAll(running, { ...DRAIN, ...drain });
    await closing;
  }
  const ofSandbox: Omit<Sandbox, keyof SandboxWorld> & Pick<Sandbox, 'close' | typeof Symbol.asyncDispose> = {
    consoleUrl: `${controlUrl}/`,
    kept: durable && { file: durable.file, from: durable.from, torn: durable.torn },
    tookOver: nats?.tookOver,
    lost: nats?.lost,
    handle: front.handle,
    request: (to, request, answered) => localRequest(to === 'gateway' ? front : plane, request, answered),
    connect: (to) => ports[to].connect(),
    takesUpgrade: front.takesUpgrade,
    upgrade: front.upgrade,
    createWorld: worlds.create,
    world: worlds.named,
    worlds: worlds.list,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
  return Object.assign(Object.create(worlds.main) as SandboxWorld, ofSandbox);
}

async function closeAll({ ports, worlds, durable, nats }: Running, drain: DrainOptions): Promise<void> {
  // Otherwise held requests would never be answered: nothing can release them any more.
  for (const world of worlds.list()) world.leave();
  await Promise.all([ports.gateway.drain(drain), ports.control.drain(drain)]);
  // From here on commands fail: members of other processes wait for the platform that takes over.
  nats?.bus.close();
  for (const world of worlds.list()) world.retire();
  await durable?.close(worlds.main.clock.nowNs());
  await Promise.all(worlds.list().map((world) => world.letGo()));
  await nats?.close();
}

/** What a page of another origin needs of the control plane: its tokens, and how to find and verify them. */
const OF_ISSUER = [
  '/identity/token',
  '/identity/jwks',
  '/identity/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server/identity',
];

function isOfIssuer({ url = '' }: IncomingMessage): boolean {
  const [path = ''] = (worldAddress(url, {})?.url ?? url).split('?', 1);
  return OF_ISSUER.includes(path);
}

/** The plane's application is loaded with its first request, so that a start does not wait for it. */
function controlApp(
  worldNamed: (name?: string) => World | undefined,
  hosts: ControlHosts,
  failed: (error: unknown) => void,
): RequestListener {
  let app: Promise<RequestListener> | undefined;
  return (request, response) => {
    app ??= import('./control/app.ts').then(({ createControlApp }) => createControlApp(worldNamed, hosts, failed));
    void app.then((listener) => listener(request, response));
  };
}
