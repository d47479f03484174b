import { setupServer } from 'msw/node';
import { sandboxHandlers } from 'touchstone/msw';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TradingClient } from './trading-client.ts';

const baseUrl = 'https://gateway.example.com';
const handlers = await sandboxHandlers({ baseUrl });
const { sandbox } = handlers;
const server = setupServer(...handlers);

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(async () => void (await sandbox.reset()));
afterAll(async () => {
  server.close();
  await sandbox.close();
});

test('after a lost answer the client retries, and the order is placed once', async () => {
  const client = new TradingClient(baseUrl, await sandbox.token('trader'));
  await sandbox.control.addFault({ on: { edge: 'answer', key: 'lost-1' }, drop: 'answer', times: 1 });

  const order = { clientOrderId: 'lost-1', side: 'BUY', price: '100.00', qty: '1' } as const;
  expect(await client.submit(order)).toEqual({ status: 201, isReplay: true, tries: 2 });
});

test('a session reports its orders, and ends when the token that opened it expires', async () => {
  const client = new TradingClient(baseUrl, await sandbox.token('trader', { expiresIn: '10m' }));
  const received: unknown[] = [];
  await client.follow((frame) => received.push(frame.event ?? frame.code));
  await expect.poll(() => received).toContain('sessionOpened');

  await client.submit({ clientOrderId: 'followed-1', side: 'BUY', price: '100.00', qty: '1' });
  await expect.poll(() => received).toContain('orderUpdated');
  await sandbox.control.advanceClock({ by: '10m' });
  await expect.poll(() => received.slice(-2)).toEqual(['sessionExpiring', 4001]);
});
