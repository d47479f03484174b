import { describe, expect, test } from 'vitest';
import type { Most } from './bounds.ts';
import { Bounds } from './bounds.ts';
import { NotSent } from './not-sent.ts';

const MOST: Most = { requests: 3, orders: 2, tickets: 1, sessions: 1, rows: 2, staying: 1 };
const post = (path: string, key?: string) => ({
  method: 'POST',
  path,
  headers: key === undefined ? [] : ([['Idempotency-Key', key]] as const),
  body: '{}',
});
const CREATED = { status: 201, headers: [], body: '' };
const REFUSED = { status: 422, headers: [], body: '' };

describe('a request that would exceed a bound is not sent and ends the run', () => {
  // biome-ignore format: an aligned table
  test.each<[string, string[], RegExp]>([
    ['a third order',          ['/orders', '/orders', '/orders'],                /^the plan says at most 2 orders, and the run would make more$/],
    ['a second ticket',        ['/v1/ws-tickets', '/v1/ws-tickets'],             /at most 1 tickets/],
    ['a second permanent row', ['/users', '/accounts'],                          /at most 1 rows that nothing takes away/],
    ['a third row',            ['/credentials', '/credentials', '/credentials'], /at most 2 rows,/],
  ])('%s', (_, paths, words) => {
    const bounds = new Bounds(MOST);
    const last = paths.pop() ?? '';
    for (const path of paths) bounds.making(post(path))?.(CREATED);
    expect(bounds.signal.aborted).toBe(false);
    expect(() => bounds.making(post(last))).toThrow(NotSent);
    expect(bounds.signal.reason).toMatch(words);
  });

  test.each<[string, (bounds: Bounds) => void]>([
    ['a second session', (bounds) => bounds.opening('sessions')],
    ['a third order over the socket', (bounds) => bounds.opening('orders')],
  ])('%s', (_, open) => {
    const bounds = new Bounds({ ...MOST, orders: 1 });
    open(bounds);
    expect(() => open(bounds)).toThrow(NotSent);
  });

  test('a fourth request ends the run, but clean-up requests are still sent', () => {
    const bounds = new Bounds(MOST);
    for (let i = 0; i < 4; i += 1) bounds.sent();
    expect(bounds.signal.reason).toMatch(/at most 3 requests/);
    expect(() => bounds.sent()).not.toThrow();
  });
});

test.each<[string, Parameters<NonNullable<ReturnType<Bounds['making']>>>[0]]>([
  ['a refusal', REFUSED],
  ['a replay', { ...CREATED, headers: [['Idempotent-Replay', 'true']] }],
  ['a connection that was refused', { failure: 'unreachable (ECONNREFUSED)' }],
])('%s created nothing', (_, answer) => {
  const bounds = new Bounds(MOST);
  for (let i = 0; i < 5; i += 1) bounds.making(post('/orders', `key-${i}`))?.(answer);
  expect(bounds.signal.aborted).toBe(false);
});

test('two requests with the same key created one order', () => {
  const bounds = new Bounds(MOST);
  for (let i = 0; i < 5; i += 1) bounds.making(post('/orders', 'key-1'))?.({ failure: 'timeout' });
  expect(bounds.signal.aborted).toBe(false);
});
