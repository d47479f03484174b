import { expect, test } from 'vitest';
import type { SandboxOptions } from './sandbox.ts';
import { startSandbox } from './sandbox.ts';

/** Options as an unchecked test file states them. */
const untyped = (options: object) => options as SandboxOptions;

test.each([
  [{ sede: 3 }, 'startSandbox: there is no option sede; there are seed, world'],
  [{ seed: -1 }, 'startSandbox: seed is a whole number from 0 on'],
  [{ seed: '7' }, 'startSandbox: seed is a whole number from 0 on'],
  [{ world: 'huge' }, "startSandbox: world is 'small' or 'large'"],
  [{ clock: 'fast' }, "startSandbox: clock is 'virtual', 'real' or { rate: 60 }"],
  [{ clock: { rate: 1e308 } }, "startSandbox: clock is 'virtual', 'real' or { rate: 60 }"],
  [{ data: '' }, 'startSandbox: data is the name of a folder'],
  [{ clock: { rate: 0 } }, "startSandbox: clock is 'virtual', 'real' or { rate: 60 }"],
  [{ route: 'roundrobin' }, 'startSandbox: route is one of round-robin, random, sticky, weighted'],
  [{ members: ['0.13.0'] }, "startSandbox: members is one or more of { version }, such as { version: '0.13.0' }"],
  [{ members: [{ version: '0.15.0' }] }, 'startSandbox: members is one or more of { version }'],
  [{ members: [] }, 'startSandbox: members is one or more of { version }'],
])('%j is reported', async (options, message) => {
  await expect(startSandbox(untyped({ ports: false, ...options }))).rejects.toThrow(message);
});

test('valid options, or undefined ones, are accepted, also for a world', async () => {
  const right = { seed: 0, world: 'small', clock: { rate: 2 }, route: 'sticky', members: [{ version: '0.13.0' }] };
  await using sandbox = await startSandbox(untyped({ ports: false, ...right, data: undefined, sede: undefined }));
  expect((await sandbox.control.readMembers()).items.map(({ version }) => version)).toEqual(['0.13.0']);
  await expect(sandbox.createWorld(untyped({ nmae: 'a' }))).rejects.toThrow('createWorld: there is no option nmae');
  await using world = await sandbox.createWorld({ name: 'a' });
  expect(world.name).toBe('a');
});
