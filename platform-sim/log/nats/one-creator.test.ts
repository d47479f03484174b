import { Kvm } from '@nats-io/kv';
import { describe, expect, test } from 'vitest';
import { createdByOne } from './one-creator.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { connected, machineClock, natsOf } from './testing/sample-nats.ts';

describe.skipIf(WITHOUT_NATS !== undefined)('a bucket that several processes start with', () => {
  test('is created by one at a time, whoever comes when', async () => {
    const nats = await natsOf();
    const all = await Promise.all(Array.from({ length: 6 }, () => connected(nats)));
    let atOnce = 0;
    let most = 0;
    let absent = 0;
    for (let round = 0; round < 5; round += 1) {
      const name = `bucket_${round}`;
      const starts = all.map(async (nc, index) => {
        // Some together, some while others listen, some behind all.
        await new Promise<void>((resolve) => void machineClock.after(index * round * 20, 'a start', resolve));
        const stream = `KV_${name}`;
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
          await new Promise<void>((resolve) => void machineClock.after(400, 'a slow creation', resolve));
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
    const create = () => new Kvm(nc).create('one');
    const bucket = await createdByOne({ nc, clock: machineClock, stream: 'KV_one' }, create);
    await bucket.put('key', 'text');
    expect((await bucket.get('key'))?.string()).toBe('text');
  });

  test('is opened at once where it is there', async () => {
    const nc = await connected(await natsOf());
    await new Kvm(nc).create('one');
    const heard: string[] = [];
    nc.subscribe('touchstone.creators.>', { callback: (_error, message) => void heard.push(message.subject) });
    await createdByOne({ nc, clock: machineClock, stream: 'KV_one' }, () => new Kvm(nc).create('one'));
    await nc.flush();
    expect(heard).toEqual([]);
  });
});
