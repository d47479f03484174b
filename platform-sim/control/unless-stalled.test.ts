import { expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import type { World } from '../hosting/world.ts';
import { ControlError } from './control-error.ts';
import { unlessStalled } from './unless-stalled.ts';

const NEVER = new Promise<never>(() => undefined);

/** A world whose log stores nothing from a moment on. */
function worldOn(stalledAfterMs: number) {
  const clock = createClock({ mode: 'virtual' });
  const beganNs = clock.nowNs();
  const isStalled = () => clock.nowNs() - beganNs >= BigInt(stalledAfterMs) * 1_000_000n;
  const journal = { stalled: () => (isStalled() ? NEVER : undefined) };
  return { clock, world: { platform: { journal }, machineClock: clock } as unknown as World };
}

// biome-ignore format: an aligned table
test.each<readonly [string, number, () => Promise<string>, unknown]>([
  ['is answered where the log stores it',                    60_000, async () => 'done', 'done'],
  ['is answered by a log that stores nothing else',               0, async () => 'done', 'done'],
  ['fails as it does',                                       60_000, () => Promise.reject(new Error('refused')), new Error('refused')],
  ['does not wait for a log that stores nothing',                 0, () => NEVER, expect.any(ControlError)],
  ['does not wait for a log that stores nothing after a while', 9_000, () => NEVER, expect.any(ControlError)],
])('a change of the control plane %s', async (_, stalledAfterMs, running, outcome) => {
  const { clock, world } = worldOn(stalledAfterMs);
  const replied = unlessStalled(world, running()).catch((error: unknown) => error);
  await clock.advance(20_000);
  expect(await replied).toEqual(outcome);
});
