/** The operations of the control plane over HTTP: their answers, their refusals, and whom the plane keeps out. */
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock, VIRTUAL_START_NS as NOW_NS } from '../clock.ts';
import type { World } from '../hosting/world.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { type Scene, scene, sceneOn } from '../testing/sample-scene.ts';
import type { Method } from '../testing/sample-world.ts';
import { CONTROL_ROUTES } from './routes.ts';

const RULE = { on: { owner: 'orders', command: 'submit' }, hold: 'orders-verdict', times: 1 };
const RESTART = { member: 'm1', do: 'restart' };

/** The default world: a test may replace a part of it. */
function worldOf(sandbox: Sandbox): { -readonly [Part in keyof World]: World[Part] } {
  return sandbox.world('default') as World;
}

// biome-ignore format: an aligned table
const ANSWERED: readonly (readonly [Method, string, unknown, number, unknown])[] = [
  ['GET',    '/clock', undefined, 200, { mode: 'virtual', nowNs: `${NOW_NS}`, timers: 1 }],
  ['POST',   '/clock/advance', { by: '1.5s' }, 200, { nowNs: `${NOW_NS + 1_500_000_000n}`, held: [], waiting: [] }],
  ['POST',   '/clock/advance', { by: 250 }, 200, { fired: [], held: [], waiting: [] }],
  ['POST',   '/faults', RULE, 201, { id: 'f1', rule: RULE, matches: 0, firings: 0, held: 0, truth: null, strikes: [] }],
  ['POST',   '/faults', { on: { key: 'k1' }, drop: 'command', for: '10s' }, 201, { expiresAtNs: `${NOW_NS + 10_000_000_000n}`, expired: false }],
  ['GET',    '/owners', undefined, 200, { items: [{ name: 'register' }, { name: 'orders' }, { name: 'custody' }, { name: 'algos' }] }],
  ['POST',   '/identity/rotate', { keep: false }, 200, { kid: expect.any(String) }],
  ['GET',    '/faults', undefined, 200, { items: [] }],
  ['DELETE', '/faults', undefined, 204, undefined],
  ['POST',   '/holds/orders-verdict/release', undefined, 200, { released: 0 }],
  ['POST',   '/holds/nothing/release', {}, 200, { released: 0 }],
  ['POST',   '/reset', { seed: 9 }, 200, { seed: 9, position: expect.any(Number) }],
  ['POST',   '/quotes', { instrumentId: 1, bid: '101.00', ask: '101.02' }, 200, { instrumentId: 1, bid: '101.00', ask: '101.02', venueTsNs: `${NOW_NS}` }],
  ['GET',    '/journal?after=2&limit=1', undefined, 200, { items: [{ position: 3 }], head: expect.any(Number) }],
  ['GET',    '/exchanges', undefined, 200, { items: [] }],
  ['GET',    '/intake', undefined, 200, { stored: 0, refused: { rateLimited: 0 } }],
  ['GET',    '/health', undefined, 200, { ready: true, role: 'sandbox', status: 'serving', seed: 1, members: [{ name: 'm1' }] }],
  ['GET',    '/identity/jwks', undefined, 200, { keys: [{ kty: 'EC', alg: 'ES256' }] }],
  ['GET',    '/scenario.schema.json', undefined, 200, { title: 'Touchstone scenario', required: ['id', 'story'] }],
  ['GET',    '/members', undefined, 200, { items: [{ name: 'm1', surfaces: { algos: true }, primed: true }] }],
  ['GET',    '/members/m1', undefined, 200, { name: 'm1', state: 'serving', position: expect.any(Number), lag: 0, skew: 0 }],
  ['GET',    '/processes', undefined, 200, { items: [{ kind: 'sandbox', active: true, members: [{ name: 'm1' }] }] }],
  ['POST',   '/members', { version: '0.13.0', weight: 2, skew: '-3s' }, 201, { name: 'm2', version: '0.13.0', weight: 2, skew: -3000, state: 'serving' }],
  ['POST',   '/members/m1/deploy', { surfaces: { algos: false } }, 200, { surfaces: { algos: false, tickets: true } }],
  ['POST',   '/members/m1/restart', undefined, 200, { name: 'm1', state: 'serving' }],
  ['POST',   '/members/m1/restart', { catchUp: 'when told' }, 200, { state: 'catching-up', position: 0, primed: false }],
  ['POST',   '/members/m1/crash', undefined, 200, { state: 'serving', sessions: 0, inFlight: 0 }],
  ['POST',   '/members/m1/crash', { catchUp: 'when told' }, 200, { state: 'catching-up', position: 0 }],
  ['POST',   '/members/m1/catch-up', undefined, 200, { state: 'serving' }],
  ['POST',   '/members/m1/stall', undefined, 200, { state: 'stalled' }],
  ['POST',   '/members/m1/resume', undefined, 200, { state: 'serving' }],
  ['POST',   '/members/m1/drain', undefined, 200, { state: 'drained' }],
  ['POST',   '/members/m1/return', undefined, 200, { state: 'serving' }],
  ['POST',   '/members/m1/lag', { by: '2s' }, 200, { lag: 2000 }],
  ['POST',   '/members/m1/skew', { by: '-3s' }, 200, { skew: -3000 }],
  ['GET',    '/routing', undefined, 200, { route: 'round-robin', namesMember: false }],
  ['POST',   '/routing', { namesMember: true }, 200, { route: 'round-robin', namesMember: true }],
  ['GET',    '/rolls', undefined, 200, { items: [] }],
  ['POST',   '/rolls', { to: '0.13.0' }, 201, { id: 'r1', seed: 1, state: 'planned', every: 10_000 }],
  ['POST',   '/rolls', { plan: [RESTART], every: '1s' }, 201, { seed: null, steps: [{ ...RESTART, done: false, atNs: null }], every: 1000 }],
];

// biome-ignore format: an aligned table
const REFUSED: readonly (readonly [string, Method, string, unknown, number, RegExp])[] = [
  ['a shape that is wrong', 'POST',   '/clock/advance', { by: 'soon' }, 400, /^body\.by: must be a duration/],
  ['a negative time', 'POST',   '/clock/advance', { by: '-1s' }, 400, /^body\.by: must not be negative$/],
  ['32 days at once', 'POST',   '/clock/advance', { by: '32d' }, 400, /^body\.by: must be at most 31d in one request$/],
  ['ten years at once', 'POST',   '/clock/advance', { by: '3652d' }, 400, /^body\.by: must be at most 31d in one request$/],
  ['an overflow at once', 'POST',   '/clock/advance', { by: 1e308 }, 400, /^body\.by: must be at most 31d in one request$/],
  ['a rate of a virtual clock', 'POST',   '/clock/rate', { rate: 2 }, 409, /^the clock is virtual and has no rate/],
  ['a rate below 0', 'POST',   '/clock/rate', { rate: -1 }, 400, /^body\.rate: /],
  ['the text of a clock', 'POST',   '/worlds', { clock: 'x10' }, 400, /: expected "real", "virtual", or a speed above 0 and up to 100000 such as {"rate":10}$/],
  ['another object for a clock', 'POST',   '/worlds', { clock: { speed: 2 } }, 400, /^body\.clock: expected "real", "virtual", or a speed above 0/],
  ['a clock that would overflow', 'POST',   '/worlds', { clock: { rate: 1e308 } }, 400, /^body\.clock\.rate: /],
  ['a used name of a world', 'POST',   '/worlds', { name: 'default' }, 409, /default/],
  ['a name of a world that is invalid in a path', 'POST',   '/worlds', { name: 'a/b' }, 400, /^body\.name: /],
  ['the end of the default world', 'DELETE', '/worlds/default', undefined, 409, /default/],
  ['the end of no world', 'DELETE', '/worlds/none', undefined, 404, /none/],
  ['a request to an unknown world', 'GET',    '/worlds/none/clock', undefined, 404, /^there is no world of that name/],
  ['an unknown property', 'POST',   '/reset', { sed: 1 }, 400, /^body: .*sed/],
  ['a quote of no instrument', 'POST',   '/quotes', { instrumentId: 99, bid: '1', ask: '2' }, 404, /^instrumentId: there is no instrument 99/],
  ['a rule without an effect', 'POST',   '/faults', { on: {} }, 400, /exactly one of delay, hold/],
  ['a rule that makes no sense', 'POST',   '/faults', { on: { edge: 'answer' }, refuse: 'NOT_FOUND' }, 400, /^body: refuse: the edge answer takes delay/],
  ['a missing disk', 'POST',   '/faults', { on: {}, fail: 'disk full' }, 409, /^body: on\.edge: .* --data DIR/],
  ['an unknown failure of a disk', 'POST',   '/faults', { on: { edge: 'log' }, fail: 'broken' }, 400, /^body\.fail: .*true, or .*"disk full"\|"sync failed"$/],
  ['a code that does not exist', 'POST',   '/faults', { on: {}, refuse: 'inbox full' }, 400, /^body\.refuse: /],
  ['a missing member', 'POST',   '/faults', { on: { member: 'm3' }, delay: '1s' }, 409, /^body: on\.member: there is no member m3 here; there are m1$/],
  ['keys for a missing member', 'POST',   '/faults', { on: { edge: 'jwks', member: 'gateway' }, delay: '1s' }, 409, /: there is no member gateway here/],
  ['a missing organisation', 'POST',   '/faults', { on: { org: 77 }, delay: '1s' }, 409, /^body: on\.org: there is no organisation 77 here$/],
  ['an endless key', 'POST',   '/faults', { on: { key: 'k'.repeat(900_000) }, drop: 'command' }, 400, /^.{1,500}$/],
  ['a key of 65 characters', 'POST',   '/faults', { on: { key: 'k'.repeat(65) }, drop: 'command' }, 400, /key/],
  ['an empty key', 'POST',   '/faults', { on: { key: '' }, drop: 'command' }, 400, /key/],
  ['a key with a space', 'POST',   '/faults', { on: { key: 'a key' }, drop: 'command' }, 400, /key/],
  ['a fault that is not there', 'GET',    '/faults/f9', undefined, 404, /^there is no fault f9/],
  ['a fault that is not there', 'DELETE', '/faults/f9', undefined, 404, /^there is no fault f9/],
  ['a time left out', 'POST',   '/members/m1/lag', undefined, 400, /^body\.by: .*expected number, .*, or expected string/],
  ['an unknown owner', 'POST',   '/owners/treasury/leave', undefined, 404, /^there is no owner of that name/],
  ['an unknown query parameter', 'GET',    '/journal?from=1', undefined, 400, /^query: .*from/],
  ['a query that is not a number', 'GET',    '/exchanges?limit=all', undefined, 400, /^query\.limit: must be a whole number/],
  ['a body that is not JSON', 'POST',   '/reset', '{seed:1}', 400, /^the body is not JSON$/],
  ['a path that is not there', 'GET',    '/Clock', undefined, 404, /^there is no \/Clock:/],
  ['an unknown principal', 'POST',   '/identity/mint', { persona: 'unknown' }, 404, /there are admin, /],
  ['a raw claim that is not JSON', 'POST',   '/identity/mint', { persona: 'trader', rawClaims: { exp: '1,' } }, 400, /^body\.rawClaims/],
  ['an unknown surface', 'POST',   '/members/m1/deploy', { surfaces: { sockets: true } }, 400, /^body\.surfaces: .*sockets/],
  ['an unknown member', 'POST',   '/members/m9/deploy', { surfaces: {} }, 404, /there are m1/],
  ['the last member', 'DELETE', '/members/m1', undefined, 409, /^m1 is the last member/],
  ['an unknown version', 'POST',   '/members', { version: '0.15.0' }, 400, /^body\.version: .*"0\.1\.0" to "0\.14\.0"/],
  ['a negative lag', 'POST',   '/members/m1/lag', { by: '-1s' }, 400, /^body\.by: must not be negative/],
  ['a skew of an age', 'POST',   '/members/m1/skew', { by: '-4000d' }, 400, /^body\.by: must be at most ten years/],
  ['an unknown route', 'POST',   '/routing', { route: 'fairly' }, 400, /^body\.route: /],
  ['a step that cannot be', 'POST',   '/rolls', { plan: [{ member: 'm1', do: 'drain' }] }, 400, /^plan\[0\]: no member is left without m1/],
  ['a stated plan with a target version', 'POST',   '/rolls', { plan: [RESTART], to: '0.13.0' }, 400, /from, to and back are not allowed with a plan/],
  ['an unknown roll', 'POST',   '/rolls/r9/start', undefined, 404, /there is no roll r9/],
  ['a fork past the head', 'POST',   '/fork', { at: 100_000 }, 409, /^there is no such position/],
  ['a fork within the beginning', 'POST',   '/fork', { at: 3 }, 409, /^there is no such position/],
];

describe('the control plane answers', () => {
  test.each(ANSWERED)('%s %s %j with %d', async (method, path, body, status, expected) => {
    const answer = await (await scene()).control(method, path, body);
    expect(answer.status).toBe(status);
    if (expected === undefined) expect(answer.text).toBe('');
    else expect(answer.body).toMatchObject(expected as object);
  });

  test.each([
    ['real', false, /^the clock is real .* start the sandbox with --clock virtual/],
    ['real', true, /^the clock is real .* --clock x60 .* POST \/clock\/rate/],
    ['scaled', true, /^the clock is scaled .* POST \/clock\/rate makes it faster/],
  ] as const)('a %s clock that is not moved names what can be done; on NATS: %s', async (mode, isShared, message) => {
    const at = await scene();
    Object.assign(worldOf(at.sandbox), { clock: createClock({ mode, rate: 60 }), isShared });
    const { status, body } = await at.control('POST', '/clock/advance', { by: '1s' });
    expect([status, body.error]).toEqual([409, { code: 'CLOCK_IS_REAL', message: expect.stringMatching(message) }]);
    if (isShared) expect(body.error.message).not.toContain('--clock virtual');
  });

  test('a clock that cannot move names the work that it waits for', async () => {
    const at = await scene();
    const clock = createClock({ mode: 'virtual', patienceMs: 1 });
    worldOf(at.sandbox).clock = clock;
    void clock.hostWork?.during('sync of the log', new Promise(() => undefined));
    const error = { code: 'NOT_QUIET', message: expect.stringMatching(/sync of the log$/) };
    expect(await at.control('POST', '/clock/advance', { by: 1 })).toMatchObject({ status: 503, body: { error } });
  });

  test('the last member of the platform process cannot be removed, even if other processes have members', async () => {
    const at = await scene();
    const [m1] = worldOf(at.sandbox).members();
    worldOf(at.sandbox).members = () => [m1, { ...m1, name: 'm2' }] as never;
    const message = 'm1 is the last member of the platform process, which needs one: drain it';
    expect(await at.control('DELETE', '/members/m1')).toMatchObject({ status: 409, body: { error: { message } } });
  });

  test('a fault by its id, with what it holds, until it is released and removed', async () => {
    const at = await scene();
    expect((await at.control('POST', '/faults', RULE)).headers['location']).toBe('/faults/f1');
    const held = at.sandbox.faults.at('verdict', { owner: 'orders', command: 'submit' });
    expect((await at.control('GET', '/faults/f1')).body).toMatchObject({ id: 'f1', firings: 1, held: 1 });
    const wait = { fault: 'f1', edge: 'verdict', owner: 'orders', command: 'submit', untilNs: null };
    const advanced = await at.operate('/clock/advance', { by: 0 });
    expect(advanced).toMatchObject({ held: [{ name: 'orders-verdict', count: 1 }], waiting: [wait] });
    expect(await at.operate('/holds/orders-verdict/release')).toEqual({ released: 1 });
    expect(await held).toMatchObject({ act: 'go' });
    expect((await at.control('DELETE', '/faults/f1')).status).toBe(204);
    expect((await at.control('GET', '/faults/f1')).status).toBe(404);
  });

  test('delayed commands, with start and end', async () => {
    const at = await scene();
    await at.operate('/faults', { on: { edge: 'inbox' }, delay: '2s' });
    const place = { owner: 'orders', org: 1, key: 'k1', member: 'm1' } as const;
    const delayed = at.sandbox.faults.at('inbox', place);
    const untilNs = `${NOW_NS + 2_000_000_000n}`;
    const wait = { fault: 'f1', edge: 'inbox', ...place, sinceNs: `${NOW_NS}`, untilNs };
    expect(await at.operate('/clock/advance', { by: '1999ms' })).toMatchObject({ held: [], waiting: [wait] });
    expect(await at.operate('/clock/advance', { by: '1ms' })).toMatchObject({ waiting: [] });
    expect(await delayed).toMatchObject({ act: 'go' });
  });

  test('a fault for a member that was added, and an organisation that was proposed later', async () => {
    const at = await scene();
    await at.operate('/members', { version: '0.14.0' });
    for (const on of [{ member: 'm2' }, { org: at.sandbox.profile.principals.outsider.org }])
      expect((await at.control('POST', '/faults', { on, delay: '1s' })).status).toBe(201);
  });

  test('a wrong method with the methods of the path', async () => {
    const { status, headers } = await (await scene()).control('PUT', '/faults', {});
    expect([status, `${headers['allow']}`.split(', ').sort()]).toEqual([405, ['DELETE', 'GET', 'POST']]);
  });

  test('the whole journal, one record a line', async () => {
    const at = await scene();
    const { headers, text } = await at.control('GET', '/journal/export');
    expect(headers['content-type']).toBe('application/x-ndjson');
    expect(text).toBe(
      at.sandbox.platform
        .records()
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    );
  });

  test('an internal error without details', async () => {
    const failures: unknown[] = [];
    const at = await scene({ failed: (error) => failures.push(error) });
    worldOf(at.sandbox).reset = () => Promise.reject(new Error('a secret of the inside'));
    const { status, text, body } = await at.control('POST', '/reset');
    expect([status, body.error.code, text.includes('inside')]).toEqual([500, 'INTERNAL_ERROR', false]);
    expect(failures).toHaveLength(1);
  });

  test('the document lists every route once, with a unique id', async () => {
    const { body } = await (await scene()).control('GET', '/openapi.json');
    const operations = Object.values<Record<string, { readonly operationId: string }>>(body.paths).flatMap(
      Object.values,
    );
    expect([body.openapi, operations.length]).toEqual(['3.1.0', CONTROL_ROUTES.length + 2]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test('the console may load only its own script and style, and no other page may frame it', async () => {
    const at = await scene();
    const page = await at.control('GET', '/');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded.sort()).toEqual(['./page.css', './page.js', 'data:,']);
    for (const file of ['/page.js', '/page.css']) expect((await at.control('GET', file)).status).toBe(200);
  });
});

describe('the control plane', () => {
  let at: Scene;
  beforeAll(async () => {
    at = await sceneOn(await startSandbox());
  });
  afterAll(() => at.sandbox.close());

  test.each(REFUSED)('refuses %s, and changes nothing: %s %s %j', async (_, method, path, body, status, message) => {
    const { platform, faults, clock } = at.sandbox;
    const before = [platform.head(), faults.list(), clock.nowNs(), worldOf(at.sandbox).members()];
    const answer = await at.control(method, path, body);
    expect(answer).toMatchObject({ status, body: { error: { message: expect.stringMatching(message) } } });
    expect([platform.head(), faults.list(), clock.nowNs(), worldOf(at.sandbox).members()]).toEqual(before);
  });

  test.each([
    ['a name rebound to this machine', 'GET', '/clock', undefined, { host: 'evil.example' }, 403],
    ['a page of another origin', 'POST', '/reset', {}, { origin: 'https://evil.example' }, 403],
    ['a form of another origin without Origin', 'POST', '/reset', undefined, { 'sec-fetch-site': 'cross-site' }, 403],
    ['a body that a form can send', 'POST', '/reset', '{"seed":1}', { 'content-type': 'text/plain' }, 415],
    ['a body past 1 MiB', 'POST', '/reset', ' '.repeat(1024 * 1024 + 1), {}, 413],
  ] as const)('keeps out %s', async (_, method, path, body, headers, status) => {
    expect((await at.control(method, path, body, headers)).status).toBe(status);
  });
});

describe('identity over HTTP', () => {
  const discovered = ({ sandbox }: Scene, authentication?: oauth.ClientAuth, algorithm: 'oidc' | 'oauth2' = 'oidc') => {
    const options = { execute: [oauth.allowInsecureRequests], algorithm };
    const { clientId } = sandbox.profile.principals.trader;
    return oauth.discovery(new URL(`${sandbox.controlUrl}/identity`), clientId, undefined, authentication, options);
  };

  test.each([
    ['client_secret_post', oauth.ClientSecretPost],
    ['client_secret_basic', oauth.ClientSecretBasic],
  ])('a standard client gets a token that verifies: %s', async (_, authentication) => {
    const at = await scene();
    const { clientSecret, org, subject } = at.sandbox.issuer.personas.named('trader') ?? {};
    const found = await discovered(at, authentication(clientSecret));
    const { access_token: token, token_type: type, expires_in: life } = await oauth.clientCredentialsGrant(found);
    expect([type, life]).toEqual(['bearer', 3600]);
    const keys = createRemoteJWKSet(new URL(found.serverMetadata().jwks_uri ?? ''), { [customFetch]: fetch });
    const { payload } = await jwtVerify(token, keys, {
      issuer: `${at.sandbox.controlUrl}/identity`,
      audience: 'trading-gateway',
      currentDate: new Date(Number(NOW_NS / 1_000_000n)),
    });
    expect(payload).toMatchObject({ org_id: org, sub: subject });
  });

  test('RFC 8414 discovery leads to the same endpoints, where a wrong secret is refused', async () => {
    const at = await scene();
    const found = await discovered(at, oauth.ClientSecretPost('guess'), 'oauth2');
    expect(found.serverMetadata().token_endpoint).toBe(`${at.sandbox.controlUrl}/identity/token`);
    await expect(oauth.clientCredentialsGrant(found)).rejects.toMatchObject({ status: 401 });
  });

  test('a minted token, as JSON or as plain text', async () => {
    const at = await scene();
    const wrapped = await at.control('POST', '/identity/mint', { persona: 'trader', expiresIn: '-1h' });
    expect(wrapped).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^eyJ/) } });
    expect(wrapped.headers['cache-control']).toBe('no-store');
    const alone = await at.control('POST', '/identity/mint', { persona: 'trader' }, { accept: 'text/plain' });
    expect(alone.text).toMatch(/^eyJ[^\s]+$/);
  });
});
