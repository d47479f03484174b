/**
 * A failing disk under a sandbox with --data, as its clients see it: answered writes are safe, and no more are
 * accepted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Caller, callerOf, sandboxOf } from '../testing/sample-caller.ts';

const order = (trader: Caller, key: string) =>
  trader.post(
    '/orders',
    { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side: 'BUY', price: '90.00', qty: '1' },
    { key },
  );

const keysOf = async (trader: Caller): Promise<readonly string[]> =>
  (await trader.get('/orders?limit=2')).body.items.map((row: { clientOrderId: string }) => row.clientOrderId);

test.each(['disk full', 'sync failed'] as const)('%s', async (how) => {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-log-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const sandbox = await sandboxOf({ data });
  const trader = await callerOf(sandbox, 'trader');
  expect(await order(trader, 'safe')).toMatchObject({ status: 201 });

  const { id } = sandbox.faults.add({ on: { edge: 'log' }, fail: how, times: 1 });
  const lost = await order(trader, 'lost');
  expect([lost.status, lost.headers['x-service-global-sequence']]).toEqual([500, undefined]);
  // Permanently: the disk may recover without effect.
  expect(sandbox.faults.get(id)?.firings).toBe(1);
  expect(await order(trader, 'later')).toMatchObject({ status: 503, body: { error: { code: 'OWNER_ABSENT' } } });
  expect((await keysOf(trader))[0]).toBe('safe');
  await sandbox.close({ idleGraceMs: 0, deadlineMs: 0 });

  const next = await sandboxOf({ data });
  const again = await callerOf(next, 'trader');
  expect(await order(again, 'safe')).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
  // Half of it is missing, and unsynced bytes may exist: no client was answered, and the key has one outcome.
  const outcome = await order(again, 'lost');
  expect([outcome.status, outcome.headers['idempotent-replay']]).toEqual([
    201,
    how === 'disk full' ? undefined : 'true',
  ]);
  expect(await keysOf(again)).toEqual(['lost', 'safe']);
});
