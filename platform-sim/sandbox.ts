/**
 * A whole trading gateway on a simulated platform, in this process: token issuer, platform, members, their front, and the
 * control plane. The package's main export.
 *
 *     await using sandbox = await startSandbox({ clock: 'virtual' });
 *     await fetch(`${sandbox.baseUrl}/openapi.json`);
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NEWEST } from '../gateway/contract/versions.ts';
import type { Defect } from '../gateway/defects/defect.ts';
import type { Clock } from '../gateway/platform-port.ts';
import { serverOptions } from '../gateway/server.ts';
import { DEFAULT_LIMITS } from '../gateway/services.ts';
import type { SandboxBacking, SandboxLimits } from './backing.ts';
import { createBacking } from './backing.ts';
import type { ControllableClock } from './clock.ts';
import { createClock } from './clock.ts';
import type { Controlled } from './control/controlled.ts';
import type { Exchange } from './control/exchanges.ts';
import { Exchanges } from './control/exchanges.ts';
import type { Faults } from './faults/faults.ts';
import { createFront } from './front/front.ts';
import type { DrainOptions, OpenPort } from './front/open-port.ts';
import { openPort } from './front/open-port.ts';
import type { Routing } from './front/routing.ts';
import type { Issuer } from './identity/issuer.ts';
import { createIssuer } from './identity/issuer.ts';
import type { Persona } from './identity/personas.ts';
import { secretOf } from './identity/personas.ts';
import { DEFAULT_PLATFORM_LIMITS } from './limits.ts';
import type { Platform } from './platform.ts';
import type { SandboxProfile } from './profile.ts';
import { sandboxProfile } from './profile.ts';
import type { MemberPlan } from './sandbox-members.ts';
import { createSeed } from './seed.ts';
import type { World, WorldSize } from './world/world.ts';

export { PortError } from './front/port-error.ts';

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

export const AUDIENCE = 'trading-gateway';
const LOOPBACK = '127.0.0.1';
/** Little: whoever ends a sandbox of its own process knows that nothing is on its way to it. */
const DRAIN: DrainOptions = { idleGraceMs: 20, deadlineMs: 5_000 };

/** One member, of the contracts that its defects say. */
function planOf(defects: readonly Defect[]): MemberPlan {
  const { rest: version = NEWEST, socket }: NonNullable<Defect['contract']> = Object.assign(
    {},
    ...defects.map(({ contract }) => contract),
  );
  return { version, ...(socket === undefined ? {} : { socketVersion: socket }) };
}

/** Rejects with PortError where a port cannot be had. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed: firstSeed = 1, world: size = 'small', host = LOOPBACK, controlHost = LOOPBACK } = options;
  const clock = clockOf(options.clock ?? 'virtual');
  const machineClock = createClock({ mode: 'real' });
  const [gateway, control] = await openPorts(options, host, controlHost, machineClock);

  const personasOf = (world: World): readonly Persona[] =>
    world.principals.map(({ name, clientId, externalOrgId: org, subject }) => {
      return { name, clientId, clientSecret: secretOf(firstSeed, clientId), org, subject };
    });
  const issuer = createIssuer({ url: `${control.url}/identity`, audience: AUDIENCE, clock, personas: [] });
  const exchanges = new Exchanges();
  const [first, ...others] = options.members ?? [];
  const plans = [first ?? planOf(options.defects ?? []), ...others] as const;
  // Ids go on over a reset: none comes twice in one sandbox.
  const ids = createSeed(firstSeed);
  const [requestIds, ticketIds, bootIds] = [ids.ids('requests'), ids.ids('tickets'), ids.ids('boots')];

  const backingOf = (seed: number): SandboxBacking => {
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
      limits: options.limits ?? {},
      defects: options.defects ?? [],
      observe(event) {
        const exchange = exchanges.record(event);
        options.observe?.(exchange);
      },
    });
    issuer.personas.replace(personasOf(backing.platform.world));
    return backing;
  };
  let backing = backingOf(firstSeed);
  // An advance waits for what is under way, and not for a module that is loaded with the first body or token.
  if (clock.mode === 'virtual') await warmUp();

  async function reset(seed = backing.seed): Promise<{ readonly seed: number; readonly position: number }> {
    const former = backing;
    backing = backingOf(seed);
    former.retire();
    return { seed, position: backing.platform.head() };
  }

  const front = createFront({
    routing: options.route ?? 'round-robin',
    random: createSeed(firstSeed).stream('front'),
    backing: () => backing,
  });
  const controlled: Controlled = {
    issuer,
    exchanges,
    clock,
    baseUrl: gateway.url,
    limits: { ...DEFAULT_PLATFORM_LIMITS, ...DEFAULT_LIMITS, ...options.limits },
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
  gateway.serve(front);
  control.serve({ handle: controlApp(controlled, controlHost, options.failed ?? (() => {})) });

  let closing: Promise<void> | undefined;
  async function close(drain: Partial<DrainOptions> = {}): Promise<void> {
    closing ??= closePorts({ ...DRAIN, ...drain });
    await closing;
  }
  async function closePorts(drain: DrainOptions): Promise<void> {
    // What a fault holds would never be answered: nobody can release it any more.
    backing.faults.clear();
    for (const seat of backing.seats) seat.leave();
    await Promise.all([gateway.drain(drain), control.drain(drain)]);
    backing.retire();
  }

  return {
    baseUrl: gateway.url,
    controlUrl: control.url,
    consoleUrl: `${control.url}/`,
    profile: sandboxProfile({
      baseUrl: gateway.url,
      controlUrl: control.url,
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
    handle: front.handle,
    takesUpgrade: front.takesUpgrade,
    upgrade: front.upgrade,
    reset,
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
