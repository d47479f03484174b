import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import { clientOf } from '../testing/sample-world.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const WORLDS = 12;
/** Counted objects of each world: itself, its platform, its clock, its issuer. */
const PARTS = 4;

test.each(['virtual', 'real'] as const)(
  'ended worlds are garbage collected after use: %s clock',
  { timeout: 40_000 },
  async (clock) => {
    await using sandbox = await startSandbox({ clock });
    const left: WeakRef<object>[] = [];
    for (let made = 0; made < WORLDS; made += 1) {
      const world = await sandbox.createWorld();
      expect((await clientOf(world).get('/orders?limit=1')).status).toBe(200);
      for (const part of [world, world.platform, world.clock, world.issuer]) left.push(new WeakRef(part));
      await world.close();
    }
    const held = () => {
      collectGarbage();
      return left.filter((part) => part.deref() !== undefined).length;
    };
    // The last connection and the last response keep one world, for any number of worlds.
    await expect.poll(held, { timeout: 25_000, interval: 200 }).toBeLessThanOrEqual(PARTS);
  },
);
