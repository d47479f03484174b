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
  { timeout: 40_000 },
  async (clock) => {
    await using sandbox = await startSandbox({ clock });
    const left: WeakRef<object>[] = [];
    for (let made = 0; made < WORLDS; made += 1) {
      const world = await sandbox.createWorld();
      expect((await clientOf(world).get('/orders?limit=1')).status).toBe(200);
      left.push(new WeakRef(world.platform));
      await world.close();
    }
    const held = () => {
      collectGarbage();
      return left.filter((platform) => platform.deref() !== undefined).length;
    };
    // What waits for a deadline of their last requests holds some for seconds.
    await expect.poll(held, { timeout: 25_000, interval: 200 }).toBeLessThan(WORLDS / 3);
  },
);
