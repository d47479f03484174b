import type { Exchange } from '../../client/exchange.ts';
import { rows } from '../../client/exchange.ts';
import { compared, exactDecimal, plus, times, ZERO } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { driveFilledOrders, executionsPage, ownExecutions, type Row } from './filled-order.ts';

/** The sandbox's venue names the currency that it charges for the fixture's instrument, and the platform holds it. */
function namesItsAsset({ fee, feeAssetId }: Row, page: Exchange): Judgement {
  if (fee !== null && feeAssetId !== null) return pass;
  return blaming(violated('the fee and the asset that the venue named', page), 'EXE-03');
}

/** A fee may be a rebate elsewhere; the sandbox's venue charges for the fixture's instrument. */
function isCharge(row: Row, page: Exchange): Judgement {
  const fee = exactDecimal(row['fee']);
  return fee !== undefined && fee.units > 0n ? pass : violated('a positive fee, for a charge', page);
}

/** The working scale of what the sandbox's venue charges in: its fees state so many places. */
const LEAST_FEE = { units: 1n, places: 8 };

/** A fee that is rounded further than to its working scale is out of proportion: the sandbox's venue charges by the traded amount. */
function inProportion(one: Row, other: Row, page: Exchange): Judgement {
  const amount = (row: Row) => times(exactDecimal(row['price']) ?? ZERO, exactDecimal(row['qty']) ?? ZERO);
  const fee = (row: Row) => exactDecimal(row['fee']) ?? ZERO;
  const [its, others] = [times(fee(one), amount(other)), times(fee(other), amount(one))];
  const apart = times(LEAST_FEE, plus(amount(one), amount(other)));
  return compared(its, plus(others, apart)) <= 0 && compared(others, plus(its, apart)) <= 0
    ? pass
    : violated('the exact fee of each trade, as the venue charged it', page);
}

/** Where the asset is named and the fee is not, the amount may not fit; no venue of the sandbox's charges that much. */
function statesItsZero(row: Row, page: Exchange): Judgement {
  const named = typeof row['feeAssetId'] === 'number' && row['feeAssetId'] !== 0;
  return named && row['fee'] === null ? violated('a stated zero fee as a zero, not null', page) : pass;
}

export const chargeIsAPositiveExactFee = check({
  id: 'exe/charge-is-a-positive-exact-fee',
  proves: ['EXE-02', 'EXE-03'],
  title: "a charge is a positive fee, exact at the asset's working scale; a stated zero is a zero",
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  // Amounts that no cent holds; two, for the venue may fill each at once.
  async drive(scene) {
    await driveFilledOrders(scene, 60, '1.2345', '2.3457');
  },

  judge(history) {
    const page = executionsPage(history);
    const own = ownExecutions(history);
    const [first] = own;
    if (page === undefined || first === undefined) return inconclusive("the order's executions are not to be seen");
    const stated = eachOf(rows(page), (row) => {
      const fee = row['fee'];
      return fee === null || exactDecimal(fee) !== undefined ? pass : violated('a fee null or a decimal', page);
    });
    // With a control plane at hand the venue is the sandbox's own, whatever stands between it and the client.
    return allOf(
      blaming(stated, 'EXE-02'),
      ...own.map((row) => namesItsAsset(row, page)),
      ...own.map((row) => blaming(isCharge(row, page), 'EXE-02')),
      ...own.map((row) => blaming(inProportion(first, row, page), 'EXE-02')),
      ...rows(page).map((row) => blaming(statesItsZero(row, page), 'EXE-02')),
    );
  },
});
