/** Builds bodies of POST /orders from a profile's fixtures. */
import type { Fixtures } from './profile.ts';

export interface OrderBody {
  readonly accountId?: unknown;
  readonly account?: unknown;
  readonly instrumentId?: unknown;
  readonly instrument?: unknown;
  readonly clientOrderId?: unknown;
  readonly price?: unknown;
  readonly qty?: unknown;
  readonly [name: string]: unknown;
}

/** Whether a quantity is zero: `0`, `0.0`. */
export function isNothing(quantity: unknown): boolean {
  return typeof quantity === 'string' && /^0+(\.0*)?$/.test(quantity);
}

/** The price of a buy that trades at once: twice the resting price, so on the same price grid. */
export function tradingPrice(restingPrice: string): string {
  const [whole = '0', places = ''] = restingPrice.split('.');
  const doubled = `${BigInt(whole + places) * 2n}`.padStart(places.length + 1, '0');
  return places === '' ? doubled : `${doubled.slice(0, -places.length)}.${doubled.slice(-places.length)}`;
}

/**
 * An order that rests: a buy of 1 at the fixture's price, account and instrument by id, with no properties that the
 * interface does not name. `over` replaces properties; undefined leaves one out. `Actor.submit` adds clientOrderId
 * where `over` does not state it.
 */
export function restingOrder(fixtures: Fixtures, over: OrderBody = {}): OrderBody {
  if (fixtures.account === undefined || fixtures.instrument === undefined) {
    throw new Error('an order needs the fixtures account and instrument: name both in the needs of the check');
  }
  const byId = {
    accountId: fixtures.account.id,
    instrumentId: fixtures.instrument.id,
    price: fixtures.instrument.price,
    qty: '1',
  };
  return { ...usual(byId, fixtures.order ?? {}, over), ...over };
}

const ALIASES = [
  ['accountId', 'account'],
  ['instrumentId', 'instrument'],
] as const;

/**
 * Merges the profile's order into the default one. The profile may state account and instrument by id or by name; where
 * the check states another one, the profile's spelling is dropped.
 */
function usual(byId: OrderBody, own: OrderBody, over: OrderBody): OrderBody {
  const body: Record<string, unknown> = { ...byId, ...own };
  for (const [id, alias] of ALIASES) {
    if (own[alias] === undefined) continue;
    const isNamedOtherwise = id in over || alias in over;
    delete body[isNamedOtherwise ? alias : id];
    if (isNamedOtherwise) body[id] = byId[id];
  }
  return body;
}
