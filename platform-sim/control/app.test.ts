import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as oauth from 'openid-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { NOW_NS, RECORDS, type SamplePlane, samplePlane, shapeOf } from '../testing/sample-plane.ts';
import { CONTROL_ROUTES } from './routes.ts';

let plane: SamplePlane;
let controlled: SamplePlane['controlled'];
let url: string;
let send: SamplePlane['send'];

beforeEach(async () => {
  plane = await samplePlane();
  ({ controlled, url, send } = plane);
});

afterEach(async () => {
  expect(plane.failures).toEqual([]);
  await plane.close();
});

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
    ['POST', '/faults', RULE, 201, { id: 'f1', rule: RULE, matches: 0, firings: 0, held: 0, truth: null, strikes: [] }],
    [
      'POST',
      '/faults',
      { on: { key: 'k1' }, drop: 'command', for: '10s' },
      201,
      { expiresAtNs: `${NOW_NS + 10_000_000_000n}`, expired: false, truth: expect.stringMatching(/^lost before/) },
    ],
    ['GET', '/owners', undefined, 200, { items: [] }],
    ['POST', '/identity/rotate', { keep: false }, 200, { kid: expect.any(String) }],
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
    ['a rate of a virtual clock', 'POST', '/clock/rate', { rate: 2 }, 409, /^the clock is virtual and runs at no rate/],
    ['a rate below 0', 'POST', '/clock/rate', { rate: -1 }, 400, /^body\.rate: /],
    ['an unknown property', 'POST', '/reset', { sed: 1 }, 400, /^body: .*sed/],
    ['a symbol in use', 'POST', '/instruments', { symbol: 'BTC-USD' }, 409, /^symbol: BTC-USD is listed already/],
    [
      'a quote of no instrument',
      'POST',
      '/quotes',
      { instrumentId: 9, bid: '1', ask: '2' },
      404,
      /^instrumentId: there is no instrument 9/,
    ],
    ['a version of no pool', 'POST', '/algo-versions', { pool: 'pool-x' }, 409, /^there is no pool here/],
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
    ['a missing disk', 'POST', '/faults', { on: {}, fail: 'disk full' }, 409, /^body: on\.edge: .* --data DIR/],
    ['an unknown version', 'POST', '/members', { version: '0.15.0' }, 400, /^body\.version: .*"0\.1\.0" to "0\.14\.0"/],
    [
      'a disk that fails in no known way',
      'POST',
      '/faults',
      { on: { edge: 'log' }, fail: 'broken' },
      400,
      /^body\.fail: .*expected true, or .*"disk full"\|"sync failed"$/,
    ],
    [
      'a time left out',
      'POST',
      '/members/m1/lag',
      undefined,
      400,
      /^body\.by: .*expected number, .*, or expected string/,
    ],
    ['an unknown owner', 'POST', '/owners/treasury/leave', undefined, 404, /^there is no owner of that name/],
    ['a code that does not exist', 'POST', '/faults', { on: {}, refuse: 'inbox full' }, 400, /^body\.refuse: /],
    ['an unknown query parameter', 'GET', '/journal?from=1', undefined, 400, /^query: .*from/],
    [
      'a query that is not a number',
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
      'a raw claim that is not JSON',
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

  test('a real clock is not moved', async () => {
    controlled.clock = createClock({ mode: 'real' });
    expect(await send('POST', '/clock/advance', { by: '1s' })).toMatchObject({
      status: 409,
      body: { error: { code: 'CLOCK_IS_REAL' } },
    });
  });

  test.each([
    ['real', false, /^the clock is real .* start the sandbox with --clock virtual/],
    ['real', true, /^the clock is real .* --clock x60 .* POST \/clock\/rate/],
    ['scaled', true, /^the clock is scaled .* POST \/clock\/rate lets it run faster/],
  ] as const)('a %s clock that is not moved names what can be done; on NATS: %s', async (mode, isShared, message) => {
    controlled.clock = createClock({ mode, rate: 60 });
    controlled.isShared = isShared;
    const { body } = await send('POST', '/clock/advance', { by: '1s' });
    expect(body).toMatchObject({ error: { code: 'CLOCK_IS_REAL', message: expect.stringMatching(message) } });
    if (isShared) expect(JSON.stringify(body)).not.toContain('--clock virtual');
  });

  test.each(['x10', { speed: 2 }])('refuses the clock %j of a world with what is expected', async (clock) => {
    const message = 'body.clock: expected "real", "virtual", or a speed above 0 and up to 100000 such as {"rate":10}';
    expect(await send('POST', '/worlds', { clock })).toMatchObject({ status: 400, body: { error: { message } } });
  });

  test('held commands, and the effect of a release', async () => {
    await send('POST', '/faults', RULE);
    const held = controlled.faults.at('verdict', { owner: 'orders', command: 'submit' });
    expect(await send('GET', '/faults/f1')).toMatchObject({ body: { firings: 1, held: 1 } });
    const advanced = await send('POST', '/clock/advance', { by: 0 });
    const wait = { fault: 'f1', edge: 'verdict', owner: 'orders', command: 'submit', untilNs: null };
    expect(advanced.body).toMatchObject({ held: [{ name: 'orders-verdict', count: 1 }], waiting: [wait] });
    expect(await send('POST', '/holds/orders-verdict/release')).toMatchObject({ body: { released: 1 } });
    expect(await held).toEqual({ act: 'go' });
  });

  test('delayed commands, with start and end', async () => {
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

  test('a clock that cannot move names what it waits for', async () => {
    const clock = createClock({ mode: 'virtual', patienceMs: 1 });
    controlled.clock = clock;
    void clock.hostWork?.during('sync of the log', new Promise(() => undefined));
    expect(await send('POST', '/clock/advance', { by: 1 })).toMatchObject({
      status: 503,
      body: { error: { code: 'NOT_QUIET', message: expect.stringMatching(/sync of the log$/) } },
    });
  });

  test('a fault by its id, until it is removed', async () => {
    const added = await send('POST', '/faults', RULE);
    expect(added.headers['location']).toBe('/faults/f1');
    expect(await send('GET', '/faults/f1')).toMatchObject({ status: 200, body: { id: 'f1' } });
    expect(await send('DELETE', '/faults/f1')).toMatchObject({ status: 204 });
    expect(await send('GET', '/faults/f1')).toMatchObject({ status: 404 });
  });

  test('a wrong method with the methods of the path', async () => {
    const answer = await send('PUT', '/faults', {});
    expect(answer.status).toBe(405);
    expect(`${answer.headers['allow']}`.split(', ').sort()).toEqual(['DELETE', 'GET', 'POST']);
  });

  test('the whole journal, one record a line', async () => {
    const answer = await send('GET', '/journal/export');
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    const positions = `${answer.body}`
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { position: number }).position);
    expect(positions).toEqual(RECORDS.map(({ position }) => position));
  });

  test('an internal error without details', async () => {
    controlled.reset = () => Promise.reject(new Error('a secret of the inside'));
    const answer = await send('POST', '/reset');
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
    expect(JSON.stringify(answer.body)).not.toContain('inside');
    expect(plane.failures.splice(0)).toHaveLength(1);
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

  test('RFC 8414 discovery leads to the same endpoints', async () => {
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

  test('a wrong secret is refused', async () => {
    const found = await oauth.discovery(
      new URL(`${url}/identity`),
      'trader',
      undefined,
      oauth.ClientSecretPost('guess'),
      insecure,
    );
    await expect(oauth.clientCredentialsGrant(found)).rejects.toMatchObject({ status: 401 });
  });

  test('a minted token, as JSON or as plain text', async () => {
    const wrapped = await send('POST', '/identity/mint', { persona: 'trader', expiresIn: '-1h' });
    expect(wrapped).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^eyJ/) } });
    expect(wrapped.headers['cache-control']).toBe('no-store');
    const alone = await send('POST', '/identity/mint', { persona: 'trader' }, { accept: 'text/plain' });
    expect(alone.body).toMatch(/^eyJ[^\s]+$/);
  });
});

describe('the document and the page', () => {
  test('the schema of scenarios is served for editors', async () => {
    const { status, body } = await send('GET', '/scenario.schema.json');
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Touchstone scenario', required: ['id', 'story'] });
  });

  test('the document lists every route once, with a unique id', async () => {
    const { body } = await send('GET', '/openapi.json');
    const document = body as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
    expect(document.openapi).toBe('3.1.0');
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.length).toBe(CONTROL_ROUTES.length + 2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the console loads its own script and style alone, and no other page frames it', async () => {
    const page = await send('GET', '/');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    const loaded = [...String(page.body).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded.sort()).toEqual(['./page.css', './page.js', 'data:,']);
    for (const file of ['/page.js', '/page.css']) expect((await send('GET', file)).status).toBe(200);
  });
});
