import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../testing/sample-scene.ts';
import { forgetNatsWorld, type GoneWorld, type StoredWorld, storedWorlds, watchWorlds } from './stored-worlds.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { begun, connected, natsOf, worldOf } from './testing/sample-nats.ts';

const shown = (world: StoredWorld | GoneWorld): string =>
  'gone' in world ? `${world.name} gone` : `${world.name} ${world.generation}`;

describe.skipIf(WITHOUT_NATS !== undefined)('the worlds on a server', () => {
  test('are watched: those that there are, new ones, other generations, the end; also across a restart', async () => {
    const nats = await natsOf();
    const [one, two] = [await worldOf(nats, { name: 'one' }), await worldOf(nats, { name: 'two' })];
    await begun(one.journal);
    const heard: string[] = [];
    const nc = await connected(nats);
    const watch = await watchWorlds(nc, (world) => heard.push(shown(world)));
    onTestFinished(watch.stop);
    expect(heard).toEqual(['one 1']);
    await begun(two.journal);
    await begun(one.startOver(1));
    await until(() => heard.length === 3);
    await nats.kill();
    await nats.start();
    await begun(two.startOver(1));
    await until(() => heard.length === 4);
    await forgetNatsWorld(nc, 'one');
    await until(() => heard.length === 5);
    expect(heard).toEqual(['one 1', 'two 1', 'one 2', 'two 2', 'one gone']);
    expect((await storedWorlds(nc)).map(shown)).toEqual(['two 2']);
  });

  test('that are ended can be used no more, and a name can be used again', async () => {
    const nats = await natsOf();
    const world = await worldOf(nats);
    await begun(world.journal);
    await forgetNatsWorld(world.nc, 'default');
    await until(() => world.failures.length > 0);
    expect(world.failures[0]?.message).toBe('the world default was ended: this process writes no more');
    const again = await worldOf(nats, { seed: 2 });
    expect(again.from).toBe(0);
    await begun(again.journal);
    expect((await storedWorlds(again.nc)).map(shown)).toEqual(['default 1']);
  });
});
