/**
 * A whole trading gateway on a simulated platform, in this process: token issuer, platform, members, their front, and the
 * control plane. The package's main export.
 *
 *     await using sandbox = await startSandbox({ clock: 'virtual' });
 *     await fetch(`${sandbox.baseUrl}/openapi.json`);
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Defect } from '../gateway/defects/defect.ts';
import type { Clock } from '../gateway/platform-port.ts';
import { serverOptions } from '../gateway/server.ts';
import type { SandboxLimits } from './backing.ts';
import type { ControllableClock } from './clock.ts';
import { createClock } from './clock.ts';
import type { Controlled } from './control/controlled.ts';
import type { Exchange } from './control/exchanges.ts';
import type { Faults } from './faults/faults.ts';
import type { DrainOptions, OpenPort } from './front/open-port.ts';
import { openPort } from './front/open-port.ts';
import type { Routing } from './front/routing.ts';
import type { Issuer } from './identity/issuer.ts';
import type { Platform } from './platform.ts';
import type { SandboxProfile } from './profile.ts';
import type { MemberPlan } from './sandbox-members.ts';
import type { WorldSize } from './world/world.ts';
import { createRunningWorld } from './worlds/running-world.ts';

export { PortError } from './front/port-error.ts';
export { AUDIENCE } from './worlds/running-world.ts';

export interface SandboxOptions {
  /** Of the gateway. 0 (default) takes a free one. */
  readonly port?: number;
  /** Of the control plane. 0 (default) takes a free one. */
  readonly controlPort?: number;
  /** What the gateway serves; 127.0.0.1 unless stated. */
  readonly host?: string;
  /** What the control plane serves; 127.0.0.1 unless stated. It has no credentials: keep it to this machine. */
  readonly controlHost?: string;
  /** Of the world and of all chance; 1 unless stated. */
  readonly seed?: number;
  readonly world?: WorldSize;
  /** virtual (default): moves only when told. rate: so many times as fast as real time. */
  readonly clock?: 'virtual' | 'real' | { readonly rate: number };
  /** One of the newest contract version unless stated, or of the one that a defect is of. */
  readonly members?: readonly MemberPlan[];
  /** Which of several members serves a request; round-robin unless stated. */
  readonly route?: Routing;
  readonly limits?: Partial<SandboxLimits>;
  /** Makes every member known-bad. */
  readonly defects?: readonly Defect[];
  /** Told of every exchange, without headers, bodies and tokens. */
  readonly observe?: (exchange: Exchange) => void;
  /** Told of what should not happen: a failure of the control plane itself. */
  readonly failed?: (error: unknown) => void;
}

export interface Sandbox extends AsyncDisposable {
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** The status page. */
  readonly consoleUrl: string;
  /** The target profile, with the secrets of every principal. */
  readonly profile: SandboxProfile;
  readonly clock: ControllableClock;
  /** Of now: a reset puts another in its place. */
  readonly platform: Platform;
  readonly faults: Faults;
  readonly issuer: Issuer;
  /** Serves one request in this process, without a port. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Whether a request is a handshake of one of its sockets: what `upgrade` is for. */
  takesUpgrade(request: IncomingMessage): boolean;
  /** Answers a handshake in this process, on a connection of the caller's. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /**
   * Takes platform and members back to the beginning, between two requests, of another seed where one is given. Ports,
   * clock, issuer, clients and their secrets stay as they are: tokens stay good.
   */
  reset(seed?: number): Promise<{ readonly seed: number; readonly position: number }>;
  /** Stops accepting, answers what is under way, closes. Once is enough, more do no harm. */
  close(options?: Partial<DrainOptions>): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Little: whoever ends a sandbox of its own process knows that nothing is on its way to it. */
const DRAIN: DrainOptions = { idleGraceMs: 20, deadlineMs: 5_000 };

/** Rejects with PortError where a port cannot be had. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = LOOPBACK, controlHost = LOOPBACK } = options;
  const machineClock = createClock({ mode: 'real' });
  const [gateway, control] = await openPorts(options, host, controlHost, machineClock);
  const world = createRunningWorld({
    baseUrl: gateway.url,
    controlUrl: control.url,
    seed: options.seed,
    world: options.world,
    clock: clockOf(options.clock ?? 'virtual'),
    machineClock,
    members: options.members,
    route: options.route,
    limits: options.limits,
    defects: options.defects,
    observe: options.observe,
  });
  // An advance waits for what is under way, and not for a module that is loaded with the first body or token.
  if (world.clock.mode === 'virtual') await warmUp();

  gateway.serve(world.front);
  control.serve({ handle: controlApp(world.controlled, controlHost, options.failed ?? (() => {})) });

  let closing: Promise<void> | undefined;
  async function close(drain: Partial<DrainOptions> = {}): Promise<void> {
    closing ??= closePorts({ ...DRAIN, ...drain });
    await closing;
  }
  async function closePorts(drain: DrainOptions): Promise<void> {
    // What a fault holds would never be answered: nobody can release it any more.
    world.leave();
    await Promise.all([gateway.drain(drain), control.drain(drain)]);
    world.retire();
  }

  return {
    baseUrl: gateway.url,
    controlUrl: control.url,
    consoleUrl: `${control.url}/`,
    profile: world.profile,
    clock: world.clock,
    issuer: world.issuer,
    get platform() {
      return world.platform;
    },
    get faults() {
      return world.faults;
    },
    handle: world.front.handle,
    takesUpgrade: world.front.takesUpgrade,
    upgrade: world.front.upgrade,
    reset: world.reset,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** Loads what a member otherwise loads when it is first asked. */
async function warmUp(): Promise<void> {
  await Promise.all([import('koa-body'), import('jose'), import('../gateway/contract/shapes/shapes.ts')]);
}

function clockOf(clock: NonNullable<SandboxOptions['clock']>): ControllableClock {
  return typeof clock === 'string' ? createClock({ mode: clock }) : createClock({ mode: 'scaled', rate: clock.rate });
}

/** Both or neither. */
async function openPorts(
  options: SandboxOptions,
  host: string,
  controlHost: string,
  clock: Clock,
): Promise<readonly [OpenPort, OpenPort]> {
  const gateway = await openPort({ host, port: options.port ?? 0, option: '--port', serverOptions, clock });
  try {
    const port = options.controlPort ?? 0;
    return [gateway, await openPort({ host: controlHost, port, option: '--control-port', serverOptions, clock })];
  } catch (error) {
    await gateway.drain({ idleGraceMs: 0, deadlineMs: 0 });
    throw error;
  }
}

/** The plane's application is loaded with its first request: a start does not wait for it. */
function controlApp(controlled: Controlled, boundHost: string, failed: (error: unknown) => void): RequestListener {
  let app: Promise<RequestListener> | undefined;
  return (request, response) => {
    app ??= import('./control/app.ts').then(({ createControlApp }) => createControlApp(controlled, boundHost, failed));
    void app.then((listener) => listener(request, response));
  };
}
