import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { LOAD_LIMITS } from './load-gauge.ts';
import { type Standing, TurnQueue } from './turn-queue.ts';

/** Until the queue is empty; a served prompt client sends its next request at once, as often as `again` says. */
async function servedOf({ prompts, others, again }: Readonly<Record<string, number>>): Promise<readonly Standing[]> {
  const queue = new TurnQueue();
  const order: Standing[] = [];
  let left = again ?? 0;
  const push = (standing: Standing): void =>
    queue.push(standing, () => {
      order.push(standing);
      if (standing === 'prompt' && left > 0) {
        left -= 1;
        push('prompt');
      }
    });
  for (let n = 0; n < (prompts ?? 0); n += 1) push('prompt');
  for (let n = 0; n < (others ?? 0); n += 1) push('other');
  while (queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
  return order;
}

test('clients that had an answer leave about a quarter of what is served to new connections', async () => {
  const order = await servedOf({ prompts: 16, others: 64, again: 1_000 });
  expect(order[0]).toBe('prompt');
  const last = order.lastIndexOf('other');
  expect(last).toBeLessThanOrEqual(4 * 64);
  // Each turn of the event loop has one for new connections early: somewhat less than three to one.
  expect(order.slice(0, last).filter((one) => one === 'prompt').length).toBeGreaterThan(2 * 64);
});

test('what was served is let go of, although the queue is never empty', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const queue = new TurnQueue();
  const served: WeakRef<object>[] = [];
  const push = (): void => {
    const request = {};
    queue.push('prompt', () => {
      served.push(new WeakRef(request));
      push();
    });
  };
  for (let n = 0; n < 4; n += 1) push();
  while (served.length < 200) await new Promise((resolve) => setImmediate(resolve));
  const earlier = served.slice(0, 100);
  // The target of a new WeakRef is kept to the end of its turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(earlier.filter((request) => request.deref() !== undefined)).toHaveLength(0);
});

/** Of clients that each wait for their answer before they ask again: as many as are refused while 20,000 are served. */
async function refusedOf(clients: number, pauseMs: number): Promise<number> {
  let [atMs, served, refused] = [0, 0, 0];
  const queue = new TurnQueue(LOAD_LIMITS, () => atMs);
  const ask = (): void =>
    queue.push('prompt', (isTooMany) => {
      atMs += 0.1;
      if (isTooMany) refused += 1;
      else if (++served % 4_000 === 2_000) atMs += pauseMs;
      // What is refused comes again, too.
      if (served < 20_000) queueMicrotask(ask);
    });
  for (let n = 0; n < clients; n += 1) ask();
  while (queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
  return refused;
}

test.each([
  ['some hundreds, and the process pauses now and then', 640, 250, false],
  ['more than are served within the limits', 3_000, 0, true],
])('of clients that wait for their answers: %s', async (_, clients, pauseMs, isRefused) => {
  expect((await refusedOf(clients, pauseMs)) > 0).toBe(isRefused);
});
