/** Builds bodies of POST /orders from a profile's fixtures. */
import type { Fixtures } from '../profile/profile.ts';

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

/** Twice a decimal, so on the same grid. */
export function doubled(decimal: string): string {
  const places = placesOf(decimal);
  return decimalOf(unitsAt(decimal, places) * 2n, places);
}

/** The price of a buy that trades at once: twice the resting price. */
export function tradingPrice(restingPrice: string): string {
  return doubled(restingPrice);
}

/** The least multiple of the grid (a tick or a step) that is at least `value`; `value` itself where it is one. */
export function onGrid(value: string, grid: string): string {
  const places = Math.max(placesOf(value), placesOf(grid));
  const [units, unit] = [unitsAt(value, places), unitsAt(grid, places)];
  if (unit <= 0n || units % unit === 0n) return value;
  return decimalOf((units / unit + 1n) * unitsAt(grid, placesOf(grid)), placesOf(grid));
}

function placesOf(decimal: string): number {
  return decimal.split('.')[1]?.length ?? 0;
}

function unitsAt(decimal: string, places: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function decimalOf(units: bigint, places: number): string {
  const digits = `${units}`.padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The step of the fixture that an order names by id or symbol; the instrument's where it names none of them. */
function stepOf(fixtures: Fixtures, { instrumentId, instrument }: OrderBody): string {
  const listed = Object.values(fixtures).filter(isInstrument);
  const named = listed.find(({ id, symbol }) => id === instrumentId || symbol === instrument);
  return named?.step ?? (named === undefined ? fixtures.instrument?.step : undefined) ?? '1';
}

type NamedInstrument = NonNullable<Fixtures['gridlessInstrument']>;

function isInstrument(fixture: unknown): fixture is NamedInstrument {
  return typeof fixture === 'object' && fixture !== null && 'symbol' in fixture;
}

/**
 * An order that rests: a buy of 1 (or the least more that the step allows) at the fixture's price, account and instrument by id, with no properties that the
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
    qty: onGrid('1', stepOf(fixtures, over)),
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

/** A quantity of one unit in the eighteenth decimal place. The owner refuses an order for it, so nothing rests. */
export const FINER_THAN_ANY_GRID = '0.000000000000000001';
