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
import { serverOptions } from '../gateway/http/server.ts';
import type { Clock } from '../gateway/platform-port.ts';
import { createClock } from './clock.ts';
import type { ControlHosts } from './control/app.ts';
import type { Controlled } from './control/controlled.ts';
import type { Exchange } from './control/exchanges.ts';
import type { ScenarioMaker } from './control/scenario-maker.ts';
import { ANY_ORIGIN, isAllowed, withCors } from './front/cors.ts';
import { frontOfWorlds } from './front/front.ts';
import { type Answered, type LocalRequest, localRequest } from './front/local-request.ts';
import type { DrainOptions } from './front/open-port.ts';
import { openPort, portUrl } from './front/open-port.ts';
import { PortError } from './front/port-error.ts';
import { hostWorlds } from './hosting/hosted-worlds.ts';
import { AUDIENCE } from './hosting/running-world.ts';
import type { NewWorld, SandboxWorld, WorldOptions } from './hosting/sandbox-world.ts';
import { withDefaults } from './hosting/sandbox-world.ts';
import { DEFAULT_WORLD, worldAddress } from './hosting/world-address.ts';
import type { KeptWorld } from './log/kept-world.ts';
import { LogError } from './log/log-error.ts';
import { type ServingProcess, thisProcess } from './nats/bus/process-facts.ts';
import { clockText } from './nats/lease/active-process.ts';
import { controlStandingBy, GATEWAY_STANDING_BY } from './nats/lease/standby-ports.ts';
import type { NatsPlatform, NatsPlatformOptions } from './nats/nats-platform.ts';

export { WorldError } from './hosting/world-error.ts';
export { LogError } from './log/log-error.ts';
export { PortError };

export interface SandboxOptions extends WorldOptions {
  /** false: no port is opened, clients connect within this process, and `baseUrl` is only a name. */
  readonly ports?: boolean;
  /** Without ports: the base of its addresses, including the issuer's. */
  readonly baseUrl?: string;
  /** Without ports: the base of the control plane's addresses, if it is not that of the gateway. */
  readonly controlUrl?: string;
  /** The port of the gateway. 0 (default) takes a free one. */
  readonly port?: number;
  /** The port of the control plane. 0 (default) takes a free one. */
  readonly controlPort?: number;
  /**
   * The public address of the gateway, if it differs from the listening one: `http://sandbox:4010`. The profile, the
   * worlds' addresses, tokens and the control plane (same scheme and host, its own port) use it.
   */
  readonly publicUrl?: string;
  /** Further host names of the control plane; pages of these hosts may use it and open sockets with a ticket. */
  readonly allowHosts?: readonly string[];
  /**
   * Origins of pages that may read the gateway's answers and the token endpoint's, such as `http://localhost:5173`, and
   * open sockets with a ticket; `*` is any, for HTTP alone. The sandbox's own: the interface serves no CORS. None unless
   * stated.
   */
  readonly cors?: readonly string[];
  /** The listening address of the gateway; 127.0.0.1 unless stated. */
  readonly host?: string;
  /**
   * The listening address of the control plane; 127.0.0.1 unless stated. It has no credentials: keep it on this
   * machine.
   */
  readonly controlHost?: string;
  /** A folder that stores the default world: the next sandbox with the same seed and world continues from it. */
  readonly data?: string;
  /**
   * A NATS server with JetStream, `nats://host:4222`: every world's sequence is there, members of other processes join,
   * and another sandbox stands by. A start waits until this process is the active one. Not with `data`, nor with a
   * virtual clock.
   */
  readonly platform?: string;
  /** With `platform`: called once, with its name, where another process is active and this one stands by. */
  readonly standsBy?: (active: string) => void;
  /** With `platform`: called with one line when the NATS server does not answer, and when it is back. */
  readonly said?: (line: string) => void;
  /** With `platform`: gives up standing by; the start rejects with its reason. */
  readonly signal?: AbortSignal;
  /** false: it has no member and no port for the gateway: members of other processes serve it. */
  readonly serves?: boolean;
  /** Called with every exchange, without headers, bodies and tokens. */
  readonly observe?: (exchange: Exchange) => void;
  /**
   * Called with unexpected errors: internal ones of the control plane, and (LogError) those of the disk under `data`.
   */
  readonly failed?: (error: unknown) => void;
}

/** What a sandbox does by means of other parts of the package. */
export interface SandboxWiring {
  readonly makeScenario?: ScenarioMaker;
}

/** Its members as a world are those of the world `default`; `close` ends all worlds, and both ports. */
export interface Sandbox extends SandboxWorld {
  /** The status page. */
  readonly consoleUrl: string;
  /** The storage of the default world, and the position that it continued from. */
  readonly kept: Pick<KeptWorld, 'file' | 'from' | 'torn'> | undefined;
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

const LOOPBACK = '127.0.0.1';
/** A name that no network resolves (RFC 6761). */
const NOWHERE = 'http://touchstone.test';
const AT_ONCE: DrainOptions = { idleGraceMs: 0, deadlineMs: 0 };
/** Short: the caller of an in-process sandbox knows that no request is on its way. */
const DRAIN: DrainOptions = { idleGraceMs: 20, deadlineMs: 5_000 };

/** Rejects with PortError if a port is not available, and with LogError if `data` cannot be continued. */
export async function startSandbox(
  options: SandboxOptions = {},
  { makeScenario }: SandboxWiring = {},
): Promise<Sandbox> {
  const {
    ports = true,
    baseUrl = NOWHERE,
    controlUrl,
    port = 0,
    controlPort = 0,
    failed = () => {},
    data,
    serves = true,
    platform: url,
    standsBy,
    said,
    signal,
    ...rest
  } = options;
  const { host = LOOPBACK, controlHost = LOOPBACK, publicUrl, allowHosts = [], cors = [], ...ofWorlds } = rest;
  const machineClock = createClock({ mode: 'real' });
  const numbers = ports
    ? ({ port: serves ? port : 'none', controlPort } as const)
    : ({ port: 'none', controlPort: 'none' } as const);
  // Before either is opened.
  if (url !== undefined && data !== undefined) {
    throw new LogError('--data and --platform each say where worlds are kept: state one of them');
  }
  const kept = data === undefined ? undefined : await keptIn(data, options, machineClock);
  const { clock } = withDefaults(options);
  const open = () => openPorts({ ...numbers, host, controlHost, clock: machineClock });
  // Before it stands by: a port that is taken is reported at once, and no other process takes it until the takeover. One
  // that stands by for a process of this machine may have been given that one's ports, and opens them at the takeover.
  const early = await orLetGo(
    open().catch((error: unknown) => {
      if (url !== undefined && error instanceof PortError && error.isTaken) return error;
      throw error;
    }),
    () => kept?.close(0n),
  );
  const [earlyGateway, earlyControl] = early instanceof PortError ? [] : early;
  const closeEarly = () => Promise.all([earlyGateway?.drain(AT_ONCE), earlyControl?.drain(AT_ONCE), kept?.close(0n)]);
  const urlsOf = (gatewayUrl: string, itsControlUrl: string, controlNumber: number) => {
    if (!ports) return namedAs(baseUrl, controlUrl);
    return publicUrl === undefined ? { gatewayUrl, controlUrl: itsControlUrl } : publicly(publicUrl, controlNumber);
  };
  const settings = {
    clock: clockText(clock),
    publicUrl: publicUrl ?? null,
    controlUrl: urlsOf('', earlyControl?.url ?? portUrl(controlHost, controlPort), earlyControl?.port ?? controlPort)
      .controlUrl,
  };
  const self = thisProcess(machineClock);
  // Its ports answer once it is the active one.
  const process = { ...self, gatewayUrl: null, controlUrl: null };
  const connecting =
    url === undefined
      ? undefined
      : natsPlatformAt({
          ...{ url, clock, machineClock, failed, settings, process, audience: AUDIENCE, said, signal },
          taken: early instanceof PortError ? early : undefined,
          standsBy(active) {
            earlyGateway?.serve(GATEWAY_STANDING_BY);
            earlyControl?.serve(controlStandingBy(active));
            standsBy?.(active.holder);
          },
        });
  const nats = await orLetGo(Promise.resolve(connecting), closeEarly);
  const [gateway, control] = await orLetGo(Promise.resolve(early instanceof PortError ? open() : early), () =>
    Promise.all([kept?.close(0n), nats?.close()]),
  );
  const urls = urlsOf(gateway.url, control.url, control.port);
  const serving: ServingProcess = {
    ...{ ...self, kind: serves ? 'sandbox' : 'platform', active: true },
    gatewayUrl: ports && serves ? gateway.url : null,
    controlUrl: ports ? control.url : null,
  };
  const publicHosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const pageOrigins = cors.filter((origin) => origin !== ANY_ORIGIN);
  const allowedHosts = [...publicHosts, ...allowHosts, ...pageOrigins.map((origin) => new URL(origin).hostname)];
  const worlds = await orLetGo(
    hostWorlds({
      ...ofWorlds,
      ...urls,
      allowedHosts,
      pageOrigins,
      machineClock,
      kept,
      nats,
      process: serving,
      membersElsewhere: !serves,
      failed,
      makeScenario,
    }),
    () => Promise.all([gateway.drain(AT_ONCE), control.drain(AT_ONCE), kept?.close(0n), nats?.close()]),
  );
  const { main } = worlds;
  const front = withCors(frontOfWorlds({ main: main.front, named: (name) => worlds.named(name)?.front }), cors);
  const controlledOf = (name = DEFAULT_WORLD) => worlds.named(name)?.controlled;
  gateway.serve(front);
  const hosts: ControlHosts = {
    served: [controlHost, ...publicHosts],
    allowed: allowHosts,
    isOpenTo: (request) => isOfIssuer(request) && isAllowed(cors, request),
  };
  const plane = withCors({ handle: controlApp(controlledOf, hosts, failed) }, cors, isOfIssuer);
  control.serve(plane);

  let closing: Promise<void> | undefined;
  async function close(drain: Partial<DrainOptions> = {}): Promise<void> {
    closing ??= closePorts({ ...DRAIN, ...drain });
    await closing;
  }
  async function closePorts(drain: DrainOptions): Promise<void> {
    // Otherwise held requests would never be answered: nothing can release them any more.
    for (const world of worlds.list()) world.leave();
    await Promise.all([gateway.drain(drain), control.drain(drain)]);
    // From here on commands fail: members of other processes wait for the platform that takes over.
    nats?.bus.close();
    for (const world of worlds.list()) world.retire();
    await kept?.close(main.clock.nowNs());
    await Promise.all(worlds.list().map((world) => world.letGo()));
    await nats?.close();
  }

  return {
    name: main.name,
    baseUrl: main.baseUrl,
    controlUrl: main.controlUrl,
    consoleUrl: `${urls.controlUrl}/`,
    kept: kept && { file: kept.file, from: kept.from, torn: kept.torn },
    tookOver: nats?.tookOver,
    lost: nats?.lost,
    profile: main.profile,
    clock: main.clock,
    issuer: main.issuer,
    get platform() {
      return main.platform;
    },
    get faults() {
      return main.faults;
    },
    handle: front.handle,
    request: (to, request, answered) => localRequest(to === 'gateway' ? front : plane, request, answered),
    connect: (to) => (to === 'gateway' ? gateway : control).connect(),
    takesUpgrade: front.takesUpgrade,
    upgrade: front.upgrade,
    createWorld: worlds.create,
    world: worlds.named,
    worlds: worlds.list,
    reset: main.reset,
    snapshot: main.snapshot,
    snapshots: main.snapshots,
    forget: main.forget,
    restore: main.restore,
    fork: main.fork,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

async function natsPlatformAt(options: NatsPlatformOptions): Promise<NatsPlatform> {
  const { openNatsPlatform } = await import('./nats/nats-platform.ts');
  return openNatsPlatform(options);
}

async function keptIn(folder: string, options: SandboxOptions, machineClock: Clock): Promise<KeptWorld> {
  const { openKeptWorld } = await import('./log/kept-world.ts');
  const { failed = () => {} } = options;
  const { seed, world: size, clock } = withDefaults(options);
  const mode = typeof clock === 'string' ? clock : 'scaled';
  return openKeptWorld({ folder, seed, size, mode, nowNs: machineClock.nowNs(), failed });
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

/** Releases everything if the start fails. */
async function orLetGo<T>(start: Promise<T>, letGo: () => Promise<unknown> | undefined): Promise<T> {
  try {
    return await start;
  } catch (error) {
    await letGo();
    throw error;
  }
}

/** The control plane has the same host name, with its own port. */
function publicly(publicUrl: string, controlPort: number) {
  const { protocol, hostname, origin } = new URL(publicUrl);
  return { gatewayUrl: origin, controlUrl: `${protocol}//${hostname}:${controlPort}` };
}

function namedAs(baseUrl: string, controlUrl = baseUrl) {
  const [gateway, control] = [baseUrl, controlUrl].map((url) => url.replace(/(?<!\/)\/+$/, '')) as [string, string];
  return { gatewayUrl: gateway, controlUrl: control };
}

interface PortsAsked {
  readonly port: number | 'none';
  readonly controlPort: number | 'none';
  readonly host: string;
  readonly controlHost: string;
  readonly clock: Clock;
}

/** Opens both ports or neither. */
async function openPorts({ port, controlPort, host, controlHost, clock }: PortsAsked) {
  const gateway = await openPort({ host, port, option: '--port', serverOptions, clock });
  try {
    const option = '--control-port';
    const control = await openPort({ host: controlHost, port: controlPort, option, serverOptions, clock });
    return [gateway, control] as const;
  } catch (error) {
    await gateway.drain(AT_ONCE);
    throw error;
  }
}

/** The plane's application is loaded with its first request, so that a start does not wait for it. */
function controlApp(
  controlledOf: (world?: string) => Controlled | undefined,
  hosts: ControlHosts,
  failed: (error: unknown) => void,
): RequestListener {
  let app: Promise<RequestListener> | undefined;
  return (request, response) => {
    app ??= import('./control/app.ts').then(({ createControlApp }) => createControlApp(controlledOf, hosts, failed));
    void app.then((listener) => listener(request, response));
  };
}
