import { describe, expect, test } from 'vitest';
import { gatesAt, VERSIONS } from '../contract/versions.ts';
import { contractDocument } from '../documents/openapi.ts';
import type { MemberOptions } from '../member.ts';
import { EVERY_SURFACE } from '../services.ts';
import { ask, type SampleRequest } from '../testing/sample-client.ts';
import { FIRST, SECOND, type Serving, serve, tokenOf } from '../testing/sample-platform.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

function minting(over: Partial<SampleRequest> = {}): SampleRequest {
  return { method: 'POST', path: '/v1/ws-tickets', headers: JSON_TYPE, body: '{"stream":"trading"}', ...over };
}

async function mintAll(serving: Serving, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await ask(serving, minting())).toMatchObject({ status: 200 });
}

interface Over extends Omit<SampleRequest, 'token' | 'path'> {
  readonly path?: string;
  readonly token?: string | null | Promise<string>;
}

async function settled({ token, ...over }: Over): Promise<Partial<SampleRequest>> {
  return token === undefined ? over : { ...over, token: await token };
}

describe('a ticket', () => {
  test('is new at each call, is not cacheable, and states its expiry (TKT-01, TKT-02)', async () => {
    await using serving = await serve();
    const answers = [await ask(serving, minting()), await ask(serving, minting())];
    const expiresAtNs = String(serving.clock.nowNs() + 10_000_000_000n);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
      expect(answer.body).toEqual({ ticket: expect.stringMatching(/^[\w-]+$/), expiresAtNs, stream: 'trading' });
      expect(answer.headers).not.toHaveProperty('x-service-global-sequence');
    }
    expect(answers[0]?.body.ticket).not.toBe(answers[1]?.body.ticket);
  });

  test('takes no key: any sent key is ignored', async () => {
    await using serving = await serve();
    const headers = { ...JSON_TYPE, 'idempotency-key': 'not a key', 'if-match': 'W/"1"' };
    const answers = [await ask(serving, minting({ headers })), await ask(serving, minting({ headers }))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.ticket).not.toBe(answers[1]?.body.ticket);
    expect(serving.platform.submitted).toEqual([]);
  });

  test('never outlives its token', async () => {
    await using serving = await serve();
    const token = await tokenOf(FIRST, { exp: 1_800_000_000 + 4 });
    expect((await ask(serving, minting({ token }))).body.expiresAtNs).toBe('1800000004000000000');
  });
});

describe('refused', () => {
  const NO_KEY = { surfaces: { ...EVERY_SURFACE, tickets: false } };
  // biome-ignore format: an aligned table
  test.each<[string, Partial<MemberOptions>, Over, number, string]>([
    ['no token',                               {},     { token: null },                                                 401, 'UNAUTHENTICATED'],
    ['a token without an expiry (TKT-05)',     {},     { token: tokenOf(FIRST, { exp: undefined }) },                   401, 'UNAUTHENTICATED'],
    ['a user who awaits admission',            {},     { token: tokenOf({ externalId: 'first', subject: 'waiting' }) }, 403, 'AWAITING_ADMISSION'],
    ['a member without a ticket key (TKT-07)', NO_KEY, {},                                                              503, 'TICKETS_UNAVAILABLE'],
    ['another stream (TKT-03)',                {},     { body: '{"stream":"market-data"}' },                            400, 'MALFORMED_REQUEST'],
    ['no stream',                              {},     { body: '{}' },                                                  400, 'MALFORMED_REQUEST'],
    ['an additional member',                   {},     { body: '{"stream":"trading","userId":11}' },                    400, 'MALFORMED_REQUEST'],
    ['a list',                                 {},     { body: '[]' },                                                  400, 'MALFORMED_REQUEST'],
    ['no body',                                {},     { body: '' },                                                    400, 'MALFORMED_REQUEST'],
    ['a query',                                {},     { path: '/v1/ws-tickets?stream=trading' },                       400, 'MALFORMED_REQUEST'],
    ['an oversize body',                       {},     { body: ' '.repeat(1_048_577) },                                 413, 'PAYLOAD_TOO_LARGE'],
    ['another method',                         {},     { method: 'PUT' },                                               405, 'METHOD_NOT_ALLOWED'],
  ])('%s', async (_, member, over, status, code) => {
    await using serving = await serve(member);
    const refused = await ask(serving, minting(await settled(over)));
    expect(refused).toMatchObject({ status, body: { error: { code, retryable: false } } });
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    if (status === 503) expect(refused.headers).toHaveProperty('retry-after');
  });

  // Each pair has both defects; the first row of the table is answered.
  test.each<[string, Partial<MemberOptions>, Over, number]>([
    ['the token before the key of the member', NO_KEY, { token: tokenOf(FIRST, { exp: undefined }) }, 401],
    ['the key of the member before the body', NO_KEY, { body: '{' }, 503],
    ['the token before the body', {}, { token: tokenOf(FIRST, { exp: undefined }), body: '{' }, 401],
  ])('%s', async (_, member, over, status) => {
    await using serving = await serve(member);
    expect(await ask(serving, minting(await settled(over)))).toMatchObject({ status });
  });
});

describe('of one user in a minute', () => {
  test('sixty and no more are minted; the next at the stated time (TKT-06)', async () => {
    await using serving = await serve();
    await mintAll(serving, 30);
    serving.clock.advance(20_000);
    await mintAll(serving, 30);
    const refused = await ask(serving, minting());
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '40' },
      body: { error: { code: 'RATE_LIMITED', retryable: true } },
    });
    expect(await ask(serving, minting({ token: await tokenOf(SECOND) }))).toMatchObject({ status: 200 });
    serving.clock.advance(40_000);
    await mintAll(serving, 30);
    expect(await ask(serving, minting())).toMatchObject({ status: 429 });
  });

  test('a refused request costs none, and a bad body is refused as such past the limit too (A88)', async () => {
    await using serving = await serve({ limits: { ticketsPerMinute: 2 } });
    const bad = [minting({ body: '{' }), minting({ token: await tokenOf(FIRST, { exp: undefined }) })];
    for (const asked of [...bad, ...bad, ...bad]) expect((await ask(serving, asked)).status).toBeLessThan(402);
    await mintAll(serving, 2);
    expect(await ask(serving, minting())).toMatchObject({ status: 429 });
    expect(await ask(serving, minting({ body: '{' }))).toMatchObject({ status: 400 });
    serving.clock.advance(60_000);
    await mintAll(serving, 2);
  });
});

describe('of contract version', () => {
  test.each(VERSIONS)('%s the route exists and is in the document from 0.14.0 on (TKT-13, SVC-05)', async (version) => {
    await using serving = await serve({ version });
    const isThere = version === '0.14.0';
    expect(await ask(serving, minting())).toMatchObject({ status: isThere ? 200 : 404 });
    const { paths, tags } = contractDocument(version, gatesAt(version)) as {
      paths: Record<string, { post?: { tags: string[] } }>;
      tags: { name: string }[];
    };
    expect(paths['/v1/ws-tickets']?.post?.tags).toEqual(isThere ? ['WebSocket tickets'] : undefined);
    expect(tags.some(({ name }) => name === 'WebSocket tickets')).toBe(isThere);
    expect(Object.keys(paths).filter((path) => path.startsWith('/v1'))).toHaveLength(isThere ? 1 : 0);
  });

  test('0.14.0 the document states what the route answers and refuses', () => {
    const { paths } = contractDocument('0.14.0', gatesAt('0.14.0')) as never as {
      paths: Record<string, { post: { responses: object; parameters: { name: string }[] } }>;
    };
    const { responses, parameters } = paths['/v1/ws-tickets']?.post ?? { responses: {}, parameters: [] };
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '405', '413', '429', '500', '503']);
    expect(parameters.map(({ name }) => name)).toEqual(['X-Request-Id']);
  });
});
