/** What a fault does to the bytes of a disk and of a frame. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import type { Disk } from '../log/disk.ts';
import { createSeed } from '../seed.ts';
import { createDiskEdge } from './disk-edge.ts';
import { createFaults } from './faults.ts';
import type { FaultRule } from './rule-shape.ts';
import { corrupted } from './socket-edge.ts';

const BYTES = Buffer.from('abcd');

/** A disk with a fault, through the calls that must be done later or now. */
function sample(when: 'later' | 'now', rule: FaultRule) {
  const done: string[] = [];
  const note = (what: string) => void done.push(what);
  const real: Disk = {
    write: async (bytes) => note(`write ${bytes}`),
    sync: async () => note('sync'),
    writeNow: (bytes) => note(`write ${bytes}`),
    syncNow: () => note('sync'),
  };
  const random = createSeed(1).stream('faults');
  const faults = createFaults({ clock: createClock({ mode: 'virtual' }), random, disk: true });
  const { id } = faults.add(rule);
  const edge = createDiskEdge(() => real);
  const disk = edge.under(0);
  return {
    ask: () => edge.ask(() => faults),
    write: async () => (when === 'now' ? disk.writeNow(BYTES, 0) : disk.write(BYTES, 0)),
    sync: async () => (when === 'now' ? disk.syncNow() : disk.sync()),
    so: () => [done, faults.get(id)?.firings],
  };
}

describe.each(['later', 'now'] as const)('a disk that must act %s', (when) => {
  test('writes half and reports that it is full, as often as the rule says', async () => {
    const { ask, write, sync, so } = sample(when, { on: {}, fail: 'disk full', times: 1 });
    ask();
    const message = expect.stringMatching(/^ENOSPC: no space left on device/);
    await expect(write()).rejects.toMatchObject({ code: 'ENOSPC', message });
    await write();
    await sync();
    expect(so()).toEqual([['write ab', 'write abcd', 'sync'], 1]);
  });

  test('writes, and fails to sync', async () => {
    const { ask, write, sync, so } = sample(when, { on: {}, fail: 'sync failed', times: 1 });
    ask();
    await write();
    await expect(sync()).rejects.toMatchObject({ code: 'EIO', message: expect.stringMatching(/^EIO: i\/o error/) });
    expect(so()).toEqual([['write abcd'], 1]);
  });

  test('works before there are faults', async () => {
    const { write, so } = sample(when, { on: {}, fail: 'disk full' });
    await write();
    expect(so()).toEqual([['write abcd'], 0]);
  });
});

test('a corrupted frame does not parse, and is text of the same length; each seed corrupts other bytes', () => {
  const of = (frame: string, seed: number) => corrupted(frame, createSeed(seed).stream('frames'));
  const frames = fc.oneof(fc.object(), fc.array(fc.jsonValue())).map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(frames, fc.nat(), (frame, seed) => {
      const changed = of(frame, seed);
      expect(() => JSON.parse(changed)).toThrow(SyntaxError);
      expect([...changed]).toHaveLength([...frame].length);
      expect([Buffer.from(changed).toString(), of(frame, seed)]).toEqual([changed, changed]);
    }),
  );
  const quote = JSON.stringify({ event: 'quote', msgType: 'quote', data: { bid: '100.00', ask: '100.02' } });
  expect(of(quote, 1)).not.toBe(of(quote, 2));
});
