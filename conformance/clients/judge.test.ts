/**
 * The rules over histories written by hand: what they must not blame, what they leave to others, and what is no case. Each rule's
 * breach is shown by a known-bad client (scripts/proof/clients).
 */
import { describe, expect, test } from 'vitest';
import { REQUIREMENTS } from '../contract/requirements.ts';
import { answer, held, order, read, startOf, wanted } from '../testing/sample-start.ts';
import type { ClientProcess, Start } from './history.ts';
import { brokenIn, judgeClient } from './judge.ts';
import { CLIENT_RULES } from './rules.ts';

const row = (start: Start, id: string, first: Start = startOf([])) =>
  judgeClient([first, start]).find((one) => one.id === id);
const OPEN = answer(202, {}, { location: '/operations/k1' });
const PENDING = answer(200, { outcome: { status: 'PENDING' } });
const DONE = answer(200, { outcome: { status: 'SUCCEEDED' } });
const CREATED = answer(201, { orderId: '1795895547242000001' }, { 'x-service-global-sequence': '60' });

const page = (nextCursor: string | null) => answer(200, { items: [], nextCursor });
/** Its processes, each otherwise than one that ran to its end. */
const ended = (...parts: readonly Partial<ClientProcess>[]): Pick<Start, 'processes'> => ({
  processes: parts.map((part) => ({
    ...{ startedMs: 0, endedMs: 9_000, status: 0, killed: false, hung: false, output: [] },
    ...part,
  })),
});

test('the rules have the ids CLI-01 and so on in order, and one sentence each', () => {
  expect(CLIENT_RULES.map(({ id }) => id)).toEqual(CLIENT_RULES.map((_, i) => `CLI-${`${i + 1}`.padStart(2, '0')}`));
  expect(CLIENT_RULES.length).toBeGreaterThanOrEqual(40);
  expect(CLIENT_RULES.filter(({ says }) => !/^[A-Z].*\.$/.test(says)).map(({ id }) => id)).toEqual([]);
});

test('rules that others explain name rules that there are', () => {
  const ids: readonly string[] = CLIENT_RULES.map(({ id }) => id);
  expect(CLIENT_RULES.flatMap(({ after = [] }) => after).filter((id) => !ids.includes(id))).toEqual([]);
});

test('a rule that comes from a requirement exists since it does', () => {
  const from = CLIENT_RULES.filter(({ from }) => /^[A-Z]+-\d+$/.test(from));
  const since = from.map(({ id, from, since = '0.1.0' }) => [id, from, since]);
  expect(from.length).toBeGreaterThan(10);
  expect(since).toEqual(from.map(({ id, from }) => [id, from, REQUIREMENTS.find((one) => one.id === from)?.since]));
});

test('a client that did nothing passes no rule', () => {
  expect(judgeClient([startOf([])]).filter(({ verdict }) => verdict !== 'not-exercised')).toEqual([]);
});

describe('a new key for an open intent', () => {
  const twice = [order('k1', null), order('k2', CREATED)];

  test('fails if the client declared one intent', () => {
    const found = row(startOf(twice, { intents: [wanted()] }), 'CLI-01');
    expect(found).toMatchObject({ verdict: 'fail', cases: 1 });
    expect(found?.broken[0]?.text).toBe(
      'the answer to POST /orders key k1 was lost; 1.0 s later the client sent the same with key k2',
    );
  });

  test('is suspected, not failed, without its word', () => {
    expect(row(startOf(twice), 'CLI-01')).toMatchObject({ verdict: 'inconclusive', broken: [] });
  });

  test.each<[string, Start]>([
    ['the client wants two', startOf(twice, { intents: [wanted('a'), wanted('b')] })],
    [
      'the first one was known by then',
      startOf([order('k1', null), order('k1', CREATED), order('k2', CREATED)], { intents: [wanted()] }),
    ],
    [
      'its operation had the outcome',
      startOf([order('k1', null), read('/operations/k1', DONE), order('k2', CREATED)], { intents: [wanted()] }),
    ],
    ['it is another order', startOf([order('k1', null), order('k2', CREATED, { qty: '2' })], { intents: [wanted()] })],
  ])('is none if %s', (_, start) => {
    expect(row(start, 'CLI-01')?.broken).toEqual([]);
    expect(row(start, 'CLI-01')?.suspected).toEqual([]);
  });

  test('explains what is there twice', () => {
    const start = startOf(twice, { intents: [wanted('buy', 'placed')], orders: held(2) });
    expect(brokenIn(start, startOf([]))).toEqual(['CLI-01']);
  });
});

test.each<[string, string, Start]>([
  [
    'CLI-04',
    'a body that the member did not read may be any',
    startOf([
      { ...order('k1', answer(401, 'UNAUTHENTICATED')), body: '', headers: { 'content-length': '20' } },
      order('k1', CREATED),
    ]),
  ],
  [
    'CLI-05',
    'a corrected request may take the key of a door refusal',
    startOf([order('k1', answer(400, 'MALFORMED_REQUEST')), order('k1', CREATED, { qty: '2' })]),
  ],
  ['CLI-07', 'a 202 whose key is sent again is followed', startOf([order('k1', OPEN), order('k1', CREATED)])],
  [
    'CLI-07',
    'a 202 whose operation is read to its end is followed',
    startOf([order('k1', OPEN), read('/operations/k1', PENDING), read('/operations/k1', DONE)]),
  ],
  [
    'CLI-10',
    'another order after a refusal is another one',
    startOf([order('k1', answer(409, 'NO_REFERENCE_PRICE')), order('k2', CREATED, { qty: '2' })]),
  ],
  [
    'CLI-10',
    'an order over the ceiling is sent again under a fresh key',
    startOf([
      order('k1', { ...answer(429, { error: { code: 'RATE_CEILING', retryable: false } }) }),
      order('k2', CREATED),
    ]),
  ],
  [
    'CLI-11',
    'a timer that fires a few milliseconds early keeps Retry-After',
    startOf([
      order('k1', answer(503, 'OWNER_ABSENT', { 'retry-after': '1' })),
      { ...order('k1', CREATED), atMs: 1_000 },
    ]),
  ],
  [
    'CLI-17',
    'a new token after a 401 is what is asked for',
    startOf([
      read('/me', answer(401, 'UNAUTHENTICATED')),
      { ...read('/me', answer(200)), credential: { kind: 'token', n: 2, in: 'header' } },
    ]),
  ],
  [
    'CLI-19',
    'a 403 that is left alone is well met',
    startOf([order('k1', answer(403, 'CAPABILITY_DENIED')), read('/me', answer(200))]),
  ],
  [
    'CLI-25',
    'one page is no walk, whatever it offers',
    startOf([read('/orders', answer(200, { items: [], nextCursor: 'c' }), 'limit=5')]),
  ],
  [
    'CLI-25',
    'two walks at once share their cursors',
    startOf([
      read('/orders', page('c1')),
      read('/orders', page('c1')),
      read('/orders', page('c2'), 'cursor=c1'),
      read('/orders', page('c2'), 'cursor=c1'),
      read('/orders', page(null), 'cursor=c2'),
    ]),
  ],
  [
    'CLI-26',
    'each of several walks may meet a cursor that comes again',
    startOf(['', 'cursor=c', '', 'cursor=c', '', 'cursor=c'].map((query) => read('/orders', page('c'), query))),
  ],
  ['CLI-07', 'a client that was ended did not leave its 202', startOf([order('k1', OPEN)], ended({ hung: true }))],
  [
    'CLI-10',
    'another process knows nothing of a refusal',
    startOf([order('k1', answer(409, 'NO_REFERENCE_PRICE')), order('k2', CREATED)], {
      intents: [wanted()],
      ...ended({ killed: true, endedMs: 900 }, { startedMs: 950 }),
    }),
  ],
  [
    'CLI-10',
    'two orders that are wanted may be alike',
    startOf([order('k1', answer(409, 'NO_REFERENCE_PRICE')), order('k2', CREATED)], {
      intents: [wanted('a'), wanted('b')],
    }),
  ],
  [
    'CLI-15',
    'what goes again under another key is tried again',
    startOf([order('k1', answer(429, 'INBOX_FULL')), order('k2', CREATED)]),
  ],
  [
    'CLI-18',
    'several reads with one renewal each are no loop',
    startOf(
      [1, 2, 3, 4].flatMap((n) =>
        [n, n + 1].map((token) => ({
          ...read('/orders', answer(401, 'UNAUTHENTICATED'), `limit=${n}`),
          credential: { kind: 'token' as const, n: token, in: 'header' as const },
        })),
      ),
    ),
  ],
  [
    'CLI-54',
    'an intent may say less than another',
    startOf([order('k1', CREATED)], {
      intents: [wanted('a'), { ...wanted('b'), order: { qty: '1', price: '100.10' } }],
      orders: held(2),
    }),
  ],
])('%s: %s', (id, _, start) => {
  expect(row(start, id)?.broken).toEqual([]);
});

test.each<[string, string, Start]>([
  ['CLI-07', 'a 202 that nothing follows', startOf([order('k1', OPEN), read('/operations/k1', PENDING)])],
  [
    'CLI-11',
    'a repeat half a second early',
    startOf([order('k1', answer(503, 'OWNER_ABSENT', { 'retry-after': '1' })), { ...order('k1', CREATED), atMs: 500 }]),
  ],
  [
    'CLI-23',
    'an id through a binary float',
    startOf([order('k1', CREATED), read('/orders/1795895547242000100', answer(404, 'NOT_FOUND'))]),
  ],
  ['CLI-24', 'a price in exponent form', startOf([order('k1', CREATED, { price: '1e-8' })])],
  ['CLI-24', 'a price with the rounding of a float', startOf([order('k1', CREATED, { price: '0.30000000000000004' })])],
  [
    'CLI-47',
    'a token in an address',
    startOf([read('/me', answer(200))], { leaks: ['token in the address of GET /me'] }),
  ],
  [
    'CLI-53',
    'more declared as placed than there is',
    startOf([order('k1', CREATED)], { intents: [wanted('buy', 'placed')] }),
  ],
  ['CLI-54', 'more there than declared', startOf([order('k1', CREATED)], { intents: [wanted()], orders: held(2) })],
])('%s finds %s', (id, _, start) => {
  expect(row(start, id)).toMatchObject({ verdict: 'fail' });
});

test.each(['100.10', '100.1', '0100.100'])('money that says the same is the same: %s', (price) => {
  const start = startOf([order('k1', CREATED)], {
    intents: [{ ...wanted('buy', 'placed'), order: { price } }],
    orders: held(1),
  });
  expect(brokenIn(start, startOf([]))).toEqual([]);
});

test('traffic that was left out makes a pass inconclusive', () => {
  const start = startOf([order('k1', CREATED)], { isCut: true });
  expect(row(start, 'CLI-24')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('more traffic'),
  });
});

test('jitter is seen over several starts', () => {
  const pausing = (ms: number) => startOf([order('k1', null), { ...order('k1', CREATED), atMs: 10 + ms }]);
  const jitter = (pauses: readonly number[]) =>
    judgeClient([startOf([]), ...pauses.map(pausing)]).find(({ id }) => id === 'CLI-13');
  expect(jitter([100, 100, 101, 100, 102, 100, 160, 101, 100, 90])).toMatchObject({ verdict: 'fail' });
  expect(jitter([80, 100, 120, 95, 110, 76, 89, 125, 84, 117])).toMatchObject({ verdict: 'pass' });
  expect(jitter([100, 100])).toMatchObject({ verdict: 'not-exercised' });
});

test('pauses with full jitter grow over several starts', () => {
  const runOf = (pauses: readonly number[]) => {
    let atMs = 0;
    const calls = [0, ...pauses].map((ms) => {
      atMs += ms + 10;
      return { ...order('k1', null), atMs };
    });
    return startOf(calls);
  };
  const growth = (...runs: readonly (readonly number[])[]) =>
    judgeClient([startOf([]), ...runs.map(runOf)]).find(({ id }) => id === 'CLI-12');
  expect(growth([90, 30, 40], [60, 150, 350])).toMatchObject({ verdict: 'pass' });
  expect(growth([90, 80, 95], [100, 90, 85])).toMatchObject({ verdict: 'fail' });
});
