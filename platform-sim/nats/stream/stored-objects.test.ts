/** What a world stores on NATS beside its log: texts, named snapshots, its name, and buckets that one process creates. */
import type { Socket } from 'node:net';
import { Kvm } from '@nats-io/kv';
import { describe, expect, test } from 'vitest';
import type { LogError } from '../../log/log-error.ts';
import { until } from '../../testing/sample-scene.ts';
import { connectNats } from '../connection.ts';
import { createdByOne } from '../lease/one-creator.ts';
import { RULES_BUCKET } from '../names.ts';
import { type TestNats, WITHOUT_NATS } from '../testing/nats-server.ts';
import { begun, connected, machineClock, natsOf, worldOf } from '../testing/sample-nats.ts';
import { namedSnapshots } from './named-snapshots.ts';
import { openNatsText } from './stored-text.ts';
import { forgetNatsWorld, storedWorlds } from './stored-worlds.ts';

const messagesOf = (failures: readonly LogError[]) => failures.map(({ message }) => message);

/** The text of a world as one process has it, with its own connection. */
async function textOf(nats: TestNats) {
  const failures: LogError[] = [];
  const of = { name: 'default', bucket: RULES_BUCKET, what: 'the fault rules', replicas: 1 };
  const failed = (error: LogError) => failures.push(error);
  const kept = await openNatsText({ nc: await connected(nats), clock: machineClock, failed, ...of });
  let now = 'none';
  kept.of(() => now);
  return {
    ...kept,
    failures,
    become(text: string) {
      now = text;
      kept.changed();
    },
    /** Waits until the server has it. */
    async isStored(text: string) {
      const bucket = await new Kvm(await connected(nats)).open(RULES_BUCKET);
      await until(async () => (await bucket.get('default'))?.string() === text);
    },
    stored: () => kept.end(new Promise(() => undefined)),
  };
}

describe.skipIf(WITHOUT_NATS !== undefined)('a text of a world', () => {
  test('is for the next process as it was at the end, also of changes while the server was down', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    expect(first.found).toBeUndefined();
    first.become('1');
    await first.isStored('1');
    await nats.kill();
    first.become('2');
    await nats.start();
    await first.stored();
    const second = await textOf(nats);
    expect(second.found).toBe('2');
    await second.stored();
    expect((await textOf(nats)).found).toBe('none');
  });

  test('of a process that left is the one before it left, and ends with the world', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    first.become('1');
    first.leave();
    first.become('2');
    await first.stored();
    expect((await textOf(nats)).found).toBe('1');
    await forgetNatsWorld(await connected(nats), 'default');
    expect((await textOf(nats)).found).toBeUndefined();
  });

  test('is not changed by a process that another one took over', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    first.become('1');
    // Without an end: it does not know yet that it is not the active one.
    await first.isStored('1');
    const second = await textOf(nats);
    expect(second.found).toBe('1');
    second.become('2');
    await second.stored();
    first.become('9');
    await first.stored();
    expect([first.failures, (await textOf(nats)).found]).toEqual([[], '2']);
  });

  test('that is too long for the server is reported in a line, and the one before stays', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    first.become('1');
    await first.isStored('1');
    first.become('x'.repeat(2_000_000));
    await until(() => first.failures.length > 0);
    const line = /^the fault rules of the world default are no longer stored \(.+\): a process/;
    expect(messagesOf(first.failures)).toEqual([expect.stringMatching(line)]);
    expect((await textOf(nats)).found).toBe('1');
  });
});

describe.skipIf(WITHOUT_NATS !== undefined)('the named snapshots of a world', () => {
  test('are found in the order of their creation, each in its own world, until they or the world end', async () => {
    const nats = await natsOf();
    const failures: LogError[] = [];
    const of = async (world: string) =>
      namedSnapshots(await connected(nats), world, 1, (error) => failures.push(error));
    const [one, other] = [await of('one'), await of('one.more')];
    expect(one.found).toEqual([]);
    for (const name of ['b', 'c.d', 'a']) one.put(name, `view of ${name}`, `state of ${name}`);
    other.put('b', 'another', 'another state');
    one.remove('b');
    await Promise.all([one.settled(), other.settled()]);
    const next = await of('one');
    expect([next.found, await next.read('c.d')]).toEqual([['view of c.d', 'view of a'], 'state of c.d']);
    next.put('b', 'view of b', '');
    await next.settled();
    expect((await of('one')).found).toEqual(['view of c.d', 'view of a', 'view of b']);
    await forgetNatsWorld(await connected(nats), 'one');
    expect((await of('one')).found).toEqual([]);
    await expect(next.read('c.d')).rejects.toThrow('the snapshot c.d of the world one is gone from the NATS server');
    expect([await (await of('one.more')).read('b'), failures]).toEqual(['another state', []]);
  });

  test('that cannot be stored are reported in a line', async () => {
    const nc = await connected(await natsOf());
    const failures: LogError[] = [];
    const named = await namedSnapshots(nc, 'default', 1, (error) => failures.push(error));
    await nc.close();
    named.put('s1', 'view', 'state');
    await named.settled();
    const line = /^the snapshot s1 of the world default was not stored on NATS \(.+\): it is of this process/;
    expect(messagesOf(failures)).toEqual([expect.stringMatching(line)]);
  });
});

test.skipIf(WITHOUT_NATS !== undefined)(
  'a world that is ended cannot be used, also where the server was restarted, and its name can be used again',
  async () => {
    const nats = await natsOf();
    const world = await worldOf(nats);
    await begun(world.journal);
    await nats.kill();
    await nats.start();
    await forgetNatsWorld(await connected(nats), 'default');
    await until(() => world.failures.length > 0);
    expect(messagesOf(world.failures)).toEqual(['the world default was ended: this process no longer writes']);
    const again = await worldOf(nats, { seed: 2 });
    expect(again.from).toBe(0);
    await begun(again.journal);
    expect(await storedWorlds(again.nc)).toMatchObject([{ name: 'default', generation: 1, seed: 2 }]);
  },
);

describe.skipIf(WITHOUT_NATS !== undefined)('a bucket that several processes start with', () => {
  test('is created by one at a time, in any order of arrival', async () => {
    const nats = await natsOf();
    const all = await Promise.all(Array.from({ length: 6 }, () => connected(nats)));
    let [atOnce, most, absent] = [0, 0, 0];
    const wait = (ms: number) => new Promise<void>((resolve) => void machineClock.after(ms, 'a test waits', resolve));
    for (let round = 0; round < 5; round += 1) {
      const name = `bucket_${round}`;
      const stream = `KV_${name}`;
      const starts = all.map(async (nc, index) => {
        // Some together, some while others listen, some behind all.
        await wait(index * round * 20);
        return createdByOne({ nc, clock: machineClock, stream }, async () => {
          const { streams } = await new Kvm(nc).js.jetstreamManager(false);
          const isThere = await streams.info(stream).then(
            () => true,
            () => false,
          );
          if (isThere) return new Kvm(nc).create(name);
          absent += 1;
          atOnce += 1;
          most = Math.max(most, atOnce);
          // Long enough for each of the others to be done waiting.
          await wait(400);
          const bucket = await new Kvm(nc).create(name);
          atOnce -= 1;
          return bucket;
        });
      });
      const buckets = await Promise.all(starts);
      await buckets[0]?.put('key', name);
      for (const bucket of buckets) expect((await bucket.get('key'))?.string()).toBe(name);
    }
    expect({ most, absent }).toEqual({ most: 1, absent: 5 });
  });

  test('is created by a user who may use no other subject', async () => {
    const allowed = '["$JS.API.>", "$KV.>", "_INBOX.>"]';
    const user = `{ user: someone, password: secret, permissions: { publish: ${allowed}, subscribe: ${allowed} } }`;
    const { url } = await natsOf(`authorization { users: [ ${user} ] }`);
    const nc = await connected({ url: url.replace('//', '//someone:secret@') });
    const bucket = await createdByOne({ nc, clock: machineClock, stream: 'KV_one' }, () => new Kvm(nc).create('one'));
    await bucket.put('key', 'text');
    expect((await bucket.get('key'))?.string()).toBe('text');
  });

  test('is opened at once where it is there', async () => {
    const nc = await connected(await natsOf());
    await new Kvm(nc).create('one');
    const subjects: string[] = [];
    nc.subscribe('touchstone.creators.>', { callback: (_error, message) => void subjects.push(message.subject) });
    await createdByOne({ nc, clock: machineClock, stream: 'KV_one' }, () => new Kvm(nc).create('one'));
    await nc.flush();
    expect(subjects).toEqual([]);
  });
});

describe('a connection', () => {
  const AUTHORIZATION = 'authorization { user: someone, password: secret }';
  const NO_SERVER = /^LogError: no NATS server answers at nats:\/\/127\.0\.0\.1:1 \(connection refused\): start one/;
  const lineOf = (url: string): Promise<string> =>
    connectNats(url, 'test').then(
      async (nc) => {
        await nc.close();
        return 'connected';
      },
      ({ name, message }: Error) => `${name}: ${message}`,
    );

  test.each([
    ['nats://127.0.0.1:1', NO_SERVER],
    ['nats://someone:secret@127.0.0.1:1', NO_SERVER],
    ['127.0.0.1:4222', /^LogError: 127\.0\.0\.1:4222 is no address of a NATS server: state one such as/],
    ['http://127.0.0.1:4222', /^LogError: http:\/\/127\.0\.0\.1:4222 is no address of a NATS server/],
  ])('to %s is refused in a line', async (url, line) => {
    expect(await lineOf(url)).toMatch(line);
  });

  test.skipIf(WITHOUT_NATS !== undefined).each([
    ['', '', /^connected$/],
    [AUTHORIZATION, 'someone:secret@', /^connected$/],
    [AUTHORIZATION, 'someone:wrong@', /^LogError: nats:\/\/[\d.:]+ refuses these credentials: state them as/],
    [AUTHORIZATION, '', /^LogError: nats:\/\/[\d.:]+ refuses these credentials/],
    ['authorization { token: "t" }', 't@', /^connected$/],
    ['jetstream: false', '', /^LogError: nats:\/\/[\d.:]+ has no JetStream \(.*\): start it with nats-server -js$/],
  ])('to a server with %j as %j', async (conf, user, line) => {
    const { url } = await natsOf(conf);
    expect(await lineOf(url.replace('//', `//${user}`))).toMatch(line);
  });

  test.skipIf(WITHOUT_NATS !== undefined)(
    'whose library has let go of a socket still has a listener of its errors, also after a restart',
    async () => {
      const nats = await natsOf();
      const nc = await connected(nats);
      const socketNow = () =>
        (nc as unknown as { protocol: { transport: { socket: Socket } } }).protocol.transport.socket;
      const first = socketNow();
      await nats.kill();
      await nats.start();
      await until(() => nc.isClosed() === false && socketNow() !== first && socketNow() !== undefined);
      await nc.flush();
      for (const socket of [first, socketNow()]) {
        socket.removeAllListeners();
        expect(socket.listenerCount('error')).toBe(1);
        socket.emit('error', new Error('write after end'));
      }
    },
  );
});
