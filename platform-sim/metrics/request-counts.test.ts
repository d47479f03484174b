import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../gateway/contract/routes.ts';
import { MOST_MEMBERS, MOST_SERIES, RequestCounts } from './request-counts.ts';

type Event = Parameters<RequestCounts['count']>[0];
const answered = (over: Partial<Event> = {}): Event => {
  return { method: 'GET', path: '/me', status: 200, member: 'm1', ...over };
};

/** Values that a series is made of: some known, so that many series begin, and any text. */
const anyText = fc.oneof(fc.constantFrom('GET', '/me', '/orders/:id', 'm1', 'submit'), fc.string());
const anyEvent = fc.record(
  {
    method: anyText,
    path: anyText,
    member: anyText,
    status: fc.oneof(fc.integer(), fc.integer({ min: 0, max: 700 })),
    op: anyText,
  },
  { requiredKeys: ['method', 'path', 'member', 'status'] },
);

describe('requests', () => {
  test('make no more than a bounded number of series, whatever clients send', () => {
    // One more of each status; and with five methods each route, both sockets, their ten operations and the other ones.
    const [mostSeries, mostTimed] = [MOST_SERIES + 500, 5 * (Object.keys(ROUTES).length + 2 + 10 + 1)];
    const counts = new RequestCounts();
    let counted = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, fc.option(anyText, { nil: undefined })), { size: '+2' }), (events) => {
        for (const [event, route] of events) {
          counts.count(event, route, 1);
          if (event.status >= 100 && event.status <= 599) counted += 1;
        }
        const series = counts.requests();
        expect(series.reduce((sum, { count }) => sum + count, 0)).toBe(counted);
        expect(new Set(series.map(({ labels }) => JSON.stringify(labels))).size).toBe(series.length);
        expect(series.length).toBeLessThanOrEqual(mostSeries);
        expect(new Set(series.map(({ labels }) => labels['member'])).size).toBeLessThanOrEqual(MOST_MEMBERS + 1);
        expect(counts.durations().length).toBeLessThanOrEqual(mostTimed);
      }),
      { numRuns: 50 },
    );
    // The run has come to the bound of names, and to that of series below.
    expect(new Set(counts.requests().map(({ labels }) => labels['member']))).toContain('other');
  });

  test('past the most series are counted by their status alone', () => {
    const counts = new RequestCounts();
    for (let status = 100; status <= 599; status += 1)
      for (let member = 0; member < 5; member += 1) counts.count(answered({ status, member: `m${member}` }), '/me');
    expect(counts.requests()).toHaveLength(MOST_SERIES + 100);
    const [last] = counts.requests().slice(-1);
    expect(last).toMatchObject({
      labels: { method: 'other', route: 'other', status: '599', member: 'other' },
      count: 5,
    });
  });

  // biome-ignore format: an aligned table
  test.each([
    ['a route by its template',    answered(),                             '/orders/:id', { method: 'GET', route: '/orders/{id}' }],
    ['a handshake',                answered({ status: 101 }),              '/v1/ws/trading', { method: 'GET', route: '/v1/ws/trading', status: '101' }],
    ['an operation of a socket',   answered({ method: 'WS', path: '/v1/ws/trading', op: 'submit' }), undefined, { method: 'WS', route: '/v1/ws/trading submit' }],
    ['an unknown operation',       answered({ method: 'WS', path: '/v1/ws/trading', op: 'x' }), undefined, { method: 'WS', route: 'other' }],
    ['an unknown path',            answered({ path: '/x' }),               undefined,     { method: 'GET', route: 'other' }],
    ['an unknown method',          answered({ method: 'PURGE' }),          undefined,     { method: 'other', route: 'other' }],
  ] as const)('%s', (_, event, route, labels) => {
    const counts = new RequestCounts();
    counts.count(event, route);
    expect(counts.requests()).toMatchObject([{ labels: { status: '200', member: 'm1', ...labels }, count: 1 }]);
  });

  // biome-ignore format: an aligned table
  test.each([
    ['the end of a session', answered({ method: 'WS', closed: { code: 1001, why: 'drained' } })],
    ['a changed frame',      answered({ method: 'WS', fault: { frame: 'quote', did: 'dropped' } })],
    ['a crash',              answered({ status: 0 })],
  ] as const)('%s is no answered request', (_, event) => {
    const counts = new RequestCounts();
    counts.count(event, '/me');
    expect(counts.requests()).toEqual([]);
  });

  test('of a member that is gone are dropped, and a new member takes its place among the names', () => {
    const counts = new RequestCounts();
    for (let n = 1; n <= MOST_MEMBERS + 1; n += 1) counts.count(answered({ member: `m${n}` }), '/me');
    const names = () => counts.requests().map(({ labels }) => labels['member']);
    expect(names().slice(-2)).toEqual([`m${MOST_MEMBERS}`, 'other']);
    counts.keepMembers(new Set(['m2']));
    counts.count(answered({ member: 'm99' }), '/me');
    expect(names()).toEqual(['m2', 'other', 'm99']);
  });
});

test('a duration is in the first bucket whose bound it does not pass', () => {
  const counts = new RequestCounts();
  for (const tookMs of [0, 0.5, 0.6, 999, 60_000]) counts.count(answered(), '/me', tookMs);
  expect(counts.durations()).toMatchObject([
    { labels: { method: 'GET', route: '/me' }, count: 5, sumS: 61.0001, below: [3, 0, 0, 0, 0, 0, 1, 0] },
  ]);
});
