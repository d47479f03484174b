import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ranAll, sampleCheck } from '../../testing/stub-run.ts';
import type { WireAnswering } from '../../testing/stub-target.ts';
import type { Check } from '../check.ts';
import { summary } from '../record/summary.ts';
import type { RunOptions } from './run.ts';

const RESTING = JSON.stringify({ orderId: '17', leavesQty: '1' });
const NOT_FOUND = { status: 404, body: '{"error":{"code":"UNKNOWN_OPERATION"}}' };

const placing = (drive: Check['drive']) => sampleCheck({ needs: ['trader', 'writes'], drive });

/** The requests and the last lines of a run that is interrupted at the request that `at` matches. */
async function cutOff(
  value: Check,
  answerTo: WireAnswering,
  at: (request: string) => boolean,
  more: Partial<RunOptions> = {},
) {
  const interruption = new AbortController();
  const { record, requests } = await ranAll(
    [value],
    (request) => {
      if (at(`${request.method} ${request.path}`)) interruption.abort();
      return answerTo(request);
    },
    { profile: { limits: { timeoutMs: 300 } }, signal: interruption.signal, ...more },
  );
  return { record, asked: requests.map(({ method, path }) => `${method} ${path}`), text: summary(record, false) };
}

const twice = placing(async ({ trader }) => {
  await trader.submit({ accountId: 1 }, { key: 'key-1' });
  await trader.submit({ accountId: 1 }, { key: 'key-2' });
});
const first = () => {
  let count = 0;
  return (request: string) => {
    if (request !== 'POST /orders') return false;
    count += 1;
    return count === 1;
  };
};
const CANCEL = 'POST /orders/17/cancel';

describe('a check that is interrupted', () => {
  test('sends nothing more, and cancels the order whose answer was still to come', async () => {
    const { record, asked, text } = await cutOff(
      twice,
      ({ path }) => (path === '/orders' ? { status: 201, body: RESTING } : {}),
      first(),
    );
    expect(asked).toEqual(['POST /orders', CANCEL]);
    expect(record.run).toMatchObject({
      stopped: 'interrupted',
      orders: { cancelled: [{ account: '1', clientOrderId: 'key-1', orderId: '17' }], mayBeOpen: [] },
    });
    expect(text).toMatch(
      /Stopped before its end: interrupted \(.* exercised\)\.\nCleaned up: cancelled 1 order left open; no order that it placed is open\.\n$/,
    );
  });

  test('looks up an order that was still to be judged, and cancels it', async () => {
    let looks = 0;
    const member: WireAnswering = ({ path }) => {
      if (path === '/orders') return { status: 202 };
      if (!path.startsWith('/operations/')) return {};
      looks += 1;
      return { body: JSON.stringify({ outcome: looks > 1 ? { orderId: '17' } : { status: 'PENDING' } }) };
    };
    const { asked, record } = await cutOff(twice, member, first());
    expect(asked).toEqual(['POST /orders', 'GET /operations/key-1', 'GET /operations/key-1', CANCEL]);
    expect(record.run.orders).toMatchObject({ cancelled: [{ orderId: '17' }], mayBeOpen: [] });
  });

  test('finds an order without an answer in the collection, where its operation does not name it', async () => {
    const member: WireAnswering = ({ method, path }) => {
      if (path.startsWith('/orders') && method === 'GET')
        return { body: `{"items":[{"orderId":"17","clientOrderId":"key-1","leavesQty":"1"}]}` };
      if (path === '/orders') return 'reset';
      return path.startsWith('/operations/') ? { body: '{"outcome":{}}' } : {};
    };
    const { asked } = await cutOff(twice, member, first());
    expect(asked).toEqual(['POST /orders', 'GET /operations/key-1', 'GET /orders?limit=100', CANCEL]);
  });

  test('names the order whose outcome stays unknown, and says where to look', async () => {
    const { text, record } = await cutOff(twice, ({ path }) => (path === '/orders' ? 'timeout' : NOT_FOUND), first());
    expect(record.run.orders?.mayBeOpen).toEqual([{ account: '1', clientOrderId: 'key-1', orderId: null }]);
    expect(text).toMatch(/1 order MAY STILL BE OPEN; look, and cancel:\n {4}account 1, clientOrderId key-1\n$/);
  });

  test('names the order that cannot be cancelled', async () => {
    const { text } = await cutOff(
      twice,
      ({ path }) =>
        path === '/orders' ? { status: 201, body: RESTING } : { status: 503, headers: [['X-Request-Id', 'request-1']] },
      first(),
    );
    expect(text).toMatch(/MAY STILL BE OPEN.*\n {4}account 1, clientOrderId key-1, orderId 17\n$/);
  });

  test('also cancels orders that were open before the interruption', async () => {
    const after = placing(async ({ trader }) => {
      await trader.submit({ accountId: 1 }, { key: 'key-1' });
      await trader.get('/instruments');
      await trader.get('/instruments');
    });
    const { asked } = await cutOff(
      after,
      ({ path }) => (path === '/orders' ? { status: 201, body: RESTING } : {}),
      (request) => request === 'GET /instruments',
    );
    expect(asked).toEqual(['POST /orders', 'GET /instruments', CANCEL]);
  });

  test('is not retried with a smaller input', async () => {
    const generated = { ...twice, given: () => fc.nat(1000) };
    const { asked } = await cutOff(
      generated,
      ({ path }) => (path === '/orders' ? { status: 201, body: RESTING } : {}),
      first(),
    );
    expect(asked).toEqual(['POST /orders', CANCEL]);
  });
});

test('a check that the time budget cuts off is cleaned up in the same way', async () => {
  const waiting = placing(async ({ trader, elapse }) => {
    await trader.submit({ accountId: 1 }, { key: 'key-1' });
    await elapse(100_000);
  });
  const member: WireAnswering = ({ path }) => (path === '/orders' ? { status: 201, body: RESTING } : {});
  const { asked, record } = await cutOff(waiting, member, () => false, { timeBudgetMs: 2_500 });
  expect(asked).toEqual(['POST /orders', CANCEL]);
  expect(record.run).toMatchObject({ stopped: 'time budget', orders: { cancelled: [{ orderId: '17' }] } });
});
