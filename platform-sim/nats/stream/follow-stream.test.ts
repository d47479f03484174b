import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import type { LogError } from '../../log/log-error.ts';
import { recordAt } from '../../testing/sample-log.ts';
import { until } from '../../testing/sample-scene.ts';
import { WITHOUT_NATS } from '../testing/nats-server.ts';
import { appended, begun, connected, natsOf, proxyTo, worldOf } from '../testing/sample-nats.ts';
import { followStream, type StreamFollowing } from './follow-stream.ts';

const STREAM = 'touchstone_default_1';

interface Followed extends StreamFollowing {
  readonly records: SequencedRecord[];
  readonly lost: LogError[];
  readonly caughtUpAt: number[];
}

function followed(nc: NatsConnection, after = 0, apply = (_: SequencedRecord): void => undefined): Followed {
  const [records, lost, caughtUpAt]: [SequencedRecord[], LogError[], number[]] = [[], [], []];
  const following = followStream({
    ...{ nc, stream: STREAM, after },
    apply(record) {
      apply(record);
      records.push(record);
    },
    caughtUp: () => caughtUpAt.push(records.length),
    lost: (error) => lost.push(error),
  });
  onTestFinished(following.stop);
  return { ...following, records, lost, caughtUpAt };
}

const from = (first: number, last: number): readonly SequencedRecord[] =>
  Array.from({ length: last - first + 1 }, (_, index) => recordAt(first + index));

describe.skipIf(WITHOUT_NATS !== undefined)('a member that follows a stream', () => {
  test('gets what there is after a position, says so once, and then what comes', async () => {
    const nats = await natsOf();
    const { journal } = await worldOf(nats);
    await begun(journal);
    void journal.note({ kind: 'stop', after: 2, atNs: '1' });
    await Promise.all(appended(journal, 300));
    const nc = await connected(nats);
    const [whole, part, none] = [followed(nc), followed(nc, 100), followed(nc, 302)];
    await until(() => [whole, part, none].every(({ caughtUpAt }) => caughtUpAt.length > 0));
    expect([whole.caughtUpAt, part.caughtUpAt, none.caughtUpAt]).toEqual([[302], [202], [0]]);
    await Promise.all(appended(journal, 2));
    await until(() => [whole, part, none].every(({ head }) => head() === 304));
    expect(whole.records).toEqual(from(1, 304));
    expect(part.records).toEqual(from(101, 304));
    expect(none.records).toEqual(from(303, 304));
    whole.stop();
    await Promise.all(appended(journal, 1));
    await until(() => part.head() === 305);
    expect(whole.head()).toBe(304);
  });

  test('gets each record once across restarts of the server and cuts of its connection', async () => {
    const nats = await natsOf();
    const proxy = await proxyTo(nats);
    const { journal } = await worldOf(nats);
    await begun(journal);
    const member = followed(await connected(proxy));
    for (let round = 0; round < 3; round += 1) {
      const safe = appended(journal, 500);
      await until(() => member.head() > 2 + round * 500);
      proxy.cut();
      await nats.kill();
      await nats.start();
      await Promise.all(safe);
    }
    await until(() => member.head() === 1_502);
    expect(member.records).toEqual(from(1, 1_502));
    expect(member.lost).toEqual([]);
  });

  test.each([
    ['is gone', undefined, /^the stream touchstone_default_1 is gone from the NATS server: restore it, or begin/],
    ['lost its tail', [1], /^the stream touchstone_default_1 ends at message 1, and 3 were safe: the NATS server lost/],
    ['holds other records', [1, 2, 3, 4], /^the stream touchstone_default_1 ends at message 2, and 3 were safe/],
  ])('reports a stream that %s', async (_, restored, line) => {
    const nats = await natsOf();
    const proxy = await proxyTo(nats);
    const { journal, nc } = await worldOf(nats);
    await begun(journal);
    const member = followed(await connected(proxy));
    await until(() => member.head() === 2);
    proxy.break();
    const jsm = await jetstreamManager(nc);
    await jsm.streams.delete(STREAM);
    if (restored !== undefined) await jsm.streams.add({ name: STREAM, subjects: ['touchstone.log.default.1.*'] });
    for (const key of restored ?? [])
      await jsm.jetstream().publish('touchstone.log.default.1.record', JSON.stringify(recordAt(key)));
    proxy.mend();
    await until(() => member.lost.length > 0);
    expect(member.lost.map(({ message }) => message)).toEqual([expect.stringMatching(line)]);
    expect(member.records).toEqual(from(1, 2));
  });

  test('reports a stream that is deleted while it is connected', async () => {
    const nats = await natsOf();
    const { journal, nc } = await worldOf(nats);
    await begun(journal);
    const member = followed(await connected(nats));
    await until(() => member.head() === 2);
    await (await jetstreamManager(nc)).streams.delete(STREAM);
    await until(() => member.lost.length > 0);
    expect(member.lost[0]?.message).toMatch(/is gone from the NATS server/);
  });

  test('that cannot apply a record stops, with the reason', async () => {
    const nats = await natsOf();
    const { journal } = await worldOf(nats);
    await begun(journal);
    const member = followed(await connected(nats), 0, ({ position }) => {
      if (position === 2) throw new Error('no such owner');
    });
    await until(() => member.lost.length > 0);
    expect(member.lost[0]?.message).toBe(`${STREAM} cannot be read at message 3: no such owner`);
    expect(member.records).toEqual(from(1, 1));
  });
});
