/** For tests: a control plane on its own port, over a sandbox that records its calls. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import type { z } from 'zod';
import { createClock, VIRTUAL_START_NS } from '../clock.ts';
import { createControlApp } from '../control/app.ts';
import type { Controlled } from '../control/controlled.ts';
import { Exchanges } from '../control/exchanges.ts';
import { Frames } from '../control/frames.ts';
import { CONTROL_ROUTES } from '../control/routes.ts';
import { health } from '../control/shapes.ts';
import { createFaults } from '../faults/faults.ts';
import type { SandboxLimits } from '../hosting/backing.ts';
import { createIssuer } from '../identity/issuer.ts';
import type { ControlledMember } from '../members/member-seat.ts';
import { NO_BALANCES } from '../owners/custody/state.ts';
import { NO_ORDERS } from '../owners/orders/state.ts';
import { register } from '../owners/register.ts';
import { createRolls } from '../rolls/rolls.ts';
import { createSeed } from '../seed.ts';
import { VenueError } from '../venues/venue-desk.ts';

export const NOW_NS = VIRTUAL_START_NS;
export const RECORDS = Array.from({ length: 2500 }, (_, n) => ({ position: n + 1, atNs: `${n}` }));

export interface Answered {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: unknown;
}

export interface SamplePlane {
  readonly url: string;
  readonly controlled: ReturnType<typeof controlledOf>;
  /** The calls of its one member. */
  readonly told: readonly string[];
  /** Internal errors of the plane: none are expected. */
  readonly failures: unknown[];
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  close(): Promise<void>;
}

export async function samplePlane(): Promise<SamplePlane> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const failures: unknown[] = [];
  const member = aMember();
  const controlled = controlledOf(url, member);
  server.on(
    'request',
    createControlApp(
      () => controlled,
      { served: ['127.0.0.1'], allowed: [], isOpenTo: () => false },
      (error) => failures.push(error),
    ),
  );
  return {
    url,
    controlled,
    told: member.told,
    failures,
    send: (...asked) => send(url, ...asked),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A member's seat that records its calls. */
function aMember(): ControlledMember & { readonly told: readonly string[] } {
  const told: string[] = [];
  let surfaces = { algos: true, balances: true, intake: true, replica: false, tickets: true };
  return {
    name: 'm1',
    version: '0.14.0',
    primed: true,
    socketVersion: '1.4.0',
    inFlight: 0,
    sessions: 0,
    openSessions: () => new Map(),
    told,
    get surfaces() {
      return surfaces;
    },
    deploy(change) {
      surfaces = { ...surfaces, ...change.surfaces };
    },
    restart: (when) => void told.push(`restart ${when}`),
    weight: 1,
    state: 'serving',
    position: 42,
    lagMs: 0,
    skewMs: 0,
    crash: (when) => void told.push(`crash ${when}`),
    move: (move) => void told.push(move),
    lagBy: (ms) => void told.push(`lag ${ms}`),
    skewBy: (ms) => void told.push(`skew ${ms}`),
  };
}

function controlledOf(
  at: string,
  member: ControlledMember,
): { -readonly [Property in keyof Controlled]: Controlled[Property] } {
  const clock = createClock({ mode: 'virtual' });
  const exchanges = new Exchanges();
  const rolls = createRolls({ clock, machineClock: clock, seats: () => [{ ...member, isChosen: true }] });
  clock.after(1000, 'a timer', () => {});
  const trader = { name: 'trader', clientId: 'trader', clientSecret: 'secret', org: 'org-1', subject: 'usr-2' };
  return {
    world: 'default',
    worlds: { named: () => undefined, list: () => [], create: () => Promise.reject(new Error('none is made here')) },
    snapshots: { list: () => [], remove: () => false },
    snapshot: () => ({ name: 's1', seed: 7, position: 42, nowNs: `${NOW_NS}` }),
    restore: (name) => Promise.resolve({ name, seed: 7, position: 42, nowNs: `${NOW_NS}` }),
    fork: () => Promise.reject(new Error('none is made here')),
    issuer: createIssuer({ url: `${at}/identity`, audience: 'trading-gateway', clock, personas: [trader] }),
    settled: async () => undefined,
    isLeaving: () => false,
    machineClock: createClock({ mode: 'real' }),
    exchanges,
    frames: new Frames(
      () => exchanges.count(),
      () => null,
    ),
    makeScenario: undefined,
    baseUrl: 'http://127.0.0.1:4010',
    limits: Object.fromEntries(
      Object.keys(health.shape.limits.shape).map((name) => [name, 1]),
    ) as unknown as SandboxLimits,
    seed: () => 7,
    members: () => [member],
    processes: () => [
      {
        ...{ id: 'p1', kind: 'sandbox', active: true, host: 'here', pid: 7, sinceNs: `${NOW_NS}` },
        ...{ gatewayUrl: 'http://127.0.0.1:4010', controlUrl: at, members: [{ name: 'm1', version: '0.14.0' }] },
      },
    ],
    isShared: false,
    addMember: () => member,
    removeMember: () => false,
    front: { routing: { route: 'round-robin', namesMember: false }, direct: () => undefined },
    rolls: async () => rolls,
    clock,
    faults: createFaults({ clock, random: createSeed(7).stream('faults') }),
    owners: { list: () => [], leave: () => undefined, comeBack: () => undefined },
    reference: {
      instruments: () => [],
      listInstrument: async () => undefined,
      loadAlgoVersion: async () => 'there is no pool here',
      moveQuote: (instrumentId, quote) =>
        instrumentId === 1 ? { instrumentId, ...quote, venueTsNs: `${NOW_NS}` } : undefined,
    },
    venue: {
      openOrders: () => [],
      fill: () => Promise.reject(new VenueError('NOT_FOUND', 'there is no order here')),
      reject: () => Promise.reject(new VenueError('NOT_FOUND', 'there is no order here')),
      setBalance: () => Promise.reject(new VenueError('NOT_FOUND', 'there is no account here')),
    },
    stateOf: (owner) => {
      if (owner === 'register') return register.initial();
      return owner === 'orders' ? NO_ORDERS : NO_BALANCES;
    },
    principals: () => [],
    reset: (seed) => Promise.resolve({ seed: seed ?? 7, position: 42 }),
    head: () => RECORDS.length,
    journal: () => ({
      after: (position, limit = RECORDS.length) => RECORDS.slice(position, position + limit) as never,
    }),
    intakeCounts: () => ({ stored: 3, repeated: 1, dropped: 0, refused: { keyReused: 1, rateLimited: 2 } }),
  };
}

async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const answer = await request(`${url}${path}`, {
    method: method as 'GET',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  const isJson = /[/+]json$/.test(`${answer.headers['content-type']}`.split(';')[0] ?? '');
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

/** The shape of the response in the document. */
export function shapeOf(method: string, path: string): z.ZodType | null | undefined {
  const [plain = ''] = path.split('?', 1);
  const fits = (pattern: string): boolean => new RegExp(`^${pattern.replaceAll(/:[a-z]+/g, '[^/]+')}$`).test(plain);
  return CONTROL_ROUTES.find((route) => route.method === method && fits(route.path))?.answer.shape;
}
