/** Bodies of POST /orders made of a profile's fixtures. */
import type { Fixtures } from './profile.ts';

export interface OrderBody {
  readonly accountId?: unknown;
  readonly account?: unknown;
  readonly instrumentId?: unknown;
  readonly instrument?: unknown;
  readonly clientOrderId?: unknown;
  readonly side?: unknown;
  readonly price?: unknown;
  readonly qty?: unknown;
  readonly [name: string]: unknown;
}

/**
 * An order that rests: a BUY of 1 at the fixture's price, account and instrument by id. `over` replaces properties; one
 * given as undefined is left out of the JSON. clientOrderId is added by `Actor.submit` where `over` does not state it.
 */
export function restingOrder(fixtures: Fixtures, over: OrderBody = {}): OrderBody {
  if (fixtures.account === undefined || fixtures.instrument === undefined) {
    throw new Error('an order needs the fixtures account and instrument: name both in the needs of the check');
  }
  return {
    accountId: fixtures.account.id,
    instrumentId: fixtures.instrument.id,
    side: 'BUY',
    price: fixtures.instrument.price,
    qty: '1',
    ...fixtures.order,
    ...over,
  };
}
