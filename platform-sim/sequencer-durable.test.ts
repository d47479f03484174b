import { describe, expect, test } from 'vitest';
import type { Command, SequencedRecord } from '../gateway/facts.ts';
import { createClock } from './clock.ts';
import type { RunningOwner } from './running-owner.ts';
import { createSequencer } from './sequencer.ts';
import { sampleLog } from './testing/sample-log.ts';

const command = (key: string): Command => ({
  owner: 'orders',
  principal: { orgId: 1, userId: 1 },
  key,
  operation: 'cancelOrder 1',
  body: { kind: 'cancel', orderId: '1' },
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** An owner whose state is its number of records, on a disk that syncs when told. */
function started() {
  let seen = 0;
  const counting: RunningOwner = {
    name: 'orders',
    judge: () => ({ facts: [] }),
    apply: () => {
      seen += 1;
    },
    state: () => seen,
  };
  const log = sampleLog();
  const { promise, resolve: sync } = Promise.withResolvers<void>();
  log.disk.gate = promise;
  const sequencer = createSequencer({
    clock: createClock({ mode: 'virtual' }),
    journal: log.journal,
    owners: [counting],
  });
  const told: (string | null)[] = [];
  sequencer.follow(0, ({ command: { key } }) => told.push(key));
  return { ...log, sequencer, sync, told, seen: () => seen };
}

describe('a record that is not safe yet', () => {
  test('is judged and applied by owners, and not published', async () => {
    const { sequencer, sync, told, seen } = started();
    const answered: unknown[] = [];
    const placed: SequencedRecord[] = [];
    sequencer.followPlaced((record) => placed.push(record));
    const both = ['a', 'b'].map(async (key) => {
      await sequencer.sequence(command(key));
      answered.push(key);
    });
    await settled();
    expect([told, answered, sequencer.head(), seen()]).toEqual([[], [], 0, 2]);
    expect(placed.map(({ position }) => position)).toEqual([1, 2]);
    // The state of the published records, of which there are none.
    expect(sequencer.stateOf('orders')).toBe(0);
    const late: (string | null)[] = [];
    sequencer.follow(0, ({ command: { key } }) => late.push(key));
    sync();
    await Promise.all(both);
    expect([told, late, answered, sequencer.head()]).toEqual([['a', 'b'], ['a', 'b'], ['a', 'b'], 2]);
    expect(sequencer.stateOf('orders')).toBe(2);
  });

  test('is published with its own group, and not before', async () => {
    const { sequencer, sync, told, disk } = started();
    void sequencer.sequence(command('a'));
    while (!disk.bytes.includes('"key":"a"')) await settled();
    void sequencer.sequence(command('b'));
    const next = Promise.withResolvers<void>();
    disk.gate = next.promise;
    sync();
    while (told.length === 0) await settled();
    expect([told, sequencer.head(), sequencer.stateOf('orders')]).toEqual([['a'], 1, 1]);
    next.resolve();
    while (sequencer.head() < 2) await settled();
    expect(told).toEqual(['a', 'b']);
  });

  test('of a command from within a delivery comes after it, and is published when it is safe', async () => {
    const { sequencer, sync, told } = started();
    const states: unknown[] = [];
    sequencer.follow(0, ({ command: { key } }) => {
      if (key === 'a') void sequencer.sequence(command('from within'));
      states.push(sequencer.stateOf('orders'));
    });
    sync();
    await Promise.all([sequencer.sequence(command('a')), sequencer.sequence(command('b'))]);
    while (sequencer.head() < 3) await settled();
    expect(told).toEqual(['a', 'b', 'from within']);
    // Each follower sees the state of the record that it receives.
    expect(states).toEqual([1, 2, 3]);
  });

  test('on a disk that fails is never published, and its owner accepts no more', async () => {
    const { sequencer, sync, told, disk } = started();
    let answered = false;
    void Promise.resolve(sequencer.sequence(command('lost'))).finally(() => {
      answered = true;
    });
    disk.failing = { what: 'sync', code: 'EIO' };
    sync();
    while (sequencer.takes('orders')) await settled();
    await expect(sequencer.sequence(command('later'))).rejects.toThrow('EIO');
    expect([told, answered, sequencer.head()]).toEqual([[], false, 0]);
  });
});
