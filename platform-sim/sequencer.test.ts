import { describe, expect, test } from 'vitest';
import type { Command, SequencedRecord } from '../gateway/facts.ts';
import { createClock, VIRTUAL_START_NS } from './clock.ts';
import { memoryJournal } from './log/memory.ts';
import type { RunningOwner } from './running-owner.ts';
import { createSequencer } from './sequencer.ts';

const command = (key: string): Command => ({
  owner: 'orders',
  principal: { orgId: 1, userId: 1 },
  key,
  operation: 'cancelOrder 1',
  body: { kind: 'cancel', orderId: '1' },
});

/** Refuses nothing, and throws on the key `bad`. */
const patient: RunningOwner = {
  name: 'orders',
  judge(_, __, { key }) {
    if (key === 'bad') throw new Error('the owner is broken');
    return { facts: [] };
  },
  apply: () => undefined,
  state: () => undefined,
};

function started() {
  const clock = createClock({ mode: 'virtual' });
  const journal = memoryJournal();
  const sequencer = createSequencer({ clock, journal, owners: [patient] });
  const keysOf = (records: readonly SequencedRecord[]) => records.map((record) => record.command.key);
  return { clock, journal, sequencer, keysOf };
}

describe('the sequence', () => {
  test('places commands one after another, a microsecond apart if the clock stands still', async () => {
    const { clock, journal, sequencer } = started();
    void sequencer.sequence(command('a'));
    void sequencer.sequence(command('b'));
    await clock.advance(1);
    void sequencer.sequence(command('c'));
    expect(journal.after(0).map(({ position, atNs }) => [position, BigInt(atNs) - VIRTUAL_START_NS])).toEqual([
      [1, 0n],
      [2, 1000n],
      [3, 1_000_000n],
    ]);
  });

  test('delivers existing records and then new ones to a follower, each once and in order', () => {
    const { sequencer, keysOf } = started();
    for (const key of ['a', 'b', 'c']) void sequencer.sequence(command(key));
    const told: SequencedRecord[] = [];
    const following = sequencer.follow(1, (record) => told.push(record));
    expect(keysOf(told)).toEqual(['b', 'c']);
    void sequencer.sequence(command('d'));
    following.stop();
    void sequencer.sequence(command('e'));
    expect(keysOf(told)).toEqual(['b', 'c', 'd']);
  });

  test('delivers to every follower before the submission settles', async () => {
    const { sequencer } = started();
    const heard: string[] = [];
    sequencer.follow(0, () => heard.push('follower'));
    const record = sequencer.sequence(command('a'), () => heard.push('placed'));
    expect(heard).toEqual(['placed', 'follower']);
    expect(record).toMatchObject({ position: 1 });
  });

  test('a command from within a delivery comes after it, for every follower', () => {
    const { sequencer, keysOf } = started();
    const [first, second]: [SequencedRecord[], SequencedRecord[]] = [[], []];
    sequencer.follow(0, (record) => {
      first.push(record);
      if (record.command.key === 'a') void sequencer.sequence(command('from within'));
    });
    sequencer.follow(0, (record) => second.push(record));
    void sequencer.sequence(command('a'));
    expect(keysOf(first)).toEqual(['a', 'from within']);
    expect(keysOf(second)).toEqual(['a', 'from within']);
  });

  test('a follower that joins within a delivery receives its record once', () => {
    const { sequencer, keysOf } = started();
    const late: SequencedRecord[] = [];
    sequencer.follow(0, ({ position }) => {
      if (position === 1) sequencer.follow(0, (record) => late.push(record));
    });
    void sequencer.sequence(command('a'));
    void sequencer.sequence(command('b'));
    expect(keysOf(late)).toEqual(['a', 'b']);
  });

  test('a follower that throws does not block the others, and the submission rejects', async () => {
    const { sequencer, keysOf } = started();
    const told: SequencedRecord[] = [];
    sequencer.follow(0, () => {
      throw new Error('the member is broken');
    });
    sequencer.follow(0, (record) => told.push(record));
    await expect(sequencer.sequence(command('a'))).rejects.toThrow('the member is broken');
    expect(keysOf(told)).toEqual(['a']);
  });

  test('an owner that throws leaves no record, and the next command takes its position', async () => {
    const { sequencer, journal, keysOf } = started();
    await expect(sequencer.sequence(command('bad'))).rejects.toThrow('the owner is broken');
    await sequencer.sequence(command('good'));
    expect(keysOf(journal.after(0))).toEqual(['good']);
  });

  test('a ruling replaces the verdict', async () => {
    const { sequencer } = started();
    const ruling = { code: 'INVALID_FIELD', message: 'so it was ruled', observedValue: null, limitValue: null };
    expect((await sequencer.sequence(command('bad'), undefined, ruling)).verdict).toEqual({ refused: ruling });
  });

  test('history comes before now and never before existing records', () => {
    const { sequencer } = started();
    expect(sequencer.sequenceAt(5000n, command('a')).atNs).toBe('5000');
    expect(() => sequencer.sequenceAt(5999n, command('b'))).toThrow(RangeError);
    expect(sequencer.sequenceAt(6000n, command('b')).position).toBe(2);
  });
});

test('a journal accepts the next position and no other', () => {
  const journal = memoryJournal();
  const record: SequencedRecord = { position: 2, atNs: '1', command: command('a'), verdict: { facts: [] } };
  expect(() => journal.append(record)).toThrow('position 2 does not follow 0');
});

test('a sequence begins with the records of its journal', () => {
  const { clock, journal, sequencer } = started();
  void sequencer.sequence(command('a'));
  const applied: number[] = [];
  const watched: RunningOwner = { ...patient, apply: ({ position }) => applied.push(position) };
  const again = createSequencer({ clock, journal, owners: [watched] });
  expect(applied).toEqual([1]);
  expect(again.nextAtNs()).toBe(VIRTUAL_START_NS + 1000n);
});

describe('a journal that syncs later', () => {
  test('holds up a virtual clock: time does not move before placed records are published', async () => {
    const clock = createClock({ mode: 'virtual', startNs: 0n });
    const safe = memoryJournal();
    const journal = {
      ...safe,
      async append(record: SequencedRecord) {
        // Far more turns than a client gets.
        for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        void safe.append(record);
      },
    };
    const sequencer = createSequencer({ clock, journal, owners: [patient] });
    const toldAtNs: bigint[] = [];
    sequencer.follow(0, () => toldAtNs.push(clock.nowNs()));
    clock.after(10, 'placed', () => void sequencer.sequence(command('a')));
    clock.after(20, 'later', () => undefined);
    await clock.advance(30);
    expect(toldAtNs).toEqual([10_000_000n]);
  });
});
