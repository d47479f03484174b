import { describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import type { Disk } from '../log/disk.ts';
import { createSeed } from '../seed.ts';
import { createDiskEdge } from './disk-edge.ts';
import { createFaults } from './faults.ts';
import type { FaultRule } from './rule-shape.ts';

function sample(rule: FaultRule) {
  const done: string[] = [];
  const note = (what: string) => void done.push(what);
  const real: Disk = {
    write: async (bytes) => note(`write ${bytes}`),
    sync: async () => note('sync'),
    writeNow: (bytes) => note(`write ${bytes}`),
    syncNow: () => note('sync'),
  };
  const faults = createFaults({
    clock: createClock({ mode: 'virtual' }),
    random: createSeed(1).stream('faults'),
    disk: true,
  });
  const { id } = faults.add(rule);
  const edge = createDiskEdge(() => real);
  const disk = edge.under(0);
  return { done, faults, disk, ask: () => edge.ask(() => faults), firings: () => faults.get(id)?.firings };
}

const FULL = /^ENOSPC: no space left on device/;
const NOT_SYNCED = /^EIO: i\/o error/;
const BYTES = Buffer.from('abcd');

describe.each(['later', 'now'] as const)('a disk that must act %s', (when) => {
  const write = async (disk: Disk) => (when === 'now' ? disk.writeNow(BYTES, 0) : disk.write(BYTES, 0));
  const sync = async (disk: Disk) => (when === 'now' ? disk.syncNow() : disk.sync());

  test('writes half and reports that it is full, as often as the rule says', async () => {
    const { disk, done, ask, firings } = sample({ on: {}, fail: 'disk full', times: 1 });
    ask();
    await expect(write(disk)).rejects.toMatchObject({ code: 'ENOSPC', message: expect.stringMatching(FULL) });
    await write(disk);
    await sync(disk);
    expect([done, firings()]).toEqual([['write ab', 'write abcd', 'sync'], 1]);
  });

  test('writes, and fails to sync', async () => {
    const { disk, done, ask, firings } = sample({ on: {}, fail: 'sync failed', times: 1 });
    ask();
    await write(disk);
    await expect(sync(disk)).rejects.toMatchObject({ code: 'EIO', message: expect.stringMatching(NOT_SYNCED) });
    expect([done, firings()]).toEqual([['write abcd'], 1]);
  });

  test('works before there are faults', async () => {
    const { disk, done, firings } = sample({ on: {}, fail: 'disk full' });
    await write(disk);
    expect([done, firings()]).toEqual([['write abcd'], 0]);
  });
});

test('a rule of a disk is refused where there is none', () => {
  const random = createSeed(1).stream('faults');
  const faults = createFaults({ clock: createClock({ mode: 'virtual' }), random });
  expect(() => faults.add({ on: {}, fail: 'disk full' })).toThrow('start it with --data DIR');
});
