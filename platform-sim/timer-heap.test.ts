import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimerHeap } from './timer-heap.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test.each([
  ['cancelled', 0, (timer: { cancel(): void }) => timer.cancel()],
  ['waiting', 100, () => {}],
] as const)('of a hundred timers that are %s, what %d would run is still referenced', async (_, held, then) => {
  const heap = new TimerHeap();
  const wanted = Array.from({ length: 100 }, (__, n) => {
    const what = { n };
    then(heap.add({ atNs: 1n, label: '', run: () => void what.n }));
    return new WeakRef(what);
  });
  // The target of a new WeakRef is kept to the end of its turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect([heap.size, wanted.filter((what) => what.deref() !== undefined).length]).toEqual([held, held]);
});

test('living timers come in the order of their times to the nanosecond, and of their insertion', () => {
  const START_NS = 1_767_571_200_000_000_000n;
  // A few times, so that many timers have the same one, or differ in their last nanosecond or millisecond alone.
  const timer = fc.record({
    atNs: fc.constantFrom(0n, 1n, 999_999n, 1_000_000n, 1_000_001n, 3_600_000_000_000n).map((ns) => START_NS + ns),
    isCancelled: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(timer, { maxLength: 60 }), (timers) => {
      const heap = new TimerHeap();
      const added = timers.map(({ atNs }, n) => heap.add({ atNs, label: `${n}`, run: () => {} }));
      for (const [n, { isCancelled }] of timers.entries()) if (isCancelled) added[n]?.cancel();
      const living = timers.flatMap(({ atNs, isCancelled }, n) => (isCancelled ? [] : [{ atNs, label: `${n}` }]));
      const expected = living.sort((a, b) => Number(a.atNs - b.atNs));
      expect(heap.size).toBe(expected.length);
      const taken = expected.map(() => heap.take()).map((one) => ({ atNs: one?.atNs, label: one?.label }));
      expect([taken, heap.take(), heap.size]).toEqual([expected, undefined, 0]);
    }),
  );
});
