import { expect, test } from 'vitest';
import { InFlight } from './in-flight.ts';

test('at most this many requests are in flight, and the sessions of the others take turns', async () => {
  const inFlight = new InFlight(2);
  const [many, few, dropped] = [{}, {}, {}];
  const order: string[] = [];
  const take = async (session: object, name: string) => {
    const isPlaced = await inFlight.take(session);
    order.push(isPlaced === false ? `${name} dropped` : name);
  };
  expect([inFlight.take(many), inFlight.take(many)]).toEqual([undefined, undefined]);
  const waiting = [take(many, '3'), take(many, '4'), take(dropped, '5'), take(few, '6')];
  inFlight.drop(dropped);
  for (let i = 0; i < 3; i += 1) inFlight.leave();
  await Promise.all(waiting);
  expect(order).toEqual(['5 dropped', '3', '6', '4']);
  inFlight.leave();
  inFlight.leave();
  expect(inFlight.take(few)).toBeUndefined();
});
