import type { Judgement } from '../runner/judgement.ts';
import { allOf, pass, violated } from '../runner/judgement.ts';
import type { Exchange } from '../target/exchange.ts';
import { isSubmit } from './attempt.ts';
import type { KeyStory } from './chronicle.ts';
import type { Sighting } from './order-sightings.ts';
import { sightingsOf } from './order-sightings.ts';
import type { Statement } from './statement.ts';

/** Orders by the key that made them: the first exchange that shows each. */
type OrdersOfAKey = Map<string, Exchange>;

function ordersByKey(sightings: ReadonlyMap<string, readonly Sighting[]>): ReadonlyMap<string, OrdersOfAKey> {
  const byKey = new Map<string, OrdersOfAKey>();
  for (const [name, list] of sightings) {
    const shown = list.find(({ row }) => typeof row?.['clientOrderId'] === 'string');
    if (shown === undefined) continue;
    const of = `${name.split('/')[0]} ${shown.row?.['clientOrderId'] as string}`;
    const orders = byKey.get(of);
    if (orders === undefined) byKey.set(of, new Map([[name, shown.exchange]]));
    else orders.set(name, shown.exchange);
  }
  return byKey;
}

function judgeKey({ key, attempts }: KeyStory, orders: OrdersOfAKey): Judgement {
  const [first, second] = orders.values();
  if (first === undefined) return pass;
  if (second !== undefined) return violated(`one order with clientOrderId ${key}, not ${orders.size}`, first, second);
  const mayHaveMadeIt = attempts.some((a) => isSubmit(a) && a.outcome.kind !== 'turned-away');
  if (mayHaveMadeIt) return pass;
  return violated(`no order with clientOrderId ${key}: no submit under it was taken`, attempts[0].exchange, first);
}

export const oneEffect: Statement = {
  id: 'T11',
  says: 'one key has at most one effect, and none where every attempt was turned away at the door',
  shows: ['IDEM-16'],
  judge(chronicle) {
    const byKey = ordersByKey(sightingsOf(chronicle));
    return allOf(
      ...chronicle.keys.map((story) => judgeKey(story, byKey.get(`${story.organisation} ${story.key}`) ?? new Map())),
    );
  },
};
