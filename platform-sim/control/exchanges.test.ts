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
});
