/** Executions and their fees: pages, rows, the sum of an order, and exact amounts. */
import type { Actor } from '../../member/actor.ts';
import { at, type Exchange, isOk, json, rows, textAt } from '../../member/exchange/exchange.ts';
import { isOpenId } from '../../member/exchange/open-id.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { onGrid, tradingPrice } from '../../member/exchange/order.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import type { FixtureName } from '../../member/profile/profile.ts';
import {
  compared,
  distance,
  type ExactDecimal,
  exactDecimal,
  lastPlace,
  plus,
  times,
  ZERO,
} from '../../rules/exact-decimal.ts';
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

interface Trading {
  readonly trader: Actor;
  readonly fixtures: { readonly instrument: { readonly step: string } };
  order(over?: OrderBody): OrderBody;
  elapse(ms: number): Promise<void>;
}

/** An execution, as a page lists it. */
type Row = Readonly<Record<string, unknown>>;

/** The sandbox's venue fills in three slices at most, 50 ms apart. */
const FILLED_WITHIN_MS = 300;

/**
 * Submits orders without a price, which trade at once, then waits and reads. Quantities are rounded up to the step. Labels:
 * `submitted` for each order, `executions` for a page of `limit`, `before` and `after` for the reads of each order around it.
 */
async function driveFilledOrders(
  { trader, order, elapse, fixtures }: Trading,
  limit: number,
  ...quantities: readonly string[]
): Promise<void> {
  const orderIds: string[] = [];
  for (const quantity of quantities) {
    const qty = onGrid(quantity, fixtures.instrument.step);
    const orderId = textAt(await trader.submit(order({ price: undefined, qty }), { label: 'submitted' }), 'orderId');
    if (orderId !== undefined) orderIds.push(orderId);
  }
  if (orderIds.length === 0) return;
  await elapse(FILLED_WITHIN_MS);
  const read = async (label: string) => {
    for (const orderId of orderIds) await trader.get(`/orders/${orderId}`, { label });
  };
  await read('before');
  await trader.get('/executions', { query: { limit }, label: 'executions' });
  await read('after');
}

const LOOKS = 20;
const BETWEEN_LOOKS_MS = 250;

interface TradedInstrument {
  readonly id: number;
  readonly step?: string | undefined;
  readonly price?: string | undefined;
}

/** Trades one step of the instrument and reads executions until the trade is listed. Labels: `submitted`, `executions`. */
async function driveTradeOf(
  { trader, order, elapse }: Omit<Trading, 'fixtures'>,
  { id, step = '1', price }: TradedInstrument,
): Promise<void> {
  const body = order({ instrumentId: id, qty: step, price: price === undefined ? undefined : tradingPrice(price) });
  const orderId = textAt(await trader.submit(body, { label: 'submitted' }), 'orderId');
  if (orderId === undefined) return;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await elapse(BETWEEN_LOOKS_MS);
    const page = await trader.get('/executions', { query: { limit: 50 }, label: 'executions' });
    if (executionsOf(page, orderId).length > 0) return;
  }
}

/** The executions of one order. The interface does not show how a row names its order; the sandbox uses `orderId`. */
function executionsOf(page: Exchange, orderId: string): readonly Row[] {
  return rows(page).filter((row) => row['orderId'] === orderId);
}

/** The last page of executions; undefined where none was requested, or none was on it. */
function executionsPage(history: History): Exchange | undefined {
  const page = history.labelled('executions').at(-1);
  return page !== undefined && rows(page).length > 0 ? page : undefined;
}

const INT64 = /^[1-9][0-9]{0,18}$/;

/** The members of an execution row that the interface names, and the values that each may have. */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  executionId: (value) => typeof value === 'string' && INT64.test(value),
  tradeId: isOpenId,
  fee: (value) => value === null || exactDecimal(value) !== undefined,
  feeAssetId: (value) => value === null || isOpenId(value),
};

function hasItsMembers(row: Row, page: Exchange): Judgement {
  const wrong = Object.entries(MEMBERS).find(([name, isGood]) => !isGood(row[name]))?.[0];
  return wrong === undefined ? pass : violated(`an execution row with its ${wrong}`, page);
}

function namesTheSame(row: Row, listed: Row | undefined): boolean {
  return Object.keys(MEMBERS).every((name) => sameBody(row[name], listed?.[name]));
}

export const executionsArePagesAndRows = check({
  id: 'exe/executions-are-pages-and-rows',
  proves: ['EXE-01'],
  title: 'executions are served as pages and as rows, with executionId, tradeId, fee and feeAssetId',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await driveFilledOrders(scene, 40, '2.5');
    const page = await scene.trader.get('/executions', { query: { limit: 40 }, label: 'page' });
    const executionId = textAt(page, 'items', 0, 'executionId');
    if (executionId !== undefined) await scene.trader.get(`/executions/${executionId}`, { label: 'row' });
  },

  judge(history) {
    const page = executionsPage(history);
    const again = history.maybe('page');
    if (page === undefined || again === undefined) {
      const first = history.maybe('executions');
      return first === undefined || isOk(first)
        ? inconclusive('the venue filled nothing')
        : expects(first, { status: 200 });
    }
    const row = history.maybe('row');
    if (row === undefined) return violated('an execution row with its executionId', again);
    return allOf(
      eachOf(rows(page), (item) => hasItsMembers(item, page)),
      expects(row, { status: 200 }, 'a row that a page lists'),
      !isOk(row) || namesTheSame(json(row) as Row, rows(again)[0])
        ? pass
        : violated('the row as the page lists it', again, row),
    );
  },
});

/** The sandbox's averages are exact to more places than this. */
const STRICT_UNIT = { units: 1n, places: 8 };

/** Whether the page, newest first, goes back to before the order: none of its executions can be missing. */
function goesBackTo(orderId: string, page: Exchange): boolean {
  const oldest = rows(page).at(-1)?.['executionId'];
  const isWhole = (at(page, 'nextCursor') ?? null) === null;
  return isWhole || (typeof oldest === 'string' && /^[0-9]+$/.test(oldest) && BigInt(oldest) < BigInt(orderId));
}

function addsUp(history: History, order: Exchange, page: Exchange): Judgement {
  const orderId = textAt(order, 'orderId') ?? '';
  const after = history.labelled('after').find((e) => textAt(e, 'orderId') === orderId);
  if (after === undefined || !sameBody(json(order), json(after)))
    return inconclusive('the order is still being filled');
  if (!goesBackTo(orderId, page)) return inconclusive('the page of executions does not go back to the order');
  const trades = executionsOf(page, orderId).map((row) => ({
    price: exactDecimal(row['price']),
    qty: exactDecimal(row['qty']),
  }));
  const cumQty = exactDecimal(at(order, 'cumQty')) ?? ZERO;
  const avgPx = exactDecimal(at(order, 'avgPx'));
  if (trades.length === 0 && cumQty.units === 0n) return inconclusive('the venue filled nothing');
  if (rows(page).every((row) => !('orderId' in row && 'price' in row && 'qty' in row))) {
    return inconclusive('the rows of executions do not say what was traded');
  }
  const filled = trades.reduce((sum, { qty = ZERO }) => plus(sum, qty), ZERO);
  const traded = trades.reduce((sum, { price = ZERO, qty = ZERO }) => plus(sum, times(price, qty)), ZERO);
  if (compared(filled, cumQty) !== 0) return violated('cumQty equal to the sum of the executions', page, order);
  // An average need not be a decimal: as stated it is off by less than a unit of its last place, trailing zeros trimmed.
  const unit = history.target.strict ? STRICT_UNIT : lastPlace(avgPx ?? ZERO);
  const isAverage = avgPx !== undefined && compared(distance(times(avgPx, cumQty), traded), times(unit, cumQty)) < 0;
  return isAverage ? pass : violated('avgPx equal to the average price of the executions', page, order);
}

export const executionsAddUpToTheirOrder = check({
  id: 'exe/executions-add-up-to-their-order',
  proves: ['EXE-04'],
  title: 'the executions of an order add up to its cumQty and avgPx',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await driveFilledOrders(scene, 80, '2.5', '1.2345');
  },

  judge(history) {
    const page = executionsPage(history);
    if (page === undefined) return inconclusive('no execution is to be seen');
    return allOf(eachOf(history.labelled('before'), (order) => addsUp(history, order, page)));
  },
});

/** The executions of all the orders that were submitted. */
function ownExecutions(history: History): readonly Row[] {
  const page = executionsPage(history);
  const orderIds = history.labelled('submitted').map((e) => textAt(e, 'orderId'));
  return page === undefined ? [] : orderIds.flatMap((id) => (id === undefined ? [] : executionsOf(page, id)));
}

/** Judges the executions of the submitted orders for the instrument of a fixture. */
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

/** For the fixture's instrument the sandbox's venue names a currency that the platform holds. */
function namesItsAsset({ fee, feeAssetId }: Row, page: Exchange): Judgement {
  const named = fee !== null && feeAssetId !== null;
  return blaming(named ? pass : violated('the fee and the asset that the venue named', page), 'EXE-03');
}

/** A fee may be a rebate elsewhere; the sandbox's venue charges for the fixture's instrument. */
function isCharge(row: Row, page: Exchange): Judgement {
  const fee = exactDecimal(row['fee']);
  return fee !== undefined && fee.units > 0n ? pass : violated('a positive fee, for a charge', page);
}

/** One unit of the scale in which the sandbox's venue states its fees. */
const LEAST_FEE = { units: 1n, places: 8 };

/** The sandbox's venue charges by the traded amount, so a fee that is rounded more than to its scale is out of proportion. */
function inProportion(one: Row, other: Row, page: Exchange): Judgement {
  const amount = (row: Row) => times(exactDecimal(row['price']) ?? ZERO, exactDecimal(row['qty']) ?? ZERO);
  const fee = (row: Row) => exactDecimal(row['fee']) ?? ZERO;
  const [its, others] = [times(fee(one), amount(other)), times(fee(other), amount(one))];
  const apart = times(LEAST_FEE, plus(amount(one), amount(other)));
  return compared(its, plus(others, apart)) <= 0 && compared(others, plus(its, apart)) <= 0
    ? pass
    : violated('the exact fee of each trade, as the venue charged it', page);
}

/** A named asset without a fee means that the amount does not fit; no venue of the sandbox charges that much. */
function statesItsZero(row: Row, page: Exchange): Judgement {
  const named = typeof row['feeAssetId'] === 'number' && row['feeAssetId'] !== 0;
  return named && row['fee'] === null ? violated('a stated zero fee as a zero, not null', page) : pass;
}

export const chargeIsAPositiveExactFee = check({
  id: 'exe/charge-is-a-positive-exact-fee',
  proves: ['EXE-02', 'EXE-03'],
  title: "a charge is a positive fee, exact at the asset's working scale; a stated zero is a zero",
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  // Amounts with fractions of a cent. Two orders, since the venue may fill each in one execution.
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
    // A target with a control plane has the sandbox's venue, also behind a proxy.
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
  title: 'fee is null only if no held currency is named (or no amount fits), and then feeAssetId is null too',
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
