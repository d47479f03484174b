import { describe, expect, test } from 'vitest';
import type { CommandBody } from '../gateway/facts.ts';
import { createClock } from './clock.ts';
import { createFaults } from './faults/faults.ts';
import type { FaultRule } from './faults/rule-shape.ts';
import { createIntake } from './intake.ts';
import { DEFAULT_PLATFORM_LIMITS } from './limits.ts';
import { memoryJournal } from './log/memory.ts';
import { createSeed } from './seed.ts';
import { createSequencer } from './sequencer.ts';
import { SamplePlatform } from './testing/sample-platform.ts';

const DAY_MS = 86_400_000;
const keysOf = (sample: SamplePlatform) => sample.records().map(({ command }) => command.key);

/** Another use of the key k1, after its first one. */
type Use = (sample: SamplePlatform) => Promise<unknown>;
const REUSED = { taken: false, why: 'KEY_REUSED' };

describe('a key that was used', () => {
  // Each row differs from the first use by one thing.
  test.each<[string, Use, 'first' | 'another' | typeof REUSED]>([
    ['again', (sample) => sample.submit('k1'), 'first'],
    ['on another member', (sample) => Promise.resolve(sample.platform.port('m2').submit(commandOf(sample))), 'first'],
    ['with other content', (sample) => sample.submit('k1', { price: '99' }), 'first'],
    ['after almost a day', (sample) => later(sample, DAY_MS - 1), 'first'],
    ['after a day', (sample) => later(sample, DAY_MS), 'another'],
    ['by another organisation', (sample) => sample.submit('k1', {}, 'outsider'), 'another'],
    ['by another user of the organisation', (sample) => sample.submit('k1', {}, 'admin'), REUSED],
    ['for another operation', (sample) => sample.cancel('k1', '1'), REUSED],
  ])('is used %s', async (_, use, expected) => {
    const sample = new SamplePlatform();
    const first = await sample.submit('k1');
    const again = await use(sample);
    if (expected === 'first') expect(again).toEqual(first);
    else if (expected === REUSED) expect(again).toEqual(REUSED);
    else expect(again).toEqual({ taken: true, position: expect.any(Number) });
    expect(keysOf(sample).filter((key) => key === 'k1')).toHaveLength(expected === 'another' ? 2 : 1);
    if (expected === REUSED) expect(await sample.submit('k1')).toEqual(first);
  });

  const commandOf = (sample: SamplePlatform) =>
    sample.recordOf({ taken: true, position: sample.platform.head() }).command;
  async function later(sample: SamplePlatform, ms: number) {
    await sample.clock.advance(ms);
    expect((await sample.port.lookUp(1, 'k1')).state).toBe(ms < DAY_MS ? 'settled' : 'absent');
    return sample.submit('k1');
  }

  test.each<[string, FaultRule | undefined, string, string]>([
    ['the owner', undefined, '100.001', 'TICK_SIZE_VIOLATION'],
    ['a fault', { on: { key: 'k1' }, refuse: 'ACCOUNT_NOT_ACTIVE', times: 1 }, '100', 'ACCOUNT_NOT_ACTIVE'],
  ])('and refused by %s is spent: it replays the refusal', async (_, rule, price, code) => {
    const sample = new SamplePlatform();
    if (rule !== undefined) sample.faults.add(rule);
    const refused = await sample.submit('k1', { price });
    expect(sample.recordOf(refused).verdict.refused?.code).toBe(code);
    expect(await sample.submit('k1', { price: '100' })).toEqual(refused);
  });
});

describe('a key is looked up', () => {
  test('as absent, pending and settled, by its organisation alone', async () => {
    const sample = new SamplePlatform();
    expect(await sample.port.lookUp(1, 'k1')).toEqual({ state: 'absent' });
    sample.faults.add({ on: { key: 'k1' }, hold: 'verdict' });
    const submission = sample.submit('k1');
    const command = { key: 'k1', operation: 'submitOrder' };
    expect(await sample.port.lookUp(1, 'k1')).toMatchObject({ state: 'pending', command });
    expect(await sample.port.lookUp(2, 'k1')).toEqual({ state: 'absent' });
    sample.faults.release('verdict');
    const settled = sample.recordOf(await submission);
    const { position } = settled;
    expect(await sample.port.lookUp(1, 'k1')).toEqual({ state: 'settled', position, command: settled.command });
  });

  test("in the world's past like any other", async () => {
    const found = await new SamplePlatform().port.lookUp(1, 'past-000001');
    expect(found).toMatchObject({ state: 'settled', command: { operation: 'submitOrder' } });
  });
});

describe('an inbox', () => {
  test('accepts a limited number of commands; a refused one leaves its key free', async () => {
    const sample = new SamplePlatform({ limits: { inboxCommands: 3 } });
    // A place that is freed twice would be an additional place.
    await sample.submit('k0');
    const { id } = sample.faults.add({ on: { owner: 'orders' }, hold: 'all' });
    const waiting = ['k1', 'k2', 'k3'].map((key) => sample.submit(key));
    expect(await sample.submit('k4')).toEqual({ taken: false, why: 'INBOX_FULL' });
    expect(await sample.port.lookUp(1, 'k4')).toEqual({ state: 'absent' });
    // That of another owner still accepts some.
    const body = { kind: 'register-caller', externalOrgId: 'org-first', subject: 'new' } as const;
    const other = { owner: 'register', principal: { orgId: 1, userId: 0 }, key: null, operation: 'x', body } as const;
    expect(await sample.port.submit(other)).toMatchObject({ taken: true });
    sample.faults.remove(id);
    await Promise.all(waiting);
    expect(await sample.submit('k4')).toMatchObject({ taken: true });
    expect(keysOf(sample)).toEqual(['k0', null, 'k1', 'k2', 'k3', 'k4']);
  });

  test('of an unknown owner is absent', async () => {
    const clock = createClock({ mode: 'virtual' });
    const intake = createIntake({
      sequencer: createSequencer({ clock, journal: memoryJournal(), owners: [] }),
      faults: createFaults({ clock, random: createSeed(1).stream('faults') }),
      limits: DEFAULT_PLATFORM_LIMITS,
    });
    const body: CommandBody = { kind: 'cancel', orderId: '1' };
    const command = { owner: 'orders', principal: { orgId: 1, userId: 1 }, key: 'k1', operation: 'x', body } as const;
    expect(await intake.submit(command)).toEqual({ taken: false, why: 'OWNER_ABSENT' });
  });

  test('sequences commands within the call, in the order of the calls', () => {
    const sample = new SamplePlatform();
    for (const key of ['k1', 'k2', 'k3']) void sample.submit(key);
    expect(keysOf(sample)).toEqual(['k1', 'k2', 'k3']);
  });
});

// What a client sees of each fault: faults/every-effect.test.ts.
describe('a fault', () => {
  test('that holds at the verdict lets other commands pass; a concurrent retry has the same result', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { command: 'submit' }, hold: 'verdict', times: 1 });
    const [first, again] = [sample.submit('k1'), sample.submit('k1')];
    await sample.submit('k2');
    expect(await sample.cancel('k1', '1')).toEqual(REUSED);
    expect(keysOf(sample)).toEqual(['k2']);
    sample.faults.release('verdict');
    expect(await again).toEqual(await first);
    expect(keysOf(sample)).toEqual(['k2', 'k1']);
  });

  test('that delays: the command is judged by the time of its sequencing', async () => {
    const sample = new SamplePlatform();
    const beganNs = sample.clock.nowNs();
    sample.faults.add({ on: {}, delay: '3s', times: 1 });
    const delayed = sample.submit('k1');
    await sample.clock.advance(3000);
    expect(BigInt(sample.orderOf(await delayed).createdAtNs) - beganNs).toBe(3_000_000_000n);
  });

  test.each(['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'])('that refuses %s leaves the key free', async (refuse) => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { edge: 'inbox' }, hold: 'wire', times: 1 });
    sample.faults.add({ on: { edge: 'inbox' }, refuse, times: 1 });
    const held = sample.submit('k1');
    expect(await sample.port.lookUp(1, 'k1')).toMatchObject({ state: 'pending' });
    sample.faults.release('wire');
    expect(await held).toEqual({ taken: false, why: refuse });
    expect([sample.records(), await sample.port.lookUp(1, 'k1')]).toEqual([[], { state: 'absent' }]);
    expect(await sample.submit('k1')).toMatchObject({ taken: true });
  });

  test.each(['inbox', 'verdict', 'look-up'] as const)('that fails the %s throws and frees its place', async (edge) => {
    const sample = new SamplePlatform({ limits: { inboxCommands: 1 } });
    sample.faults.add({ on: { edge, member: 'm1' }, fail: true, times: 1 });
    const failed = edge === 'look-up' ? sample.port.lookUp(1, 'k1') : sample.submit('k1');
    await expect(failed).rejects.toThrow(`a fault failed the ${edge}`);
    expect(sample.records()).toEqual([]);
    expect(await sample.submit('k1')).toMatchObject({ taken: true });
  });

  test('that holds at the inbox has no place yet: the same key may be submitted first by another way', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { edge: 'inbox', member: 'm1' }, hold: 'wire', times: 1 });
    const held = sample.submit('k1');
    const first = await sample.submit('k1');
    sample.faults.release('wire');
    expect(await held).toEqual(first);
    expect(keysOf(sample)).toEqual(['k1']);
  });
});
