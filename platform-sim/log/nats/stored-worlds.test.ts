import { describe, expect, test } from 'vitest';
import { until } from '../../testing/sample-scene.ts';
import { forgetNatsWorld, storedWorlds } from './stored-worlds.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { begun, connected, natsOf, worldOf } from './testing/sample-nats.ts';

describe.skipIf(WITHOUT_NATS !== undefined)('the worlds on a server', () => {
  test('that are ended can be used no more, also where the server was restarted, and a name can be used again', async () => {
    const nats = await natsOf();
    const world = await worldOf(nats);
    await begun(world.journal);
    await nats.kill();
    await nats.start();
    await forgetNatsWorld(await connected(nats), 'default');
    await until(() => world.failures.length > 0);
    expect(world.failures[0]?.message).toBe('the world default was ended: this process writes no more');
    const again = await worldOf(nats, { seed: 2 });
    expect(again.from).toBe(0);
    await begun(again.journal);
    expect(await storedWorlds(again.nc)).toMatchObject([{ name: 'default', generation: 1, seed: 2 }]);
  });
});
