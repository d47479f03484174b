import { describe, expect, test } from 'vitest';
import type { Command, SequencedRecord } from '../gateway/facts.ts';
import { createClock, VIRTUAL_START_NS } from './clock.ts';
import type { Journal } from './log/journal.ts';
import { memoryJournal } from './log/memory.ts';
import type { RunningOwner } from './running-owner.ts';
import { createSequencer } from './sequencer.ts';
import { recordAt, sampleLog } from './testing/sample-log.ts';

const command = (key: string): Command => ({ ...recordAt(1).command, key });
const keyOf = ({ command: { key } }: SequencedRecord) => key;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A sequence with an owner whose state is its number of records, and which throws on the key `bad`. */
function started(journal: Journal = memoryJournal()) {
  const applied: number[] = [];
  const counting: RunningOwner = {
    name: 'orders',
    judge(_, __, { key }) {
      if (key === 'bad') throw new Error('the owner is broken');
      return { facts: [] };
    },
    apply: ({ position }) => applied.push(position),
    state: () => applied.length,
  };
  const clock = createClock({ mode: 'virtual' });
  const sequencer = createSequencer({ clock, journal, owners: [counting] });
  /** The keys that a follower receives from now on. */
  const followed = (after = 0) => {
    const keys: (string | null)[] = [];
    return Object.assign(
      keys,
      sequencer.follow(after, (record) => keys.push(keyOf(record))),
    );
  };
  return { clock, journal, sequencer, applied, followed };
}

describe('the sequence', () => {
  test('places commands one after another, a microsecond apart if the clock stands still', async () => {
    const { clock, journal, sequencer } = started();
    void sequencer.sequence(command('a'));
    void sequencer.sequence(command('b'));
    await clock.advance(1);
    void sequencer.sequence(command('c'));
    const times = journal.after(0).map(({ position, atNs }) => [position, BigInt(atNs) - VIRTUAL_START_NS]);
    expect(times).toEqual([
      [1, 0n],
      [2, 1000n],
      [3, 1_000_000n],
    ]);
  });

  test('delivers existing records and then new ones to a follower, each once and in order', () => {
    const { sequencer, followed } = started();
    for (const key of ['a', 'b', 'c']) void sequencer.sequence(command(key));
    const keys = followed(1);
    expect([...keys]).toEqual(['b', 'c']);
    void sequencer.sequence(command('d'));
    keys.stop();
    void sequencer.sequence(command('e'));
    expect([...keys]).toEqual(['b', 'c', 'd']);
  });

  test('delivers to every follower before the submission settles', async () => {
    const { sequencer } = started();
    const order: string[] = [];
    sequencer.follow(0, () => order.push('follower'));
    const record = sequencer.sequence(command('a'), () => order.push('placed'));
    expect(order).toEqual(['placed', 'follower']);
    expect(record).toMatchObject({ position: 1 });
  });

  test('a command from within a delivery comes after it, for every follower; one that joins there misses nothing', () => {
    const { sequencer, followed } = started();
    let late: readonly (string | null)[] = [];
    sequencer.follow(0, (record) => {
      if (keyOf(record) !== 'a') return;
      void sequencer.sequence(command('from within'));
      late = followed();
    });
    const keys = followed();
    void sequencer.sequence(command('a'));
    expect([[...keys], [...late]]).toEqual([
      ['a', 'from within'],
      ['a', 'from within'],
    ]);
  });

  test('a follower that throws does not block the others, and the submission rejects', async () => {
    const { sequencer, followed } = started();
    sequencer.follow(0, () => {
      throw new Error('the member is broken');
    });
    const keys = followed();
    await expect(sequencer.sequence(command('a'))).rejects.toThrow('the member is broken');
    expect([...keys]).toEqual(['a']);
  });

  test('an owner that throws leaves no record, and a ruling replaces its verdict', async () => {
    const { sequencer, journal } = started();
    await expect(sequencer.sequence(command('bad'))).rejects.toThrow('the owner is broken');
    await sequencer.sequence(command('good'));
    expect(journal.after(0).map(keyOf)).toEqual(['good']);
    const ruling = { code: 'INVALID_FIELD', message: 'so it was ruled', observedValue: null, limitValue: null };
    expect((await sequencer.sequence(command('bad'), undefined, ruling)).verdict).toEqual({ refused: ruling });
  });

  test('history comes before now and never before existing records', () => {
    const { sequencer } = started();
    expect(sequencer.sequenceAt(5000n, command('a')).atNs).toBe('5000');
    expect(() => sequencer.sequenceAt(5999n, command('b'))).toThrow(RangeError);
    expect(sequencer.sequenceAt(6000n, command('b')).position).toBe(2);
  });

  test('begins with the records of its journal, which accepts the next position and no other', () => {
    const { journal, sequencer } = started();
    void sequencer.sequence(command('a'));
    const again = started(journal);
    expect(again.applied).toEqual([1]);
    expect(again.sequencer.nextAtNs()).toBe(VIRTUAL_START_NS + 1000n);
    expect(() => memoryJournal().append(recordAt(2))).toThrow('position 2 does not follow 0');
  });

  test('holds up a virtual clock: time does not move before placed records are published', async () => {
    const safe = memoryJournal();
    const { clock, sequencer } = started({
      ...safe,
      async append(record: SequencedRecord) {
        // Far more turns than a client gets.
        for (let turn = 0; turn < 200; turn += 1) await settled();
        void safe.append(record);
      },
    });
    const publishedAtNs: bigint[] = [];
    sequencer.follow(0, () => publishedAtNs.push(clock.nowNs()));
    clock.after(10, 'placed', () => void sequencer.sequence(command('a')));
    clock.after(20, 'later', () => undefined);
    await clock.advance(30);
    expect(publishedAtNs).toEqual([VIRTUAL_START_NS + 10_000_000n]);
  });
});

describe('a record that is not safe yet', () => {
  /** On a disk that syncs when told. */
  function unsynced() {
    const log = sampleLog();
    const { promise, resolve: sync } = Promise.withResolvers<void>();
    log.disk.gate = promise;
    const at = started(log.journal);
    return { ...log, ...at, sync, published: at.followed() };
  }

  test('is judged and applied by owners, and not published', async () => {
    const { sequencer, sync, published, applied, followed } = unsynced();
    const answered: unknown[] = [];
    const placed: unknown[] = [];
    sequencer.followPlaced((record) => placed.push(keyOf(record)));
    const both = ['a', 'b'].map(async (key) => {
      await sequencer.sequence(command(key));
      answered.push(key);
    });
    await settled();
    expect([[...published], answered, sequencer.head(), applied]).toEqual([[], [], 0, [1, 2]]);
    expect(placed).toEqual(['a', 'b']);
    // The state of the published records, of which there are none.
    expect(sequencer.stateOf('orders')).toBe(0);
    const late = followed();
    sync();
    await Promise.all(both);
    expect([[...published], [...late], answered, sequencer.head()]).toEqual([['a', 'b'], ['a', 'b'], ['a', 'b'], 2]);
    expect(sequencer.stateOf('orders')).toBe(2);
  });

  test('is published with its own group, and not before', async () => {
    const { sequencer, sync, published, disk } = unsynced();
    void sequencer.sequence(command('a'));
    while (!disk.bytes.includes('"key":"a"')) await settled();
    void sequencer.sequence(command('b'));
    const next = Promise.withResolvers<void>();
    disk.gate = next.promise;
    sync();
    while (published.length === 0) await settled();
    expect([[...published], sequencer.head(), sequencer.stateOf('orders')]).toEqual([['a'], 1, 1]);
    next.resolve();
    while (sequencer.head() < 2) await settled();
    expect([...published]).toEqual(['a', 'b']);
  });

  test('of a command from within a delivery comes after it, and is published when it is safe', async () => {
    const { sequencer, sync, published } = unsynced();
    const states: unknown[] = [];
    sequencer.follow(0, (record) => {
      if (keyOf(record) === 'a') void sequencer.sequence(command('from within'));
      states.push(sequencer.stateOf('orders'));
    });
    sync();
    await Promise.all([sequencer.sequence(command('a')), sequencer.sequence(command('b'))]);
    while (sequencer.head() < 3) await settled();
    expect([...published]).toEqual(['a', 'b', 'from within']);
    // Each follower sees the state of the record that it receives.
    expect(states).toEqual([1, 2, 3]);
  });

  test('on a disk that fails is never published, and its owner no longer accepts commands', async () => {
    const { sequencer, sync, published, disk } = unsynced();
    let answered = false;
    void Promise.resolve(sequencer.sequence(command('lost'))).finally(() => {
      answered = true;
    });
    disk.failing = { what: 'sync', code: 'EIO' };
    sync();
    while (sequencer.takes('orders')) await settled();
    await expect(sequencer.sequence(command('later'))).rejects.toThrow('EIO');
    expect([[...published], answered, sequencer.head()]).toEqual([[], false, 0]);
  });
});
