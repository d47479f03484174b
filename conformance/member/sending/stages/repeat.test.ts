import { expect, test } from 'vitest';
import { answer, historyOf } from '../../../testing/sample-history.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isReplay, position, status } from '../../exchange/exchange.ts';
import { Flight, type Outgoing, type Sender } from '../flight.ts';
import { repeat } from './repeat.ts';

type Options = Parameters<typeof answer>[1];
const exchangeOf = (route: string, options: Options): Exchange => {
  const [exchange] = historyOf({ one: answer(route, options) }).exchanges;
  if (exchange === undefined) throw new Error('no exchange');
  return exchange;
};

/** A session in which each request is answered in turn; the last answer repeats. */
function repeating(over: Partial<Sender> = {}) {
  let nowMs = 0;
  const session = {
    manners: { repeatsStaleReads: true },
    judgesBusyAnswers: false,
    repeats: () => true,
    run: { stopwatch: { nowMs: () => nowMs }, readLagMs: 5_000 },
    log: { replace: () => {}, exchanges: () => [] },
    async pause(ms: number) {
      nowMs += ms;
    },
    wrote(at: bigint | undefined) {
      session.written = at ?? session.written;
    },
    ...over,
  } as unknown as Omit<Sender, 'written'> & { written: bigint | undefined };
  const last = async (...answers: readonly Exchange[]): Promise<Exchange> => {
    const flight = new Flight(session, {} as Outgoing, false);
    const left = [...answers];
    const next = () => (left.length > 1 ? left.shift() : left[0]) as Exchange;
    flight.exchange = next();
    await repeat(flight, async () => next());
    return flight.exchange;
  };
  return { last, passedMs: () => nowMs };
}

const written = exchangeOf('POST /portfolios', { status: 201, position: 9 });
const readAt = (at: number) => exchangeOf('GET /portfolios', { status: 200, position: at, asOf: 1 });

test('a read from before a write is repeated until it shows the write', async () => {
  const { last, passedMs } = repeating();
  await last(written);
  const shown = await last(readAt(7), readAt(8), readAt(9));
  expect(position(shown)).toBe(9n);
  expect(shown.earlier?.map(position)).toEqual([7n, 8n]);
  expect(passedMs()).toBeGreaterThan(0);
});

test('a read that stays behind is judged as it is, and later reads do not wait for the same write', async () => {
  const { last, passedMs } = repeating();
  await last(written);
  expect(position(await last(readAt(7)))).toBe(7n);
  const afterMs = passedMs();
  expect(afterMs).toBeLessThanOrEqual(5_000);
  await last(readAt(7));
  expect(passedMs()).toBe(afterMs);
});

test.each([
  ['before the first write', [], {}],
  ['in a check of stale reads', [written], { manners: {} }],
  ['in a session that has set faults', [written], { repeats: () => false }],
])('a read %s is sent once', async (_, before, over) => {
  const { last } = repeating(over);
  for (const e of before) await last(e);
  expect((await last(readAt(7), readAt(9))).earlier).toBeUndefined();
});

test('a write is repeated if the member answers 404 for a row that it does not hold yet', async () => {
  const { last } = repeating();
  await last(written);
  const absent = exchangeOf('PUT /portfolios/5', { status: 404, code: 'NOT_FOUND', position: 7, asOf: 1 });
  const taken = exchangeOf('PUT /portfolios/5', { status: 200, position: 10 });
  expect(status(await last(absent, taken))).toBe(200);
});

const busy = exchangeOf('POST /orders', {
  status: 429,
  code: 'INBOX_FULL',
  retryable: true,
  headers: { 'Retry-After': '3' },
});
const order = exchangeOf('POST /orders', { status: 201, position: 11 });

test('a busy member is waited for as long as it asks', async () => {
  const { last, passedMs } = repeating();
  expect(status(await last(busy, order))).toBe(201);
  expect(passedMs()).toBe(3_000);
});

test('an outcome that is read by repeating a write counts as its first answer, not as a replay', async () => {
  const { last } = repeating();
  const replayed = exchangeOf('POST /orders', { status: 201, position: 11, headers: { 'Idempotent-Replay': 'true' } });
  expect(isReplay(await last({ ...busy, settling: [busy] }, replayed))).toBe(false);
  expect(isReplay(await last(busy, replayed))).toBe(true);
});

test('a member that stays busy receives four requests in all', async () => {
  const answered = await repeating().last(busy);
  expect(status(answered)).toBe(429);
  expect(answered.earlier).toHaveLength(3);
});

test('a busy response is kept if the check tests it', async () =>
  expect((await repeating({ judgesBusyAnswers: true }).last(busy, order)).earlier).toBeUndefined());
