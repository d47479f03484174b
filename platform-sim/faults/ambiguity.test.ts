/**
 * A client without an answer to its write: the fault states the outcome, the journal confirms it, and the key returns
 * it.
 */
import { expect, test } from 'vitest';
import { sandboxOf } from '../testing/sample-caller.ts';
import { type Scene, scene, sceneOf, until } from '../testing/sample-scene.ts';
import type { FaultRule } from './rule-shape.ts';

/** Expects a 202 at the sync deadline. */
async function accepted(at: Scene, rule: FaultRule): Promise<void> {
  at.add(rule);
  const sent = at.order();
  await until(() => at.fault.firings === 1);
  await at.sandbox.clock.advance(2_000);
  expect(await sent).toMatchObject({ status: 202 });
}

const statusOf = async (at: Scene) => (await at.trader.get('/operations/k-1')).body.outcome?.status;

/** The number of such orders in the collection. */
const rows = async (at: Scene): Promise<number> =>
  (await at.trader.get('/orders?limit=100')).body.items.filter(
    (row: { readonly clientOrderId: string }) => row.clientOrderId === 'k-1',
  ).length;

test('late: it reaches its owner after the client was answered 202, and its key then has the outcome', async () => {
  const at = await scene();
  await accepted(at, { on: { edge: 'send', key: 'k-1' }, delay: '3s', times: 1 });
  expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([0, 'PENDING']);
  await at.sandbox.clock.advance(1_000);
  expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([1, 'SUCCEEDED']);
  expect(at.fault.truth).toMatch(/^late/);
});

test('late, and its key sent again meanwhile: served once, in either order', async () => {
  const at = await scene();
  await accepted(at, { on: { edge: 'send', key: 'k-1' }, delay: '3s', times: 1 });
  const served = await at.order();
  expect(served.status).toBe(201);
  await at.sandbox.clock.advance(60_000);
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
  expect((await at.order()).body).toEqual(served.body);
});

test('lost: the member keeps its promise and sends it again, ten seconds after the promise', async () => {
  const at = await scene();
  await accepted(at, { on: { key: 'k-1' }, drop: 'command', times: 1 });
  await at.sandbox.clock.advance(9_999);
  expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([0, 'PENDING']);
  await at.sandbox.clock.advance(1);
  expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([1, 'SUCCEEDED']);
});

test('lost while the fault exists: never sequenced, and sequenced as soon as it is removed', async () => {
  const at = await scene();
  await accepted(at, { on: { key: 'k-1' }, drop: 'command', for: '1h' });
  await at.sandbox.clock.advance(3_500_000);
  expect([at.sequenced('k-1'), at.fault.expired]).toEqual([0, false]);
  expect(at.fault.firings).toBeGreaterThan(10);
  await at.sandbox.clock.advance(200_000);
  expect([at.sequenced('k-1'), at.fault.expired]).toEqual([1, true]);
});

test('lost on one member: another does not know the key, serves it, and the first receives the record', async () => {
  const at = await sceneOf(await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] }));
  at.add({ on: { key: 'k-1' }, drop: 'command', times: 1 });
  const lost = at.order();
  await until(() => at.fault.firings === 1);
  // Round robin: the other member serves this one.
  const served = await at.order();
  expect(served.status).toBe(201);
  expect(await lost).toMatchObject({ status: 201, body: served.body });
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
});

test('duplicated, and refused by its owner: one record, one answer', async () => {
  const at = await scene();
  at.add({ on: { edge: 'send', key: 'k-1' }, duplicate: true });
  const refused = await at.order('k-1', { price: '90.001' });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'TICK_SIZE_VIOLATION']);
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 0]);
});

test('duplicated, one copy refused and the other late: it is accepted, and no client receives the refusal', async () => {
  const at = await scene();
  at.add({ on: { edge: 'send', key: 'k-1' }, duplicate: true });
  at.sandbox.faults.add({ on: { edge: 'inbox', key: 'k-1' }, refuse: 'INBOX_FULL', times: 1 });
  at.sandbox.faults.add({ on: { edge: 'inbox', key: 'k-1' }, delay: '1s', times: 1 });
  const sent = at.order();
  await until(() => at.fault.firings === 1);
  await at.sandbox.clock.advance(1_000);
  expect(await sent).toMatchObject({ status: 201 });
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
});

test('applied, and the response lost on its way to the client: a retry of the key replays it', async () => {
  const at = await scene();
  at.add({ on: { edge: 'answer', key: 'k-1' }, cut: true, times: 1 });
  await expect(at.order()).rejects.toThrow();
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
  expect(await at.order()).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
});
