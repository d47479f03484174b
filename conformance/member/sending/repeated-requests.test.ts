import { expect, test } from 'vitest';
import { answer, historyOf } from '../../testing/sample-history.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { position, status } from '../exchange/exchange.ts';
import { RepeatedRequests } from './repeated-requests.ts';

type Options = Parameters<typeof answer>[1];
const exchangeOf = (route: string, options: Options): Exchange => {
  const [exchange] = historyOf({ one: answer(route, options) }).exchanges;
  if (exchange === undefined) throw new Error('no exchange');
  return exchange;
};

function repeating(over: Partial<ConstructorParameters<typeof RepeatedRequests>[0]> = {}) {
  let nowMs = 0;
  const requests = new RepeatedRequests({
    nowMs: () => nowMs,
    wait: async (ms) => {
      nowMs += ms;
    },
    readLagMs: 5_000,
    keepsBusyAnswers: false,
    keepsStaleReads: false,
    ...over,
  });
  return { requests, passedMs: () => nowMs };
}

/** Responses in turn; the last one repeats. */
const inTurn = (...answers: readonly Exchange[]) => {
  let sent = 0;
  return async () => {
    sent += 1;
    return answers[Math.min(sent, answers.length) - 1] ?? exchangeOf('GET /me', { status: 200 });
  };
};

const written = exchangeOf('POST /portfolios', { status: 201, position: 9 });
const readAt = (at: number) => exchangeOf('GET /portfolios', { status: 200, position: at, asOf: 1 });

test('a read from before a write is repeated until it shows the write', async () => {
  const { requests, passedMs } = repeating();
  requests.saw(written);
  const last = await requests.last(inTurn(readAt(7), readAt(8), readAt(9)));
  expect(position(last)).toBe(9n);
  expect(last.earlier?.map(position)).toEqual([7n, 8n]);
  expect(passedMs()).toBeGreaterThan(0);
});

test('a read that stays behind is judged as it is, and later reads do not wait for the same write', async () => {
  const { requests, passedMs } = repeating();
  requests.saw(written);
  expect(position(await requests.last(inTurn(readAt(7))))).toBe(7n);
  const afterMs = passedMs();
  expect(afterMs).toBeLessThanOrEqual(5_000);
  await requests.last(inTurn(readAt(7)));
  expect(passedMs()).toBe(afterMs);
});

test('a read before the first write, or in a check of stale reads, is sent once', async () => {
  expect((await repeating().requests.last(inTurn(readAt(7), readAt(9)))).earlier).toBeUndefined();
  const { requests } = repeating({ keepsStaleReads: true });
  requests.saw(written);
  expect((await requests.last(inTurn(readAt(7), readAt(9)))).earlier).toBeUndefined();
});

test('a write is repeated if the member answers 404 for a row that it does not hold yet', async () => {
  const { requests } = repeating();
  requests.saw(written);
  const absent = exchangeOf('PUT /portfolios/5', { status: 404, code: 'NOT_FOUND', position: 7, asOf: 1 });
  const taken = exchangeOf('PUT /portfolios/5', { status: 200, position: 10 });
  expect(status(await requests.last(inTurn(absent, taken)))).toBe(200);
});

const busy = exchangeOf('POST /orders', {
  status: 429,
  code: 'INBOX_FULL',
  retryable: true,
  headers: { 'Retry-After': '3' },
});
const order = exchangeOf('POST /orders', { status: 201, position: 11 });

test('a busy member is waited for as long as it asks', async () => {
  const { requests, passedMs } = repeating();
  expect(status(await requests.last(inTurn(busy, order)))).toBe(201);
  expect(passedMs()).toBe(3_000);
});

test('a member that stays busy receives three requests in all', async () => {
  const last = await repeating().requests.last(inTurn(busy));
  expect(status(last)).toBe(429);
  expect(last.earlier).toHaveLength(2);
});

test('a busy response is kept if the check tests it', async () => {
  const { requests } = repeating({ keepsBusyAnswers: true });
  expect((await requests.last(inTurn(busy, order))).earlier).toBeUndefined();
});
