import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as oauth from 'openid-client';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { DEFAULT_LIMITS } from '../../gateway/services.ts';
import { createClock, VIRTUAL_START_NS } from '../clock.ts';
import { createFaults } from '../faults/faults.ts';
import { createIssuer } from '../identity/issuer.ts';
import { DEFAULT_PLATFORM_LIMITS } from '../limits.ts';
import { createRolls } from '../rolls/rolls.ts';
import { createSeed } from '../seed.ts';
import { createControlApp } from './app.ts';
import type { Controlled, ControlledMember } from './controlled.ts';
import { Exchanges } from './exchanges.ts';
import { CONTROL_ROUTES } from './routes.ts';

const NOW_NS = VIRTUAL_START_NS;
const records = Array.from({ length: 2500 }, (_, n) => ({ position: n + 1, atNs: `${n}` }));

let url: string;
let failures: unknown[];
let controlled: ReturnType<typeof aSandbox>;
let close: () => Promise<void>;

beforeEach(async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  failures = [];
  controlled = aSandbox(url);
  server.on(
    'request',
    createControlApp(
      () => controlled,
      '127.0.0.1',
      (error) => failures.push(error),
    ),
  );
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});

afterEach(async () => {
  expect(failures).toEqual([]);
  await close();
});

/** A member's seat that does what it is told, and remembers it. */
function aMember(): ControlledMember & { readonly told: string[] } {
  const told: string[] = [];
  let surfaces = { algos: true, balances: true, intake: true, replica: false, tickets: true };
  return {
    name: 'm1',
    version: '0.14.0',
    primed: true,
    socketVersion: '1.4.0',
    inFlight: 0,
    sessions: 0,
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

let member: ReturnType<typeof aMember>;

function aSandbox(at: string): { -readonly [Property in keyof Controlled]: Controlled[Property] } {
  member = aMember();
  const clock = createClock({ mode: 'virtual' });
  const rolls = createRolls({ clock, seats: () => [{ ...member, isChosen: true }] });
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
    exchanges: new Exchanges(),
    baseUrl: 'http://127.0.0.1:4010',
    limits: { ...DEFAULT_LIMITS, ...DEFAULT_PLATFORM_LIMITS },
    seed: () => 7,
    members: () => [member],
    addMember: () => member,
    removeMember: () => false,
    front: { routing: { route: 'round-robin', namesMember: false }, direct: () => undefined },
    rolls: async () => rolls,
    clock,
    faults: createFaults({ clock, random: createSeed(7).stream('faults') }),
    owners: { list: () => [], leave: () => undefined, comeBack: () => undefined },
    reference: {
      listInstrument: async () => undefined,
      loadAlgoVersion: async () => 'there is no pool here',
      moveQuote: (instrumentId, quote) =>
        instrumentId === 1 ? { instrumentId, ...quote, venueTsNs: `${NOW_NS}` } : undefined,
    },
    reset: (seed) => Promise.resolve({ seed: seed ?? 7, position: 42 }),
    head: () => records.length,
    journal: (after, limit) => records.slice(after, after + limit) as never,
    intakeCounts: () => ({ stored: 3, repeated: 1, dropped: 0, refused: { keyReused: 1, rateLimited: 2 } }),
  };
}

interface Answered {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: unknown;
}

async function send(
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

/** What the document says of the answer. */
function shapeOf(method: string, path: string): z.ZodType | null | undefined {
  const [plain = ''] = path.split('?', 1);
  const fits = (pattern: string): boolean => new RegExp(`^${pattern.replaceAll(/:[a-z]+/g, '[^/]+')}$`).test(plain);
  return CONTROL_ROUTES.find((route) => route.method === method && fits(route.path))?.answer.shape;
}

const RULE = { on: { owner: 'orders', command: 'submit' }, hold: 'orders-verdict', times: 1 };

describe('the control plane answers', () => {
  test.each([
    ['GET', '/clock', undefined, 200, { mode: 'virtual', nowNs: `${NOW_NS}`, timers: 1 }],
    [
      'POST',
      '/clock/advance',
      { by: '1.5s' },
      200,
      { nowNs: `${NOW_NS + 1_500_000_000n}`, fired: [{ atNs: `${NOW_NS + 1_000_000_000n}`, label: 'a timer' }] },
    ],
    ['POST', '/clock/advance', { by: 250 }, 200, { fired: [], held: [], waiting: [] }],
    ['POST', '/faults', RULE, 201, { id: 'f1', rule: RULE, firings: 0, held: 0 }],
    ['GET', '/faults', undefined, 200, { items: [] }],
    ['DELETE', '/faults', undefined, 204, ''],
    ['POST', '/holds/orders-verdict/release', undefined, 200, { released: 0 }],
    ['POST', '/holds/nothing/release', {}, 200, { released: 0 }],
    ['POST', '/reset', undefined, 200, { seed: 7, position: 42 }],
    ['POST', '/reset', { seed: 9 }, 200, { seed: 9, position: 42 }],
    [
      'POST',
      '/quotes',
      { instrumentId: 1, bid: '101.00', ask: '101.02' },
      200,
      { instrumentId: 1, bid: '101.00', ask: '101.02', venueTsNs: `${NOW_NS}` },
    ],
    ['GET', '/journal?after=2499&limit=5', undefined, 200, { items: [{ position: 2500 }], head: 2500 }],
    ['GET', '/exchanges', undefined, 200, { items: [] }],
    ['GET', '/intake', undefined, 200, { stored: 3, refused: { rateLimited: 2 } }],
    ['GET', '/health', undefined, 200, { status: 'serving', seed: 7, members: [{ name: 'm1' }] }],
    ['GET', '/members', undefined, 200, { items: [{ name: 'm1', surfaces: { algos: true }, primed: true }] }],
    ['POST', '/members/m1/deploy', { surfaces: { algos: false } }, 200, { surfaces: { algos: false, intake: true } }],
    ['POST', '/members/m1/restart', undefined, 200, { name: 'm1' }],
    ['POST', '/members/m1/restart', { catchUp: 'when told' }, 200, { name: 'm1' }],
    ['POST', '/members/m1/catch-up', undefined, 200, { name: 'm1' }],
    ['POST', '/members', { version: '0.13.0', weight: 2 }, 201, { name: 'm1' }],
    ['GET', '/members/m1', undefined, 200, { name: 'm1', state: 'serving', position: 42, lag: 0, skew: 0 }],
    ['POST', '/members/m1/crash', undefined, 200, { name: 'm1' }],
    ['POST', '/members/m1/stall', undefined, 200, { name: 'm1' }],
    ['POST', '/members/m1/lag', { by: '2s' }, 200, { name: 'm1' }],
    ['POST', '/members/m1/skew', { by: '-3s' }, 200, { name: 'm1' }],
    ['GET', '/routing', undefined, 200, { route: 'round-robin', namesMember: false }],
    ['POST', '/routing', { namesMember: true }, 200, { route: 'round-robin' }],
    ['GET', '/rolls', undefined, 200, { items: [] }],
    ['POST', '/rolls', { to: '0.13.0' }, 201, { id: 'r1', seed: 7, state: 'planned', every: 10_000 }],
    [
      'POST',
      '/rolls',
      { plan: [{ member: 'm1', do: 'restart' }], every: '1s' },
      201,
      { seed: null, steps: [{ member: 'm1', do: 'restart', done: false, atNs: null }], every: 1000 },
    ],
    ['GET', '/identity/jwks', undefined, 200, { keys: [{ kty: 'EC', alg: 'ES256' }] }],
  ])('%s %s %j with %d', async (method, path, body, status, expected) => {
    const answer = await send(method, path, body);
    expect(answer.status).toBe(status);
    expect(shapeOf(method, path)?.safeParse(answer.body).error).toBeUndefined();
    if (typeof expected === 'object') expect(answer.body).toMatchObject(expected);
    else expect(answer.body).toBe(expected);
  });

  test.each([
    ['a shape that is wrong', 'POST', '/clock/advance', { by: 'soon' }, 400, /^body\.by: must be a duration/],
    ['time that goes back', 'POST', '/clock/advance', { by: '-1s' }, 400, /time does not go back/],
    ['a property too many', 'POST', '/reset', { sed: 1 }, 400, /^body: .*sed/],
    [
      'a surface that there is not',
      'POST',
      '/members/m1/deploy',
      { surfaces: { sockets: true } },
      400,
      /^body\.surfaces: .*sockets/,
    ],
    [
      'a symbol that is taken',
      'POST',
      '/instruments',
      { symbol: 'BTC-USD' },
      409,
      /^symbol: BTC-USD is listed already/,
    ],
    [
      'a quote of no instrument',
      'POST',
      '/quotes',
      { instrumentId: 9, bid: '1', ask: '2' },
      404,
      /^instrumentId: there is no instrument 9/,
    ],
    ['a version of no pool', 'POST', '/algo-versions', { pool: 'pool-x' }, 409, /^there is no pool here/],
    ['a member that there is not', 'POST', '/members/m9/deploy', { surfaces: {} }, 404, /there are m1/],
    ['the last member', 'DELETE', '/members/m1', undefined, 409, /^m1 is the last member/],
    ['a version that there is not', 'POST', '/members', { version: '1.0.0' }, 400, /^body\.version: /],
    ['a record heard before it is there', 'POST', '/members/m1/lag', { by: '-1s' }, 400, /^body\.by: nothing is heard/],
    ['a skew of an age', 'POST', '/members/m1/skew', { by: '-4000d' }, 400, /^body\.by: ten years/],
    ['a route that there is not', 'POST', '/routing', { route: 'fairly' }, 400, /^body\.route: /],
    [
      'a step that cannot be',
      'POST',
      '/rolls',
      { plan: [{ member: 'm1', do: 'drain' }] },
      400,
      /^plan\[0\]: nobody is left without m1/,
    ],
    [
      'a plan with a way of its own',
      'POST',
      '/rolls',
      { plan: [{ member: 'm1', do: 'restart' }], to: '0.13.0' },
      400,
      /a plan that is stated has no from, to or back/,
    ],
    ['a roll that there is not', 'POST', '/rolls/r9/start', undefined, 404, /there is no roll r9/],
    ['a rule without an effect', 'POST', '/faults', { on: {} }, 400, /exactly one of delay, hold/],
    ['a rule with two effects', 'POST', '/faults', { ...RULE, fail: true }, 400, /exactly one of/],
    [
      'a rule that makes no sense',
      'POST',
      '/faults',
      { on: { edge: 'answer' }, refuse: 'NOT_FOUND' },
      400,
      /^body: refuse: the edge answer takes delay, hold, drop/,
    ],
    ['a code that does not exist', 'POST', '/faults', { on: {}, refuse: 'inbox full' }, 400, /^body\.refuse: /],
    ['a query parameter that nothing reads', 'GET', '/journal?from=1', undefined, 400, /^query: .*from/],
    [
      'a query that is no number',
      'GET',
      '/exchanges?limit=all',
      undefined,
      400,
      /^query\.limit: must be a whole number/,
    ],
    ['a body that is not JSON', 'POST', '/reset', '{seed:1}', 400, /^the body is not JSON$/],
    ['a fault that is not there', 'GET', '/faults/f9', undefined, 404, /^there is no fault f9/],
    ['a fault that is not there', 'DELETE', '/faults/f9', undefined, 404, /^there is no fault f9/],
    ['a path that is not there', 'GET', '/Clock', undefined, 404, /^there is no \/Clock here/],
    ['an unknown principal', 'POST', '/identity/mint', { persona: 'nobody' }, 404, /there are trader$/],
    [
      'a raw claim that is no JSON',
      'POST',
      '/identity/mint',
      { persona: 'trader', rawClaims: { exp: '1,' } },
      400,
      /^body\.rawClaims/,
    ],
  ])('refuses %s: %s %s %j', async (_, method, path, body, status, message) => {
    const answer = await send(method, path, body);
    expect(answer).toMatchObject({ status, body: { error: { message: expect.stringMatching(message) } } });
  });

  test('a clock that is real is not moved', async () => {
    controlled.clock = createClock({ mode: 'real' });
    expect(await send('POST', '/clock/advance', { by: '1s' })).toMatchObject({
      status: 409,
      body: { error: { code: 'CLOCK_IS_REAL' } },
    });
  });

  test('what is held, and what a release lets go', async () => {
    await send('POST', '/faults', RULE);
    const held = controlled.faults.at('verdict', { owner: 'orders', command: 'submit' });
    expect(await send('GET', '/faults/f1')).toMatchObject({ body: { firings: 1, held: 1 } });
    const advanced = await send('POST', '/clock/advance', { by: 0 });
    const wait = { fault: 'f1', edge: 'verdict', owner: 'orders', command: 'submit', untilNs: null };
    expect(advanced.body).toMatchObject({ held: [{ name: 'orders-verdict', count: 1 }], waiting: [wait] });
    expect(await send('POST', '/holds/orders-verdict/release')).toMatchObject({ body: { released: 1 } });
    expect(await held).toEqual({ act: 'go' });
  });

  test('what is delayed, since when and until when', async () => {
    await send('POST', '/faults', { on: { edge: 'inbox' }, delay: '2s' });
    const delayed = controlled.faults.at('inbox', { owner: 'orders', org: 1, key: 'k1', member: 'm1' });
    const nowNs = controlled.clock.nowNs();
    const wait = {
      ...{ fault: 'f1', edge: 'inbox', owner: 'orders', org: 1, key: 'k1', member: 'm1' },
      ...{ sinceNs: `${nowNs}`, untilNs: `${nowNs + 2_000_000_000n}` },
    };
    expect((await send('POST', '/clock/advance', { by: '1999ms' })).body).toMatchObject({ held: [], waiting: [wait] });
    expect((await send('POST', '/clock/advance', { by: '1ms' })).body).toMatchObject({ waiting: [] });
    expect(await delayed).toEqual({ act: 'go' });
  });

  test('a clock that cannot go on says what it waits for', async () => {
    const clock = createClock({ mode: 'virtual', patienceMs: 1 });
    controlled.clock = clock;
    void clock.hostWork?.during('sync of the log', new Promise(() => undefined));
    expect(await send('POST', '/clock/advance', { by: 1 })).toMatchObject({
      status: 503,
      body: { error: { code: 'NOT_QUIET', message: expect.stringMatching(/sync of the log$/) } },
    });
  });

  test('a fault by its id, until it is taken away', async () => {
    const added = await send('POST', '/faults', RULE);
    expect(added.headers['location']).toBe('/faults/f1');
    expect(await send('GET', '/faults/f1')).toMatchObject({ status: 200, body: { id: 'f1' } });
    expect(await send('DELETE', '/faults/f1')).toMatchObject({ status: 204 });
    expect(await send('GET', '/faults/f1')).toMatchObject({ status: 404 });
  });

  test('a wrong method with what the path takes', async () => {
    const answer = await send('PUT', '/faults', {});
    expect(answer.status).toBe(405);
    expect(`${answer.headers['allow']}`.split(', ').sort()).toEqual(['DELETE', 'GET', 'POST']);
  });

  test('the whole journal, a record a line', async () => {
    const answer = await send('GET', '/journal/export');
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    const positions = `${answer.body}`
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { position: number }).position);
    expect(positions).toEqual(records.map(({ position }) => position));
  });

  test('a failure of its own without telling how', async () => {
    controlled.reset = () => Promise.reject(new Error('a secret of the inside'));
    const answer = await send('POST', '/reset');
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
    expect(JSON.stringify(answer.body)).not.toContain('inside');
    expect(failures.splice(0)).toHaveLength(1);
  });
});

describe('the control plane keeps out', () => {
  test.each([
    ['a name rebound to this machine', 'GET', '/clock', undefined, { host: 'evil.example' }, 403],
    ['a page of another origin', 'POST', '/reset', {}, { origin: 'https://evil.example' }, 403],
    ['a form of another origin without Origin', 'POST', '/reset', undefined, { 'sec-fetch-site': 'cross-site' }, 403],
    ['a body that a form can send', 'POST', '/reset', '{"seed":1}', { 'content-type': 'text/plain' }, 415],
    ['a body past 1 MiB', 'POST', '/reset', ' '.repeat(1024 * 1024 + 1), {}, 413],
  ])('%s', async (_, method, path, body, headers, status) => {
    expect((await send(method, path, body, headers)).status).toBe(status);
  });

  test('no answer opens it to another origin', async () => {
    const answer = await send('GET', '/clock', undefined, { origin: 'https://evil.example' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('identity over HTTP', () => {
  const insecure = { execute: [oauth.allowInsecureRequests] };

  test.each([
    ['client_secret_post', oauth.ClientSecretPost('secret')],
    ['client_secret_basic', oauth.ClientSecretBasic('secret')],
  ])('a standard client gets a token that verifies: %s', async (_, authentication) => {
    const found = await oauth.discovery(new URL(`${url}/identity`), 'trader', undefined, authentication, insecure);
    const { access_token: token, token_type: type, expires_in: life } = await oauth.clientCredentialsGrant(found);
    expect([type, life]).toEqual(['bearer', 3600]);

    const keys = createRemoteJWKSet(new URL(found.serverMetadata().jwks_uri ?? ''), { [customFetch]: fetch });
    const { payload } = await jwtVerify(token, keys, {
      issuer: `${url}/identity`,
      audience: 'trading-gateway',
      currentDate: new Date(Number(NOW_NS / 1_000_000n)),
    });
    expect(payload).toMatchObject({ org_id: 'org-1', sub: 'usr-2' });
  });

  test('RFC 8414 discovery leads to the same', async () => {
    const options = { ...insecure, algorithm: 'oauth2' as const };
    const found = await oauth.discovery(
      new URL(`${url}/identity`),
      'trader',
      undefined,
      oauth.ClientSecretPost('secret'),
      options,
    );
    expect(found.serverMetadata().token_endpoint).toBe(`${url}/identity/token`);
  });

  test('a wrong secret is turned away', async () => {
    const found = await oauth.discovery(
      new URL(`${url}/identity`),
      'trader',
      undefined,
      oauth.ClientSecretPost('guess'),
      insecure,
    );
    await expect(oauth.clientCredentialsGrant(found)).rejects.toMatchObject({ status: 401 });
  });

  test('a minted token, in JSON or alone', async () => {
    const wrapped = await send('POST', '/identity/mint', { persona: 'trader', expiresIn: '-1h' });
    expect(wrapped).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^eyJ/) } });
    expect(wrapped.headers['cache-control']).toBe('no-store');
    const alone = await send('POST', '/identity/mint', { persona: 'trader' }, { accept: 'text/plain' });
    expect(alone.body).toMatch(/^eyJ[^\s]+$/);
  });
});

describe('the document and the page', () => {
  test('the document lists every route once, with an id of its own', async () => {
    const { body } = await send('GET', '/openapi.json');
    const document = body as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
    expect(document.openapi).toBe('3.1.0');
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.length).toBe(CONTROL_ROUTES.length + 1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the page shows why a call was refused, and runs nothing', async () => {
    const refused = { code: 'ROUTE_NOT_FOUND', message: 'no such <route>', stage: 'refuse-unknown' };
    const event = {
      atNs: `${NOW_NS}`,
      member: 'm1',
      requestId: 'req-1',
      method: 'GET',
      path: '/<script>',
      status: 404,
      key: null,
      refused,
    };
    controlled.exchanges.record(event);
    const page = await send('GET', '/');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('no such &lt;route&gt;');
    expect(page.body).not.toContain('<script');
  });
});
