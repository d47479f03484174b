import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTimerHeap } from './timer-heap.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test.each([
  ['cancelled', 0, (timer: { cancel(): void }) => timer.cancel()],
  ['waiting', 100, () => {}],
] as const)('of a hundred timers that are %s, what %d would run is still referenced', async (_, held, then) => {
  const heap = createTimerHeap();
  const wanted = Array.from({ length: 100 }, (__, n) => {
    const what = { n };
    then(heap.add({ atNs: 1n, label: '', run: () => void what.n }));
    return new WeakRef(what);
  });
  // The target of a new WeakRef is kept to the end of its turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect([heap.size(), wanted.filter((what) => what.deref() !== undefined).length]).toEqual([held, held]);
});
