import { expect, test } from 'vitest';
import type { Command } from '../gateway/facts.ts';
import { VIRTUAL_START_NS } from './clock.ts';
import type { FaultRule } from './faults/rule-shape.ts';
import type { Journal } from './log/journal.ts';
import { forkOf, memoryJournal } from './log/memory.ts';
import type { WorldPrincipal } from './seed-data/world.ts';
import { SamplePlatform } from './testing/sample-platform.ts';

/** As a log on a disk, without the disk. */
const kept = (journal: Journal = memoryJournal()): Journal => ({ ...journal, outlivesProcess: true });

/** A platform whose journal has this write, which is promised and met the rule. */
async function promising(rule: FaultRule, journal = kept()) {
  const sample = new SamplePlatform({ from: { journal, atNs: VIRTUAL_START_NS } });
  sample.faults.add(rule);
  const { orgId, userId, accountId } = sample.principal('trader') as WorldPrincipal;
  const command: Command = {
    owner: 'orders',
    principal: { orgId: orgId ?? 0, userId: userId ?? 0 },
    key: 'k1',
    operation: 'submitOrder',
    body: { kind: 'submit', accountId: accountId ?? 0, instrumentId: 1, side: 'BUY', price: '100', qty: '1' },
  };
  void Promise.try(sample.port.submit, command).catch(() => undefined);
  await sample.port.promise?.(command);
  await sample.port.promise?.(command);
  return { sample, journal, orgId: command.principal.orgId, command };
}

/** Another process continues the journal. */
const takenOver = ({ journal, sample }: Awaited<ReturnType<typeof promising>>): SamplePlatform =>
  new SamplePlatform({ from: { journal, atNs: sample.clock.nowNs() } });

/** Without heartbeats. */
const writesOf = (sample: SamplePlatform) =>
  sample.records().flatMap(({ command }) => (command.key === null ? [] : [command]));

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each<[string, FaultRule]>([
  ['held on its way', { on: { edge: 'send' }, hold: 'late' }],
  ['lost on its way', { drop: 'command', on: {} }],
  ['failed on its way', { on: { edge: 'send' }, fail: true }],
  ['held before the inbox', { on: { edge: 'inbox' }, hold: 'late' }],
  ['refused a place', { on: { edge: 'inbox' }, refuse: 'INBOX_FULL' }],
  ['held in the inbox', { on: { edge: 'verdict' }, hold: 'late' }],
  ['delayed in the inbox', { on: { edge: 'verdict' }, delay: '1h' }],
  ['held before the sequence', { on: { edge: 'sequencer' }, hold: 'late' }],
])('a promised write that is %s is known to the next process, and sequenced once', async (_, rule) => {
  const former = await promising(rule);
  const next = takenOver(former);
  // The next process may submit it before it answers the look-up.
  expect((await next.port.lookUp(former.orgId, 'k1')).state).toMatch(/^(pending|settled)$/);
  await turn();
  expect(writesOf(next)).toEqual([former.command]);
  expect(await takenOver({ ...former, sample: next }).port.lookUp(former.orgId, 'k1')).toMatchObject({
    state: 'settled',
  });
  expect(former.journal.notes().filter(({ kind }) => kind === 'promise')).toHaveLength(1);
});

test('it is sent again until the platform takes it', async () => {
  const former = await promising({ drop: 'command', on: {} });
  const next = takenOver(former);
  next.faults.add({ on: { edge: 'inbox' }, refuse: 'OWNER_ABSENT', times: 2 });
  await turn();
  expect(writesOf(next)).toEqual([]);
  await next.clock.advance(250 + 500);
  expect(writesOf(next)).toHaveLength(1);
  expect(next.timers()).toBe(0);
});

test('the platform sends it where its member does not, and not while a fault holds it', async () => {
  const { sample } = await promising({ drop: 'command', on: {}, times: 1 });
  sample.faults.add({ on: { edge: 'inbox', key: 'k1' }, hold: 'late' });
  await sample.clock.advance(29_999);
  expect(sample.faults.waiting()).toEqual([]);
  await sample.clock.advance(1);
  expect(sample.faults.waiting()).toHaveLength(1);
  await sample.clock.advance(600_000);
  expect(sample.faults.waiting()).toHaveLength(1);
  sample.faults.release('late');
  await turn();
  expect(writesOf(sample)).toHaveLength(1);
});

test.each<[string, Journal, (journal: Journal) => Journal]>([
  ['a world in memory', memoryJournal(), (journal) => journal],
  ['a fork', kept(), (journal) => forkOf(journal, journal.head())],
])('%s continues without its work in progress', async (_, journal, copied) => {
  const former = await promising({ drop: 'command', on: {} }, journal);
  const next = takenOver({ ...former, journal: copied(journal) });
  expect(await next.port.lookUp(former.orgId, 'k1')).toEqual({ state: 'absent' });
  await next.clock.advance(60_000);
  expect(writesOf(next)).toEqual([]);
});

test('a key whose record is safe needs no note', async () => {
  const former = await promising({ on: { edge: 'reply' }, hold: 'late' });
  expect(former.journal.notes()).toEqual([]);
});

test('a log that stores nothing gives no promise, and a key that is not known only once it stores again', async () => {
  const stalled: PromiseWithResolvers<void>[] = [Promise.withResolvers()];
  const journal = { ...kept(), stalled: () => stalled[0]?.promise };
  const sample = new SamplePlatform({ from: { journal, atNs: VIRTUAL_START_NS } });
  const command: Command = {
    ...{ owner: 'register', principal: { orgId: 1, userId: 1 }, key: 'k1', operation: 'createPortfolio' },
    body: { kind: 'state', facts: [] },
  };
  await expect(sample.port.promise?.(command)).rejects.toThrow('the log stores nothing now');
  let found: unknown;
  const looking = Promise.resolve(sample.port.lookUp(1, 'k1')).then((state) => {
    found = state;
  });
  await turn();
  expect(found).toBeUndefined();
  stalled.shift()?.resolve();
  await looking;
  expect(found).toEqual({ state: 'absent' });
});
