import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import { clientOf } from './sample-world.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const WORLDS = 12;

test.each(['virtual', 'real'] as const)(
  'worlds that were made, used and ended are let go of: %s clock',
  async (clock) => {
    await using sandbox = await startSandbox({ clock });
    const left: WeakRef<object>[] = [];
    for (let made = 0; made < WORLDS; made += 1) {
      const world = await sandbox.createWorld();
      expect((await clientOf(world).get('/orders?limit=1')).status).toBe(200);
      left.push(new WeakRef(world.platform));
      await world.close();
    }
    // What waits for a deadline of the last one's requests may hold one or two.
    for (let round = 0; round < 20; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    expect(left.filter((platform) => platform.deref() !== undefined).length).toBeLessThan(WORLDS / 3);
  },
);
