import type { Exchange } from '../../client/exchange.ts';
import { rows } from '../../client/exchange.ts';
import { compared, type ExactDecimal, exactDecimal, times } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { driveFilledOrders, executionsPage, type Row } from './filled-order.ts';

/** The other way round an amount that does not fit leaves an asset without a fee. */
function hasItsAsset(row: Row, page: Exchange): Judgement {
  const { fee, feeAssetId } = row;
  if (feeAssetId === undefined || feeAssetId === 0) return violated('feeAssetId null where none is named', page);
  return fee !== null && feeAssetId === null ? violated('fee null where no asset is named', page) : pass;
}

/** 2^63 at 18 places is 9.22: a fee of less than a tenth of that fits with room to spare. */
const FITS = { units: 9n, places: 1 };
/** The fee of so small a trade fits, whichever of the two currencies traded it is charged in. */
const SMALL = { units: 1n, places: 2 };

function amountOf(row: Row): ExactDecimal | undefined {
  const [price, qty] = [exactDecimal(row['price']), exactDecimal(row['qty'])];
  return price === undefined || qty === undefined ? undefined : times(price, qty);
}

/** Of an asset that is named, by a trade of as much or more: if that fee fits, so does a smaller one. */
function isLargerWithAFee(other: Row, row: Row, amount: ExactDecimal): boolean {
  const [fee, more] = [exactDecimal(other['fee']), amountOf(other)];
  const isOfTheAsset = other['feeAssetId'] === row['feeAssetId'];
  return (
    isOfTheAsset && fee !== undefined && compared(fee, FITS) < 0 && more !== undefined && compared(more, amount) >= 0
  );
}

/** With a named asset fee is null only where the amount does not fit a 64-bit integer at 18 places. */
function fitsNot(row: Row, page: Exchange): Judgement {
  const amount = amountOf(row);
  const isNamed = typeof row['feeAssetId'] === 'number' && row['feeAssetId'] !== 0;
  if (row['fee'] !== null || !isNamed || amount === undefined) return pass;
  const fits = compared(amount, SMALL) <= 0 || rows(page).some((other) => isLargerWithAFee(other, row, amount));
  return fits ? violated('the fee of a named asset: it fits at 18 places', page) : pass;
}

export const feeAndItsAssetStandTogether = check({
  id: 'exe/fee-and-its-asset-stand-together',
  proves: ['EXE-03'],
  title: 'fee is null only where no held currency is named (or no amount fits), and then feeAssetId is null too',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await driveFilledOrders(scene, 70, '2.5', scene.fixtures.instrument.step);
  },

  judge(history) {
    const page = executionsPage(history);
    if (page === undefined) return inconclusive('no execution is to be seen');
    return eachOf(rows(page), (row) => allOf(hasItsAsset(row, page), fitsNot(row, page)));
  },
});
