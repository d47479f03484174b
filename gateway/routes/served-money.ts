import { decimal, divide, formatDecimal } from '../contract/decimal.ts';
import type { Money } from '../facts.ts';
import type { Rendering } from './row-json.ts';

const ONE = decimal('1');

/**
 * An amount at the platform's scale, as older members served it: padded with zeros, and rounded where it is finer.
 * Unchanged if the platform has no scale for it.
 */
export function atPlaces<Amount extends Money | null>(amount: Amount, places: number | undefined): Amount {
  if (amount === null || places === undefined) return amount;
  return formatDecimal(divide(decimal(amount), ONE, Math.min(places, 18)), places) as Amount;
}

/** Brings the named members of a row to one scale. */
export function membersAt<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
  places: number | undefined,
): Row {
  const at = names.map((name) => [name, atPlaces(row[name] as Money | null, places)]);
  return { ...row, ...Object.fromEntries(at) };
}

/** The fractional digits of an asset's scale; undefined without an asset or if it is unknown. */
export function placesOfAsset({ state }: Pick<Rendering, 'state'>, assetId: number | null): number | undefined {
  return assetId === null ? undefined : state.asset(assetId)?.unitScale;
}

/** The fractional digits of an instrument's working scale; undefined without an instrument or if it is unknown. */
export function placesOfInstrument(
  { state }: Pick<Rendering, 'state'>,
  instrumentId: number | null,
): number | undefined {
  return instrumentId === null ? undefined : state.instrument(instrumentId)?.workingScale;
}
