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

test('an answer that is lost is asked for again, and the order is placed once', async () => {
  const client = new TradingClient(baseUrl, await sandbox.token('trader'));
  await sandbox.control.addFault({ on: { edge: 'answer', key: 'lost-1' }, drop: 'answer', times: 1 });

  const order = { clientOrderId: 'lost-1', side: 'BUY', price: '100.00', qty: '1' } as const;
  expect(await client.submit(order)).toEqual({ status: 201, isReplay: true, tries: 2 });
});

test('a session tells of its orders, and ends with the token that opened it', async () => {
  const client = new TradingClient(baseUrl, await sandbox.token('trader', { expiresIn: '10m' }));
  const told: unknown[] = [];
  await client.follow((frame) => told.push(frame.event ?? frame.code));
  await expect.poll(() => told).toContain('sessionOpened');

  await client.submit({ clientOrderId: 'heard-1', side: 'BUY', price: '100.00', qty: '1' });
  await expect.poll(() => told).toContain('orderUpdated');
  await sandbox.control.advanceClock({ by: '10m' });
  await expect.poll(() => told.slice(-2)).toEqual(['sessionExpiring', 4001]);
});
