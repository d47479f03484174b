import { describe, expect, test } from 'vitest';
import { Exchanges } from './exchanges.ts';

const event = {
  atNs: '1',
  member: 'm1',
  requestId: 'req-1',
  method: 'GET',
  path: '/orders',
  status: 200,
  key: null,
  refused: null,
} as const;

describe('Exchanges', () => {
  test('serves the newest first, up to the limit', () => {
    const exchanges = new Exchanges();
    for (const status of [200, 401, 404]) exchanges.record({ ...event, status });
    expect(exchanges.latest(2).map(({ n, status }) => [n, status])).toEqual([
      [3, 404],
      [2, 401],
    ]);
  });

  test('keeps the last thousand', () => {
    const exchanges = new Exchanges();
    for (let n = 1; n <= 1001; n += 1) exchanges.record(event);
    const kept = exchanges.latest(5000);
    expect([kept.length, kept[0]?.n, kept[999]?.n]).toEqual([1000, 1001, 2]);
  });

  test('a token in a path, key or message is redacted', () => {
    const exchanges = new Exchanges();
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln';
    exchanges.record({
      ...event,
      path: `/${token}`,
      key: token,
      requestId: token,
      refused: { code: 'NOT_FOUND', message: `no row ${token}`, stage: 'serve-read' },
    });
    expect(JSON.stringify(exchanges.latest(1))).not.toContain('eyJ');
  });

  test('and a token that was sent as the name of an op', () => {
    const exchanges = new Exchanges();
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln';
    const refused = { code: 'UNKNOWN_OP', message: 'no such operation', stage: `op ${token}` };
    exchanges.record({ ...event, method: 'WS', op: token, refused });
    expect(exchanges.latest(1)).toMatchObject([{ op: '[token]', refused: { stage: 'op [token]' } }]);
    exchanges.record({ ...event, fault: { frame: token, did: 'dropped' } });
    expect(exchanges.latest(1)).toMatchObject([{ fault: { frame: '[token]' } }]);
  });

  const content = {
    target: '/orders?limit=1',
    requestHeaders: ['Accept', '*/*'],
    requestBody: null,
    responseHeaders: { 'X-Request-Id': 'req-1' },
    responseBody: '{"items":[]}',
  } as const;
  const bodies = (exchanges: Exchanges, limit = 1000) =>
    exchanges.latestWithBodies(limit).map(({ request, response }) => [request?.body, response?.body]);

  test('headers and bodies come where they are asked for, and only there', () => {
    const exchanges = new Exchanges();
    exchanges.record(event, content);
    expect(exchanges.latest(1)[0]).not.toHaveProperty('request');
    expect(exchanges.latestWithBodies(1)).toEqual([
      {
        ...{ n: 1, ...event, target: '/orders?limit=1' },
        request: { headers: [['Accept', '*/*']], body: null },
        response: { headers: [['X-Request-Id', 'req-1']], body: { items: [] } },
      },
    ]);
  });

  test('the oldest bodies are forgotten past four megabytes', () => {
    const exchanges = new Exchanges();
    for (let n = 1; n <= 100; n += 1) exchanges.record(event, { ...content, responseBody: 'ab '.repeat(20 * 1024) });
    const kept = bodies(exchanges).filter(([, body]) => body !== undefined);
    expect(kept).toHaveLength(68);
    expect(bodies(exchanges, 1)[0]?.[1]).toHaveLength(60 * 1024);
  });

  test('a long run of letters is read as fast as any body', () => {
    const exchanges = new Exchanges();
    for (let n = 1; n <= 30; n += 1) exchanges.record(event, { ...content, responseBody: 'a'.repeat(60 * 1024) });
    expect(bodies(exchanges)[0]?.[1]).toBe('[token]');
  });

  test('with a thousand small ones between, too', () => {
    const exchanges = new Exchanges();
    for (let n = 1; n <= 3000; n += 1) exchanges.record(event, content);
    expect(bodies(exchanges).filter(([, body]) => body !== undefined)).toHaveLength(1000);
  });

  test('of a long body only the beginning is kept, and that is said', () => {
    const exchanges = new Exchanges();
    exchanges.record(event, { ...content, responseBody: Buffer.from('ab c'.repeat(16 * 1024 + 1)) });
    expect(exchanges.latestWithBodies(1)).toMatchObject([
      { isCut: true, response: { body: 'ab c'.repeat(16 * 1024) } },
    ]);
  });
});

describe('what is shown of headers and bodies', () => {
  const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln';
  const sent = (target: string, requestBody: string) => {
    const exchanges = new Exchanges();
    exchanges.record(event, {
      target,
      requestHeaders: [],
      requestBody,
      responseHeaders: {},
      responseBody: null,
    });
    return exchanges.latestWithBodies(1)[0];
  };

  test.each([
    ['a token header', { requestHeaders: ['authorization', 'Bearer short'] }, 'Bearer short'],
    ['a token in another header', { requestHeaders: ['X-Token', token] }, token],
    ['a cookie', { requestHeaders: ['Cookie', 'session=short'] }, 'session=short'],
    ['the ticket of a handshake', { target: '/v1/ws/trading?ticket=short' }, 'short'],
    ['the ticket of an answer', { responseBody: '{"ticket":"short"}' }, 'short'],
    ['the token of op auth', { requestBody: '{"op":"auth","params":{"token":"short"}}' }, 'short'],
    ['a token in the frame of an answer', { responseBody: { message: `no ${token}` } }, token],
    ['a token in a body that is no JSON', { requestBody: token }, token],
  ])('no secret: %s', (_, part, secret) => {
    const exchanges = new Exchanges();
    const rest = { target: '/', requestHeaders: [], requestBody: null, responseHeaders: {}, responseBody: null };
    exchanges.record(event, { ...rest, ...part });
    expect(JSON.stringify(exchanges.latestWithBodies(1))).not.toContain(secret);
  });

  test.each([
    ['as it is meant', '{"exchangeId":1,"material":{"key":"hushhush"}}', { exchangeId: 1, material: '[not shown]' }],
    ['under another name', '{"apiPhrase":"hushhush"}', { apiPhrase: '[not shown]' }],
    ['as a name', '{"hush-hush":1}', { '[not shown]': '[not shown]' }],
    ['outside of JSON', 'key=hushhush', '[not shown]'],
    ['in a list', '["hushhush"]', '[not shown]'],
  ])('key material %s', (_, body, shown) => {
    expect(sent('/credentials', body)?.request?.body).toEqual(shown);
  });

  test('what is no secret stays', () => {
    const body = { account: 'main', price: '100.00', clientOrderId: '6f1c2ab0-4b7e-4d5e-9a55-0a1b2c3d4e5f' };
    expect(sent('/orders', JSON.stringify(body))?.request?.body).toEqual(body);
  });
});
