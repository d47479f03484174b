import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { rows } from '../../target/exchange.ts';
import { driveFilledOrders, executionsPage, type Row } from './filled-order.ts';

/** The other way round an amount that does not fit leaves an asset without a fee. */
function hasItsAsset(row: Row, page: Exchange): Judgement {
  const { fee, feeAssetId } = row;
  if (feeAssetId === undefined || feeAssetId === 0) return violated('feeAssetId null where none is named', page);
  return fee !== null && feeAssetId === null ? violated('fee null where no asset is named', page) : pass;
}

export const feeAndItsAssetStandTogether = check({
  id: 'exe/fee-and-its-asset-stand-together',
  proves: ['EXE-03'],
  title: 'fee is null only where no held currency is named (or no amount fits), and then feeAssetId is null too',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await driveFilledOrders(scene, 70, '2.5');
  },

  judge(history) {
    const page = executionsPage(history);
    if (page === undefined) return inconclusive('no execution is to be seen');
    return eachOf(rows(page), (row) => hasItsAsset(row, page));
  },
});
