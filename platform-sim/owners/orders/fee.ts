import { fitsInt64At, formatDecimal, parseDecimal } from '../../../gateway/contract/decimal.ts';
import type { ExecutionRow, Money } from '../../../gateway/facts.ts';
import type { Directory } from '../directory.ts';

/**
 * A fee at its asset's working scale, or finer if the venue's is; a stated zero is a zero (EXE-02). null if the venue
 * named no currency that the platform holds, or if the fee does not fit a 64-bit integer at that scale (EXE-03).
 *
 * @param fee positive for a charge; null: the venue stated none.
 */
export function feeOf(
  { assets, assetIds }: Directory,
  fee: Money | null,
  currency: string | null,
): Pick<ExecutionRow, 'fee' | 'feeAssetId'> {
  const asset = assets.get(assetIds.get(currency ?? '') ?? 0);
  if (asset === undefined) return { fee: null, feeAssetId: null };
  const amount = fee === null ? undefined : parseDecimal(fee);
  if (amount === undefined || !fitsInt64At(amount, Math.max(amount.scale, asset.unitScale))) {
    return { fee: null, feeAssetId: asset.assetId };
  }
  return { fee: formatDecimal(amount, asset.unitScale), feeAssetId: asset.assetId };
}
