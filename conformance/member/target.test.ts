import { describe, expect, test } from 'vitest';
import { startStopwatch } from '../runner/stopwatch.ts';
import type { StubAnswer, StubMember, StubRequest } from '../testing/stub-member.ts';
import { stubOfTest, targetOf, traderOf } from '../testing/stub-member.ts';
import type { Control } from './control/control.ts';
import { header, headers, json } from './exchange/exchange.ts';
import { toMs } from './profile/duration.ts';
import { TargetProblem } from './profile/target-problem.ts';
import type { Target } from './target.ts';

const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ0cmFkZXIiLCJvcmdfaWQiOiIxIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
const SECRET = 'client-secret-canary';

type Answering = (request: StubRequest, n: number) => StubAnswer;

const stub = (answerTo: Answering): Promise<StubMember> =>
  stubOfTest((request, n) => {
    if (request.url === '/token') return { status: 200, body: { access_token: TOKEN, expires_in: 3600 } };
    return answerTo(request, n);
  });

const connected = (member: StubMember, over: Record<string, unknown> = {}): Promise<Target> =>
  targetOf(member, {
    identity: { tokenEndpoint: `${member.baseUrl}/token`, audience: 'trading-gateway' },
    principals: { trader: { clientId: 'trader', clientSecret: SECRET }, viewer: { token: 'static-token' } },
    ...over,
  });

function trader(target: Target) {
  const session = target.session();
  return { session, actor: traderOf(session) };
}

const fine: Answering = () => ({ status: 200, body: {} });

describe('an actor', () => {
  test('fetches its token once and sends it, with the other required headers', async () => {
    const member = await stub(fine);
    const { actor } = trader(await connected(member));
    await actor.submit({ price: '1.00' }, { key: 'key-of-mine', headers: { 'X-Request-Id': 'r-00000001' } });
    await actor.get('/orders', { query: { cursor: 'a b&c', limit: 2 } });
    const grants = member.requests.filter(({ url }) => url === '/token');
    expect(grants).toHaveLength(1);
    expect(new URLSearchParams(grants[0]?.body).get('audience')).toBe('trading-gateway');
    const [submit, list] = member.requests.slice(-2);
    expect(submit).toMatchObject({
      method: 'POST',
      url: '/orders',
      body: '{"clientOrderId":"key-of-mine","price":"1.00"}',
      headers: { authorization: `Bearer ${TOKEN}`, 'idempotency-key': 'key-of-mine', 'x-request-id': 'r-00000001' },
    });
    expect(list?.url).toBe('/orders?cursor=a%20b%26c&limit=2');
  });

  test('sends duplicate header lines and any spelling of Authorization unchanged', async () => {
    const member = await stub(fine);
    const { actor, session } = trader(await connected(member));
    const doubled = [['If-Match', '"1"'] as const, ['If-Match', '"2"'] as const];
    await actor.request({ method: 'PUT', path: '/x', headers: doubled, authorization: 'bearer  <token>' });
    await session.anonymous.get('/me');
    const [odd, anonymous] = member.requests.slice(-2);
    expect(odd?.rawHeaders.filter((name) => name === 'If-Match')).toHaveLength(2);
    expect(odd?.headers.authorization).toBe(`bearer  ${TOKEN}`);
    expect(anonymous?.headers.authorization).toBeUndefined();
    expect(session.exchanges()[0]?.request.headers[0]).toEqual(['Authorization', 'bearer  <token of trader>']);
  });

  test('records header lines of a response in their order and spelling', async () => {
    const member = await stub(() => ({
      status: 404,
      headers: { 'X-Request-ID': 'abc', Allow: 'GET' },
      body: { a: 1 },
    }));
    const { actor } = trader(await connected(member));
    const exchange = await actor.get('/orders/1', { label: 'row' });
    expect(exchange).toMatchObject({ n: 1, label: 'row', actor: 'trader', response: { status: 404 }, failure: null });
    expect([header(exchange, 'x-request-id'), headers(exchange, 'allow'), json(exchange)]).toEqual([
      'abc',
      ['GET'],
      { a: 1 },
    ]);
    expect(exchange.response?.headers.map(([name]) => name)).toContain('X-Request-ID');
  });

  test('reads a response to bytes that no HTTP client sends', async () => {
    const member = await stub(({ headers: { authorization } }) => ({ status: 200, body: { authorization } }));
    const { actor, session } = trader(await connected(member));
    const lines = ['GET /me HTTP/1.1', 'Host: <host>', 'Authorization: Bearer <token>', 'Connection: close'];
    const good = await actor.raw(lines, { label: 'good' });
    const bad = await actor.raw(Buffer.from('NONSENSE\r\n\r\n'));
    expect(json(good)).toEqual({ authorization: 'Bearer <token of trader>' });
    expect(good.request).toMatchObject({ method: 'GET', path: '/me' });
    expect(bad.response?.status).toBe(400);
    expect(session.exchanges().map(({ n }) => n)).toEqual([1, 2]);
  });
});

test('sends an announced body later if the target does not respond to the head alone', async () => {
  const member = await stub(({ url, body }) => ({
    status: url === '/x' && body !== `{}${' '.repeat(998)}` ? 400 : 200,
  }));
  const { actor } = trader(await connected(member));
  const lines = ['POST /x HTTP/1.1', 'Host: <host>', 'Content-Length: 1000'];
  expect((await actor.raw(lines, { body: '{}' })).response?.status).toBe(200);
});

describe('records an unknown outcome, never throws and never retries', () => {
  test.each([
    ['drop', 'reset', 10_000],
    ['silence', 'timeout', 60],
  ] as const)('%s', async (answer, failure, timeoutMs) => {
    const member = await stub(({ url }) => (url === '/orders' ? answer : { status: 200, body: {} }));
    const { actor } = trader(await connected(member));
    const exchange = await actor.submit({}, { timeoutMs });
    expect(exchange).toMatchObject({ response: null, failure });
    expect(member.requests.filter(({ url }) => url === '/orders')).toHaveLength(1);
  });

  test('records the unknown outcome of a raw request too', async () => {
    const member = await stub(({ url }) => (url === '/me' ? { status: 200 } : 'drop'));
    const { actor } = trader(await connected(member));
    expect(await actor.raw(['GET /x HTTP/1.1', 'Host: <host>'])).toMatchObject({
      response: null,
      failure: 'closed without an answer',
    });
  });

  test('lists a request whose promise no caller awaits', async () => {
    const member = await stub(({ url }) => (url === '/slow' ? 'silence' : { status: 200 }));
    const { actor, session } = trader(await connected(member));
    const pending = actor.get('/slow', { timeoutMs: 200 });
    await expect.poll(() => session.exchanges().length).toBe(1);
    expect(session.exchanges()[0]).toMatchObject({
      response: null,
      failure: 'not answered before the check was done',
    });
    await pending;
  });
});

describe('the canary', () => {
  const pem = 'MC4CAQAwBQYDK2VwBCIEIcanarycanarycanarycanarycanarycanary';
  const echoed = [TOKEN, SECRET, 'static-token', pem, 'ticket-canary-0001'];
  const forms = [
    (secret: string) => secret,
    (secret: string) => encodeURIComponent(secret),
    (secret: string) => Buffer.from(`xx${secret}`).toString('base64'),
    (secret: string) => Buffer.from(`x${secret}`).toString('base64url'),
  ];

  test('no secret enters a record, in any form, whatever the member echoes', async () => {
    const leak = echoed.flatMap((secret) => forms.map((form) => form(secret)));
    const member = await stub(({ url }) =>
      url === '/v1/ws-tickets'
        ? { status: 200, body: { ticket: 'ticket-canary-0001', stream: 'trading' } }
        : { status: 200, headers: { 'X-Echo': leak.join(' ') }, body: { leak } },
    );
    const target = await connected(member);
    const { actor, session } = trader(target);
    await actor.request({ method: 'POST', path: '/v1/ws-tickets', body: { stream: 'trading' } });
    await actor.request({ method: 'POST', path: '/credentials', body: { material: { key: pem, secret: pem } } });
    await actor.get('/me', { headers: { 'X-Token': await actor.token() }, query: { token: TOKEN } });
    await actor.raw([`GET /me?t=${TOKEN} HTTP/1.1`, 'Host: <host>', 'Authorization: Bearer <token>']);
    await session.actors.get('viewer')?.get('/me');
    const record = JSON.stringify(session.exchanges());
    for (const secret of echoed) {
      for (const form of forms) expect(record).not.toContain(form(secret));
    }
    expect(record).toContain('<ticket 1>');
    expect(record).toContain('<material>');
  });

  test('no line of a PEM enters a record; its header and footer are no secrets', async () => {
    const line = 'canarycanarycanarycanary';
    const pem = (end: string) => ['-----BEGIN PRIVATE KEY-----', line, '-----END PRIVATE KEY-----', ''].join(end);
    const member = await stub(() => ({ status: 200, headers: { 'X-Echo': line }, body: { leak: [pem('\n'), line] } }));
    for (const end of ['\n', '\r\n']) {
      const { actor, session } = trader(await connected(member));
      const body = { material: { key: 'another', privateKey: pem(end) } };
      await actor.request({ method: 'POST', path: '/credentials', body });
      const record = JSON.stringify(session.exchanges());
      expect(record).not.toContain(line);
      expect(record).toContain('-----BEGIN PRIVATE KEY-----');
    }
  });
});

describe('an unusable target', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['unreachable',                      { baseUrl: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9 does not answer: unreachable/],
    ['its control plane is unreachable', { control: 'http://127.0.0.1:9' }, /control plane at http:\/\/127\.0\.0\.1:9 does not answer/],
    ['it states no version',             { contract: {} },                  /names no info\.version; state contract\.rest/],
  ])('%s', async (_, over, message) => {
    const member = await stub(fine);
    await expect(connected(member, over)).rejects.toThrow(TargetProblem);
    await expect(connected(member, over)).rejects.toThrow(message);
  });

  test('issues no token', async () => {
    const member = await stubOfTest(({ url }) => ({ status: url === '/token' ? 401 : 200, body: {} }));
    const { actor } = trader(await connected(member));
    await expect(actor.get('/me')).rejects.toThrow(/^no token for trader: .* answered 401 without an access_token$/);
  });
});

test('a target that issues no token and states no version is unusable', async () => {
  const member = await stubOfTest(() => ({ status: 401, body: {} }));
  await expect(connected(member, { contract: {} })).rejects.toThrow(TargetProblem);
});

test.each<[string, (control: Control) => Promise<unknown>, number]>([
  ['was moved past half of the life of a token', (control) => control.advance('31m'), 2],
  ['was moved less', (control) => control.advance('29m'), 1],
  ['was moved less, twice', async (control) => [await control.advance('29m'), await control.advance('29m')], 2],
  ['continues after a reset', (control) => control.reset(), 1],
  ['was set back', (control) => control.restore('a snapshot'), 2],
])('tokens on a clock that %s', async (_, change, fetched) => {
  const member = await stub(fine);
  let nowMs = 0;
  const control = await stubOfTest(({ url, body }) => {
    if (url === '/clock/advance') nowMs += toMs((JSON.parse(body) as { by: string }).by);
    return { status: 200, body: { mode: 'virtual', nowNs: `${nowMs * 1e6}` } };
  });
  const { actor, session } = trader(await connected(member, { control: control.baseUrl }));
  await actor.get('/me');
  if (session.control !== undefined) await change(session.control);
  await actor.get('/me');
  expect(member.requests.filter(({ url }) => url === '/token')).toHaveLength(fetched);
});

test('a limit on requests a second is kept', async () => {
  let nowMs = 0;
  const sleep = async (ms: number) => {
    nowMs += ms;
  };
  const stopwatch = { ...startStopwatch(), nowMs: () => nowMs, sleep };
  const target = await targetOf(await stub(fine), { limits: { requestsPerSecond: 10 } }, { stopwatch });
  await target.session().actors.get('trader')?.get('/me');
  await target.session().anonymous.get('/me');
  expect(nowMs).toBe(300);
});

test('the version is read from the member if the profile does not state it', async () => {
  const member = await stub(() => ({ status: 200, body: { info: { version: '0.13.0' } } }));
  expect((await connected(member, { contract: {} })).facts.rest).toBe('0.13.0');
});

test.each([
  ['several versions', ['0.14.0', '0.13.0', '0.14.0'], ['0.13.0', '0.14.0'], '0.13.0'],
  ['one version', ['0.14.0', '0.14.0'], undefined, '0.14.0'],
])('members of %s are known from the control plane, whichever answers first', async (_, versions, window, rest) => {
  const control = await stubOfTest(({ url }) => ({
    status: 200,
    body: url === '/members' ? { items: versions.map((version) => ({ version })) } : { mode: 'virtual', nowNs: '0' },
  }));
  const { facts } = await connected(await stub(fine), { control: control.baseUrl, members: 'several' });
  expect(facts).toMatchObject({ rest, ...(window && { window }) });
  expect(facts.window).toEqual(window);
});

describe('strict only applies if the control plane reports the address as its own gateway', () => {
  test.each([
    ['the same address', { strict: true }, (base: string) => ({ baseUrl: base }), true],
    ['the same address with a final slash', { strict: true }, (base: string) => ({ baseUrl: `${base}/` }), true],
    ['strict is not requested', { strict: false }, (base: string) => ({ baseUrl: base }), false],
    ['the address of a proxy', { strict: true }, () => ({ baseUrl: 'http://127.0.0.1:9' }), false],
    ['a report without an address', { strict: true }, () => ({}), false],
    ['a malformed address', { strict: true }, () => ({ baseUrl: 'here' }), false],
    ['a control plane without the route', { strict: true }, () => undefined, false],
  ])('%s', async (_, over, healthOf, strict) => {
    const member = await stub(fine);
    const control = await stubOfTest(({ url }) => {
      const health = healthOf(member.baseUrl);
      if (url !== '/health') return { status: 200, body: { mode: 'virtual', nowNs: '0' } };
      return health === undefined ? { status: 404, body: {} } : { status: 200, body: health };
    });
    expect((await connected(member, { control: control.baseUrl, ...over })).facts.strict).toBe(strict);
  });

  test('no control plane', async () =>
    expect((await connected(await stub(fine), { strict: true })).facts.strict).toBe(false));
});
