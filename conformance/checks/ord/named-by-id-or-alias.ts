/** What names an account or an instrument in an order: the id, its alias, or both where they agree (ORD-02, ORD-03). */

import type { Actor } from '../../client/actor.ts';
import { at, isOk } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { cancelled, refusedByEither, submitRefused } from './refused-order.ts';

export interface Naming {
  readonly id: 'accountId' | 'instrumentId';
  readonly alias: 'account' | 'instrument';
}

interface Named {
  readonly id: number;
  readonly name: string;
  /** An id and a name that name something else, or nothing. */
  readonly other: { readonly id: number; readonly name: string };
}

interface Submitting {
  readonly trader: Actor;
  order(over?: OrderBody): OrderBody;
  freshKey(): string;
}

export async function driveNaming(scene: Submitting, { id, alias }: Naming, named: Named): Promise<void> {
  const { trader, order } = scene;
  const taken = async (label: string, over: OrderBody) =>
    cancelled(trader, await trader.submit(order(over), { label }));
  await taken('by id', {});
  await taken('by alias', { [id]: undefined, [alias]: named.name });
  await taken('by both', { [alias]: named.name });
  await submitRefused(trader, scene, 'by neither', { [id]: undefined });
  await submitRefused(trader, scene, 'by another id', { [id]: named.other.id, [alias]: named.name });
  await submitRefused(trader, scene, 'by another alias', { [alias]: named.other.name });
}

export function judgeNaming(history: History, { id }: Naming): Judgement {
  const byId = history.one('by id');
  if (!isOk(byId)) return inconclusive('an order by id is not accepted');
  // Which status a disagreement has is not said (decision A75); the sandbox's door refuses it.
  const refused = history.target.strict
    ? ({ status: [400, 422], position: 'absent' } as const)
    : ({ status: '4xx' } as const);
  return allOf(
    eachOf(['by alias', 'by both'], (what) => {
      const e = history.one(what);
      const same = !isOk(e) || at(e, id) === at(byId, id);
      return allOf(expects(e, { status: '2xx' }, what), same ? pass : violated(`the ${id} that it names`, byId, e));
    }),
    ...['by neither', 'by another id', 'by another alias'].map((what) => refusedByEither(history, what, refused)),
  );
}
