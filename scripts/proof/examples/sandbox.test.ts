import { startSandbox } from 'touchstone';
import { expect, test } from 'vitest';
import { TradingClient } from './trading-client.ts';

test('a late outcome is pending first, and then known', async () => {
  await using sandbox = await startSandbox();
  const { control, baseUrl } = sandbox;
  const client = new TradingClient(baseUrl, await sandbox.token('trader'));
  const order = { clientOrderId: 'late-1', side: 'BUY', price: '100.00', qty: '1' } as const;

  const { id } = await control.addFault({ on: { owner: 'orders', command: 'submit' }, hold: 'verdict', times: 1 });
  const pending = client.submit(order);
  await expect.poll(async () => (await control.readFault(id)).held).toBe(1);
  await control.advanceClock({ by: '2s' });
  expect(await pending).toEqual({ status: 202, isReplay: false, tries: 1 });

  await control.release('verdict');
  expect(await client.submit(order)).toEqual({ status: 201, isReplay: true, tries: 1 });
});

test('a client keeps working while the member that serves it is upgraded', async () => {
  await using sandbox = await startSandbox({ members: [{ version: '0.13.0' }] });
  const client = new TradingClient(sandbox.baseUrl, await sandbox.token('trader'));
  const order = { clientOrderId: 'roll-1', side: 'SELL', price: '250.00', qty: '1' } as const;

  expect(await client.submit(order)).toMatchObject({ status: 201, isReplay: false });
  await sandbox.control.deployMember('m1', { version: '0.14.0' });
  expect(await client.submit(order)).toMatchObject({ status: 201, isReplay: true });
});
