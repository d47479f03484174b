import { describe, expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { createFaults } from './faults/faults.ts';
import { createIntake } from './intake.ts';
import { DEFAULT_PLATFORM_LIMITS } from './limits.ts';
import { memoryJournal } from './log/memory.ts';
import { createSeed } from './seed.ts';
import { createSequencer } from './sequencer.ts';
import { SamplePlatform } from './testing/sample-platform.ts';

const HOUR_MS = 3_600_000;

/** The result of a promise so far, or 'pending'. */
async function soFar<T>(promise: Promise<T>): Promise<T | 'pending'> {
  await new Promise((resolve) => setImmediate(resolve));
  return await Promise.race([promise, Promise.resolve('pending' as const)]);
}

describe('a key', () => {
  test('has one effect: its first use again returns the same position, on any member', async () => {
    const sample = new SamplePlatform();
    const first = await sample.submit('k1');
    const again = await sample.platform.port('m2').submit(sample.recordOf(first).command);
    expect(again).toEqual(first);
    expect(sample.records()).toHaveLength(1);
  });

  test.each<[string, (sample: SamplePlatform) => Promise<unknown>]>([
    ['another operation', (sample) => sample.cancel('k1', '1')],
    ['another user of the organisation', (sample) => sample.submit('k1', {}, 'admin')],
  ])('used for %s is reused, and still answers its first use', async (_, reuse) => {
    const sample = new SamplePlatform();
    const first = await sample.submit('k1');
    expect(await reuse(sample)).toEqual({ taken: false, why: 'KEY_REUSED' });
    expect(await sample.submit('k1')).toEqual(first);
    expect(sample.records()).toHaveLength(1);
  });

  test('of another organisation is separate', async () => {
    const sample = new SamplePlatform();
    const first = await sample.submit('k1');
    const other = await sample.submit('k1', {}, 'outsider');
    expect(other).toMatchObject({ taken: true });
    expect(other).not.toEqual(first);
  });

  test('is spent by a refusal', async () => {
    const sample = new SamplePlatform();
    const refused = await sample.submit('k1', { price: '100.001' });
    expect(sample.recordOf(refused).verdict.refused?.code).toBe('TICK_SIZE_VIOLATION');
    expect(await sample.submit('k1', { price: '100' })).toEqual(refused);
  });

  test('is free again after a day', async () => {
    const sample = new SamplePlatform();
    const first = await sample.submit('k1');
    await sample.clock.advance(24 * HOUR_MS - 1);
    expect(await sample.submit('k1')).toEqual(first);
    await sample.clock.advance(1);
    expect(await sample.port.lookUp(1, 'k1')).toEqual({ state: 'absent' });
    expect(await sample.submit('k1')).not.toEqual(first);
  });

  test('is looked up as absent, pending and settled', async () => {
    const sample = new SamplePlatform();
    expect(await sample.port.lookUp(1, 'k1')).toEqual({ state: 'absent' });
    sample.faults.add({ on: { key: 'k1' }, hold: 'verdict' });
    const submission = sample.submit('k1');
    expect(await sample.port.lookUp(1, 'k1')).toMatchObject({
      state: 'pending',
      command: { key: 'k1', operation: 'submitOrder' },
    });
    expect(await sample.port.lookUp(2, 'k1')).toEqual({ state: 'absent' });
    sample.faults.release('verdict');
    const settled = await submission;
    expect(await sample.port.lookUp(1, 'k1')).toEqual({
      state: 'settled',
      position: settled.taken && settled.position,
      command: sample.recordOf(settled).command,
    });
  });

  test("of the world's past answers like any other", async () => {
    const sample = new SamplePlatform();
    expect(await sample.port.lookUp(1, 'past-000001')).toMatchObject({
      state: 'settled',
      command: { operation: 'submitOrder' },
    });
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
    sample.faults.remove(id);
    await Promise.all(waiting);
    expect(await sample.submit('k4')).toMatchObject({ taken: true });
    expect(sample.records().map(({ command }) => command.key)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
  });

  test("is separate for each owner: another owner's still accepts commands", async () => {
    const sample = new SamplePlatform({ limits: { inboxCommands: 1 } });
    sample.faults.add({ on: { owner: 'orders' }, hold: 'all' });
    void sample.submit('k1');
    const principal = { orgId: 1, userId: 0 };
    const body = { kind: 'register-caller', externalOrgId: 'org-first', subject: 'new' } as const;
    expect(
      await sample.port.submit({ owner: 'register', principal, key: null, operation: 'registerCaller', body }),
    ).toMatchObject({ taken: true });
  });

  test('of an unknown owner is absent', async () => {
    const clock = createClock({ mode: 'virtual' });
    const intake = createIntake({
      hashSecret: Buffer.from('a hash secret'),
      sequencer: createSequencer({ clock, journal: memoryJournal(), owners: [] }),
      faults: createFaults({ clock, random: createSeed(1).stream('faults') }),
      limits: DEFAULT_PLATFORM_LIMITS,
    });
    const command = {
      owner: 'orders',
      principal: { orgId: 1, userId: 1 },
      key: 'k1',
      operation: 'x',
      body: { kind: 'cancel', orderId: '1' },
    } as const;
    expect(await intake.submit(command)).toEqual({ taken: false, why: 'OWNER_ABSENT' });
  });

  test('holds one command a key: a concurrent retry gets its result', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { key: 'k1' }, hold: 'verdict', times: 1 });
    const [first, again] = [sample.submit('k1'), sample.submit('k1')];
    expect(await sample.cancel('k1', '1')).toEqual({ taken: false, why: 'KEY_REUSED' });
    sample.faults.release('verdict');
    expect(await again).toEqual(await first);
    expect(sample.records()).toHaveLength(1);
  });
});

describe('a fault', () => {
  test('that holds at the verdict lets other commands pass', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { command: 'submit' }, hold: 'verdict', times: 1 });
    const held = sample.submit('k1');
    await sample.submit('k2');
    expect(await soFar(held)).toBe('pending');
    sample.faults.release('verdict');
    expect(await held).toMatchObject({ taken: true });
    expect(sample.records().map(({ command }) => command.key)).toEqual(['k2', 'k1']);
  });

  test('that delays: the command is judged by the time of its sequencing', async () => {
    const sample = new SamplePlatform();
    const beganNs = sample.clock.nowNs();
    sample.faults.add({ on: {}, delay: '3s', times: 1 });
    const delayed = sample.submit('k1');
    await sample.clock.advance(2999);
    expect(await soFar(delayed)).toBe('pending');
    await sample.clock.advance(1);
    expect(BigInt(sample.orderOf(await delayed).createdAtNs) - beganNs).toBe(3_000_000_000n);
  });

  test('that refuses at the verdict is recorded and spends the key', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { key: 'k1' }, refuse: 'ACCOUNT_NOT_ACTIVE', times: 1 });
    const refused = await sample.submit('k1');
    expect(sample.recordOf(refused).verdict.refused?.code).toBe('ACCOUNT_NOT_ACTIVE');
    expect(await sample.submit('k1')).toEqual(refused);
  });

  test.each(['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'])(
    'that refuses %s at the inbox leaves the key free',
    async (why) => {
      const sample = new SamplePlatform();
      sample.faults.add({ on: { edge: 'inbox', member: 'm1' }, refuse: why, times: 1 });
      expect(await sample.submit('k1')).toEqual({ taken: false, why });
      expect(sample.records()).toEqual([]);
      expect(await sample.submit('k1')).toMatchObject({ taken: true });
    },
  );

  test.each(['inbox', 'verdict', 'look-up'] as const)('that fails the %s throws and records nothing', async (edge) => {
    const sample = new SamplePlatform({ limits: { inboxCommands: 1 } });
    sample.faults.add({ on: { edge, member: 'm1' }, fail: true, times: 1 });
    const failed = edge === 'look-up' ? sample.port.lookUp(1, 'k1') : sample.submit('k1');
    await expect(failed).rejects.toThrow(`a fault failed the ${edge}`);
    expect(sample.records()).toEqual([]);
    expect(await sample.submit('k1')).toMatchObject({ taken: true });
  });

  test('for one member does not affect another', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { edge: 'inbox', member: 'm2' }, refuse: 'INTERRUPTED' });
    expect(await sample.submit('k1')).toMatchObject({ taken: true });
    const { command } = sample.recordOf(await sample.submit('k2'));
    expect(await sample.platform.port('m2').submit({ ...command, key: 'k3' })).toEqual({
      taken: false,
      why: 'INTERRUPTED',
    });
  });

  test('at the inbox holds a command that has no place yet: its key is pending, and another member may submit it first', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { edge: 'inbox', member: 'm1' }, hold: 'wire', times: 1 });
    const held = sample.submit('k1');
    expect(await sample.port.lookUp(1, 'k1')).toMatchObject({ state: 'pending' });
    const first = await sample.submit('k1');
    sample.faults.release('wire');
    expect(await held).toEqual(first);
    expect(sample.records()).toHaveLength(1);
  });

  test('at the inbox that refuses what it held frees the key', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { edge: 'inbox' }, hold: 'wire', times: 1 });
    sample.faults.add({ on: { edge: 'inbox' }, refuse: 'INBOX_FULL', times: 1 });
    const held = sample.submit('k1');
    sample.faults.release('wire');
    expect(await held).toEqual({ taken: false, why: 'INBOX_FULL' });
    expect(await sample.port.lookUp(1, 'k1')).toEqual({ state: 'absent' });
  });

  test('is absent: commands are sequenced within the call, in the order of the calls', () => {
    const sample = new SamplePlatform();
    for (const key of ['k1', 'k2', 'k3']) void sample.submit(key);
    expect(sample.records().map(({ command }) => command.key)).toEqual(['k1', 'k2', 'k3']);
  });
});
