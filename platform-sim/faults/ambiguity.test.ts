/** A client that cannot know what became of its write: what is true, by the journal and by the fault, and that its key tells it. */
import { expect, test } from 'vitest';
import { sandboxOf } from '../testing/sample-caller.ts';
import { type Scene, scene, sceneOf, until } from '../testing/sample-scene.ts';
import type { FaultRule } from './rule-shape.ts';

/** Answered 202 at the sync deadline. */
async function accepted(at: Scene, rule: FaultRule): Promise<void> {
  at.add(rule);
  const sent = at.order();
  await until(() => at.fault.firings === 1);
  await at.sandbox.clock.advance(2_000);
  expect(await sent).toMatchObject({ status: 202 });
}

const statusOf = async (at: Scene) => (await at.trader.get('/operations/k-1')).body.outcome?.status;

/** How often the order stands in the collection. */
const rows = async (at: Scene): Promise<number> =>
  (await at.trader.get('/orders?limit=100')).body.items.filter(
    (row: { readonly clientOrderId: string }) => row.clientOrderId === 'k-1',
  ).length;

test('late: it reaches its owner after its client was answered 202, and its key has the outcome then', async () => {
  const at = await scene();
  await accepted(at, { on: { edge: 'send', key: 'k-1' }, delay: '3s', times: 1 });
  expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([0, 'PENDING']);
  await at.sandbox.clock.advance(1_000);
  expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([1, 'SUCCEEDED']);
  expect(at.fault.truth).toMatch(/^late/);
});

test('late, and its key sent again meanwhile: served once, whichever comes first', async () => {
  const at = await scene();
  await accepted(at, { on: { edge: 'send', key: 'k-1' }, delay: '3s', times: 1 });
  const served = await at.order();
  expect(served.status).toBe(201);
  await at.sandbox.clock.advance(60_000);
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
  expect((await at.order()).body).toEqual(served.body);
});

test('lost: the member keeps its promise and sends it again, ten seconds after it gave it', async () => {
  const at = await scene();
  await accepted(at, { on: { key: 'k-1' }, drop: 'command', times: 1 });
  await at.sandbox.clock.advance(9_999);
  expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([0, 'PENDING']);
  await at.sandbox.clock.advance(1);
  expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([1, 'SUCCEEDED']);
});

test('lost for as long as the fault stands: never sequenced, and found the moment it has passed', async () => {
  const at = await scene();
  await accepted(at, { on: { key: 'k-1' }, drop: 'command', for: '1h' });
  await at.sandbox.clock.advance(3_500_000);
  expect([at.sequenced('k-1'), at.fault.expired]).toEqual([0, false]);
  expect(at.fault.firings).toBeGreaterThan(10);
  await at.sandbox.clock.advance(200_000);
  expect([at.sequenced('k-1'), at.fault.expired]).toEqual([1, true]);
});

test('lost on one member: another does not know the key, serves it, and the first hears of it', async () => {
  const at = await sceneOf(await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] }));
  at.add({ on: { key: 'k-1' }, drop: 'command', times: 1 });
  const lost = at.order();
  await until(() => at.fault.firings === 1);
  // Round robin: this one is of the other member.
  const served = await at.order();
  expect(served.status).toBe(201);
  expect(await lost).toMatchObject({ status: 201, body: served.body });
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
});

test('sent twice, and refused by its owner: one record, one answer', async () => {
  const at = await scene();
  at.add({ on: { edge: 'send', key: 'k-1' }, duplicate: true });
  const refused = await at.order('k-1', { price: '90.001' });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'TICK_SIZE_VIOLATION']);
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 0]);
});

test('sent twice, one turned away and the other late: it is taken, and nobody is told otherwise', async () => {
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

test('applied, and the answer lost on its way to the client: the key sent again replays it', async () => {
  const at = await scene();
  at.add({ on: { edge: 'answer', key: 'k-1' }, cut: true, times: 1 });
  await expect(at.order()).rejects.toThrow();
  expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
  expect(await at.order()).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
});
