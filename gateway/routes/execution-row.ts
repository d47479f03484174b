import { decimal, isZero } from '../contract/decimal.ts';
import type { ExecutionRow } from '../facts.ts';
import { rowJson } from './row-json.ts';
import { atPlaces, membersAt, placesOfAsset, placesOfInstrument } from './served-money.ts';

/** Renders an execution, with the amounts and fee that the member's version serves. */
export const executionJson = rowJson<ExecutionRow>(({ orgId: _, ...row }, rendering) => {
  if (rendering.gates['fills.venue-precision']) return row;
  const fee = row.fee === null || isZero(decimal(row.fee)) ? null : row.fee;
  const places = placesOfInstrument(rendering, row.instrumentId);
  return { ...membersAt(row, ['price', 'qty'], places), fee: atPlaces(fee, placesOfAsset(rendering, row.feeAssetId)) };
});
