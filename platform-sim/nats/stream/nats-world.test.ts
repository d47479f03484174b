import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { VIRTUAL_START_NS } from '../../clock.ts';
import { memoryJournal } from '../../log/memory.ts';
import { textOfState } from '../../log/state-text.ts';
import { recordAt } from '../../testing/sample-log.ts';
import { SamplePlatform } from '../../testing/sample-platform.ts';
import { until } from '../../testing/sample-scene.ts';
import { WITHOUT_NATS } from '../testing/nats-server.ts';
import { appended, begun, connected, natsOf, recordsOn, worldOf } from '../testing/sample-nats.ts';
import { storedWorlds } from './stored-worlds.ts';

const streamsOn = async (nc: NatsConnection): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const name of (await jetstreamManager(nc)).streams.names('touchstone.log.>')) names.push(name);
  return names.toSorted();
};
const upTo = (head: number): readonly SequencedRecord[] =>
  Array.from({ length: head }, (_, index) => recordAt(index + 1));
const settled = async (safe: readonly Promise<void>[]): Promise<readonly string[]> =>
  (await Promise.allSettled(safe)).map((one) => (one.status === 'fulfilled' ? 'safe' : (one.reason as Error).message));

describe.skipIf(WITHOUT_NATS !== undefined)('a world on NATS', () => {
  test('has the records and notes of one in memory, byte for byte, also for the next process', async () => {
    const nats = await natsOf();
    const memory = memoryJournal();
    const first = await worldOf(nats);
    for (const journal of [memory, first.journal]) {
      const sample = new SamplePlatform({ from: { journal, atNs: VIRTUAL_START_NS } });
      for (const key of ['a', 'b', 'c']) await sample.submit(key, { side: 'SELL', price: '90' });
      await sample.clock.advance(5_000);
      void journal.note({ kind: 'stop', after: journal.head(), atNs: '5' });
      sample.platform.close();
    }
    expect(JSON.stringify(first.journal.after(0))).toBe(JSON.stringify(memory.after(0)));
    await first.close(7n);
    const second = await worldOf(nats);
    expect(JSON.stringify(second.journal.after(0))).toBe(JSON.stringify(memory.after(0)));
    expect(second.journal.notes().map(({ kind, atNs }) => [kind, atNs])).toEqual([
      ['start', '0'],
      ['stop', '5'],
      ['stop', '7'],
      ['start', memory.at(memory.head())?.atNs],
    ]);
    expect(second).toMatchObject({ starts: 2, from: memory.head(), torn: 0 });
    expect(second.lastNs).toBe(BigInt(memory.at(memory.head())?.atNs ?? 0));
    expect(second.failures).toEqual([]);
  });

  test('is named once its beginning is whole, with what its members need', async () => {
    const nats = await natsOf();
    const world = await worldOf(nats, { name: 'a.b', seed: 3, options: { members: 2 } });
    expect(await storedWorlds(world.nc)).toEqual([]);
    await begun(world.journal);
    expect(await storedWorlds(world.nc)).toEqual([
      { name: 'a.b', generation: 1, stream: 'touchstone_a=2eb_1', seed: 3, size: 'small', options: { members: 2 } },
    ]);
    expect(await recordsOn(world.nc, 'touchstone_a=2eb_1')).toEqual(upTo(2));
  });

  test('whose beginning was cut short begins again, and that stream goes', async () => {
    const nats = await natsOf();
    const first = await worldOf(nats);
    void appended(first.journal, 50);
    first.journal.settle();
    await until(async () => (await streamsOn(first.nc)).length > 0);
    await first.nc.close();
    const second = await worldOf(nats);
    const isWhole = second.from === 50;
    if (!isWhole) {
      expect(second).toMatchObject({ from: 0, starts: 1 });
      await begun(second.journal);
      await until(async () => (await streamsOn(second.nc)).length === 1);
      expect(await storedWorlds(second.nc)).toMatchObject([{ stream: 'touchstone_default_2' }]);
    }
  });

  test('is refused in a line with another seed or a virtual clock, and on a closed connection', async () => {
    const nats = await natsOf();
    await begun((await worldOf(nats)).journal);
    const nc = await connected(nats);
    await nc.close();
    for (const [of, line] of [
      [
        { seed: 2 },
        /^the world default on NATS is of --seed 1 --world small, and --seed 2 --world small was requested: /,
      ],
      [{ mode: 'virtual' }, /^a virtual clock is moved in one process/],
      [{ nc }, /^the world default on NATS cannot be opened: .*; see to the NATS/],
    ] as const) {
      await expect(worldOf(nats, of)).rejects.toThrow(line);
    }
  });

  test('meets the faults of a log', async () => {
    const world = await worldOf(await natsOf());
    await begun(world.journal);
    const now = () => ({ act: 'fail', how: 'disk full' }) as never;
    world.meet(() => ({ now, mark: () => ({ added: 0, rules: [] }) }));
    await expect(world.journal.append(recordAt(3))).rejects.toThrow('ENOSPC');
    expect(world.failures.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^the world default on NATS can no longer be written \(ENOSPC\): reads continue, writes are refused/,
      ),
    ]);
    expect(await recordsOn(world.nc, 'touchstone_default_1')).toEqual(upTo(2));
  });

  test('far ahead of a real clock is refused with the clock that can continue it, which is no virtual one', async () => {
    const nats = await natsOf();
    const first = await worldOf(nats);
    await begun(first.journal);
    await first.close(120_000_000_000n);
    await expect(worldOf(nats, { nowNs: 0n })).rejects.toThrow(
      /^the world default on NATS has come to a time \d+ s ahead of this machine's clock: start with --clock xN, or begin/,
    );
  });

  test('signs and seals alike in every process', async () => {
    const nats = await natsOf();
    const first = await worldOf(nats);
    const second = await worldOf(nats, { name: 'other' });
    expect(first.secretRoot).toEqual(second.secretRoot);
    expect(first.signingKey.publicKey.equals(second.signingKey.publicKey)).toBe(true);
  });
});

describe.skipIf(WITHOUT_NATS !== undefined)('a process that another one took over from', () => {
  test('appends nothing more, and nothing of it is acknowledged', async () => {
    const nats = await natsOf();
    const first = await worldOf(nats);
    await begun(first.journal);
    const second = await worldOf(nats);
    const line = /^another platform process took over .* this one no longer writes/;
    expect(await settled(appended(first.journal, 3))).toEqual(Array(3).fill(expect.stringMatching(line)));
    expect(first.failures.map(({ message }) => message)).toEqual([expect.stringMatching(line)]);
    expect(() => first.journal.append(recordAt(6))).toThrow(line);
    expect(first.journal.head()).toBe(2);
    await second.journal.append(recordAt(3));
    expect(await recordsOn(second.nc, 'touchstone_default_1')).toEqual(upTo(3));
  });

  test('detects it, and a process that is alone verifies that, with writes in flight', async () => {
    const nats = await natsOf();
    const first = await worldOf(nats);
    await first.verify();
    await begun(first.journal);
    const inFlight = appended(first.journal, 50);
    await first.verify();
    await Promise.all(inFlight);
    await first.verify();
    const second = await worldOf(nats);
    await expect(first.verify()).rejects.toThrow(/^another platform process took over /);
    await second.verify();
  });

  test('begins no other generation', async () => {
    const nats = await natsOf();
    const first = await worldOf(nats);
    await begun(first.journal);
    const second = await worldOf(nats);
    await expect(begun(first.startOver(2))).rejects.toThrow(
      // The second one deletes what the first one began, unless that notices it before.
      /took over the world default|touchstone_default_2 is gone/,
    );
    expect(await storedWorlds(second.nc)).toMatchObject([{ generation: 1, seed: 1 }]);
    await second.journal.append(recordAt(3));
  });
});

describe.skipIf(WITHOUT_NATS !== undefined)('a world that starts over', () => {
  test('is of another stream once its beginning is whole, and the former one goes', async () => {
    const nats = await natsOf();
    const world = await worldOf(nats);
    await begun(world.journal);
    const last = world.journal.append(recordAt(3));
    const journal = world.startOver(9);
    await begun(journal);
    await last;
    expect(await storedWorlds(world.nc)).toMatchObject([{ generation: 2, stream: 'touchstone_default_2', seed: 9 }]);
    await until(async () => (await streamsOn(world.nc)).join() === 'touchstone_default_2');
    await world.close(0n);
    const second = await worldOf(nats, { seed: 9 });
    expect(second.journal.after(0)).toEqual(upTo(2));
    expect(second.failures).toEqual([]);
  });

  test('twice at once is of the second', async () => {
    const nats = await natsOf();
    const world = await worldOf(nats);
    await begun(world.journal);
    void world.startOver(2).append(recordAt(1));
    const journal = world.startOver(3, memoryJournal(upTo(5), [{ kind: 'stop', after: 2, atNs: '4' }]));
    expect(journal.head()).toBe(5);
    await journal.append(recordAt(6));
    await world.close(0n);
    const second = await worldOf(nats, { seed: 3 });
    expect(second.journal.after(0)).toEqual(upTo(6));
    expect(second.journal.notes().map(({ kind }) => kind)).toEqual(['start', 'stop', 'stop', 'start']);
    expect(world.failures).toEqual([]);
  });
});

describe.skipIf(WITHOUT_NATS !== undefined)('the snapshot of a world', () => {
  async function closed(nats: { readonly url: string }, submitted: readonly string[]): Promise<SamplePlatform> {
    const world = await worldOf(nats, { snapshots: { every: 1_000_000, atEnd: 1 } });
    const { journal, snapshot } = world;
    const sample = new SamplePlatform({
      from: { journal, atNs: VIRTUAL_START_NS, states: snapshot?.states, statesAt: snapshot?.position },
    });
    world.follow(sample.platform);
    for (const key of submitted) await sample.submit(key);
    sample.platform.close();
    await world.close(0n);
    expect(world.failures).toEqual([]);
    return sample;
  }

  test('is of all that was judged, and the next process continues from it', async () => {
    const nats = await natsOf();
    const sample = await closed(nats, ['a', 'b']);
    const { snapshot } = await worldOf(nats);
    expect(snapshot?.position).toBe(sample.platform.head());
    expect(textOfState(snapshot?.states.get('orders'), new Map())).toEqual(
      textOfState(sample.platform.stateOf('orders'), new Map()),
    );
    const next = await closed(nats, ['c']);
    expect(next.platform.head()).toBe(sample.platform.head() + 1);
  });

  test('of another stream is ignored and reported', async () => {
    const nats = await natsOf();
    await closed(nats, ['a', 'b']);
    const nc = await connected(nats);
    await begun((await worldOf(nats, { name: 'other', nc })).journal);
    const [stored, other] = await storedWorlds(nc);
    const entry = JSON.stringify({ ...stored, name: 'other', stream: other?.stream, generation: 1 });
    await (await new Kvm(nc).open('touchstone_worlds')).put('default', entry);
    const world = await worldOf(nats);
    const line =
      /^the snapshot default in the object store touchstone_snapshots is ignored because it is of another log/;
    expect(world.failures.map(({ message }) => message)).toEqual([expect.stringMatching(line)]);
    expect([world.snapshot, world.journal.after(0)]).toEqual([undefined, upTo(2)]);
  });
});
