import { describe, expect, test } from 'vitest';
import type { LogError } from '../log-error.ts';
import { namedSnapshots } from './named-snapshots.ts';
import { forgetNatsWorld } from './stored-worlds.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { connected, natsOf } from './testing/sample-nats.ts';

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
    expect(next.found).toEqual(['view of c.d', 'view of a']);
    expect(await next.read('c.d')).toBe('state of c.d');
    next.put('b', 'view of b', '');
    await next.settled();
    expect((await of('one')).found).toEqual(['view of c.d', 'view of a', 'view of b']);
    await forgetNatsWorld(await connected(nats), 'one');
    expect((await of('one')).found).toEqual([]);
    await expect(next.read('c.d')).rejects.toThrow('the snapshot c.d of the world one is gone from the NATS server');
    expect(await (await of('one.more')).read('b')).toBe('another state');
    expect(failures).toEqual([]);
  });

  test('that cannot be stored are reported in a line', async () => {
    const nats = await natsOf();
    const nc = await connected(nats);
    const failures: LogError[] = [];
    const named = await namedSnapshots(nc, 'default', 1, (error) => failures.push(error));
    await nc.close();
    named.put('s1', 'view', 'state');
    await named.settled();
    expect(failures.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^the snapshot s1 of the world default was not stored on NATS \(.+\): it is of this process/,
      ),
    ]);
  });
});
