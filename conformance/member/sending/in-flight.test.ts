import { expect, test } from 'vitest';
import { InFlight } from './in-flight.ts';

test('at most this many requests are in flight, and the others follow in order', async () => {
  const inFlight = new InFlight(2);
  const order: number[] = [];
  const took = [1, 2, 3, 4].map((n) => inFlight.take()?.then(() => void order.push(n)));
  expect(took.map((wait) => wait === undefined)).toEqual([true, true, false, false]);
  inFlight.leave();
  await took[2];
  expect(order).toEqual([3]);
  inFlight.leave();
  await took[3];
  expect(order).toEqual([3, 4]);
  inFlight.leave();
  inFlight.leave();
  expect(inFlight.take()).toBeUndefined();
});
