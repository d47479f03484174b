/** Fees of executions: exact, positive for a charge, zero where stated, null only where no held currency is named. */
import { type Exchange, rows, textAt } from '../../member/exchange/exchange.ts';
import type { FixtureName } from '../../member/profile/profile.ts';
import { compared, type ExactDecimal, exactDecimal, plus, times, ZERO } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  eachOf,
  inconclusive,
  type Judgement,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { notShown } from '../../runner/record/not-shown.ts';
import { driveFilledOrders, driveTradeOf, executionsOf, executionsPage, type Row } from './filled-order.ts';

/** The executions of all the orders that were submitted. */
function ownExecutions(history: History): readonly Row[] {
  const page = executionsPage(history);
  const orderIds = history.labelled('submitted').map((e) => textAt(e, 'orderId'));
  return page === undefined ? [] : orderIds.flatMap((id) => (id === undefined ? [] : executionsOf(page, id)));
}

/** Judges the executions of the orders submitted, of an instrument that a profile names as a fixture. */
function judgeOwnExecutions(
  history: History,
  fixture: FixtureName,
  judge: (own: readonly Row[], page: Exchange) => Judgement,
): Judgement {
  const page = executionsPage(history);
  const own = ownExecutions(history);
  if (page !== undefined && own.length > 0) return judge(own, page);
  return notShown(history, `no execution of an order of the fixture ${fixture} is to be seen`);
}

/** The sandbox's venue names the currency that it charges for the fixture's instrument, and the platform holds it. */
function namesItsAsset({ fee, feeAssetId }: Row, page: Exchange): Judgement {
  const named = fee !== null && feeAssetId !== null;
  return blaming(named ? pass : violated('the fee and the asset that the venue named', page), 'EXE-03');
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
      own.map((row) => namesItsAsset(row, page)),
      own.map((row) => blaming(isCharge(row, page), 'EXE-02')),
      own.map((row) => blaming(inProportion(first, row, page), 'EXE-02')),
      rows(page).map((row) => blaming(statesItsZero(row, page), 'EXE-02')),
    );
  },
});

/** Not the reverse: an amount that does not fit leaves an asset without a fee. */
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

/** A trade of as much or more has a fee in the same asset: if that fee fits, so does a smaller one. */
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
  if (row['fee'] !== null || !isNamed || amount === undefined) return unseen;
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

export const statedZeroFeeIsAZero = check({
  id: 'exe/stated-zero-fee-is-a-zero',
  proves: ['EXE-02'],
  title: 'a fee of zero in a named asset is served as a zero decimal, not as null',
  needs: ['trader', 'account', 'instrument', 'feelessInstrument', 'writes'],

  drive: (scene) => driveTradeOf(scene, scene.fixtures.feelessInstrument),

  judge: (history) =>
    judgeOwnExecutions(history, 'feelessInstrument', (own, page) =>
      allOf(
        expects(page, { status: 200 }),
        eachOf(own, ({ fee }) =>
          exactDecimal(fee)?.units === 0n
            ? pass
            : violated('a fee of zero, as a decimal: the venue charges nothing', page),
        ),
      ),
    ),
});

export const feeOfNoHeldCurrencyIsNull = check({
  id: 'exe/fee-of-no-held-currency-is-null',
  proves: ['EXE-03'],
  title: 'fee and feeAssetId are null where the venue charges in a currency that the platform does not hold',
  needs: ['trader', 'account', 'instrument', 'finerInstrument', 'writes'],

  drive: (scene) => driveTradeOf(scene, scene.fixtures.finerInstrument),

  judge: (history) =>
    judgeOwnExecutions(history, 'finerInstrument', (own, page) =>
      eachOf(own, ({ fee, feeAssetId }) =>
        fee === null && feeAssetId === null
          ? pass
          : violated('fee null and feeAssetId null: the platform holds no such currency', page),
      ),
    ),
});
