/** Executions as pages and rows, and as the sum of an order's quantity and average price. */
import { at, type Exchange, isOk, json, rows, textAt } from '../../member/exchange/exchange.ts';
import { isOpenId } from '../../member/exchange/open-id.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import { compared, distance, exactDecimal, lastPlace, plus, times, ZERO } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { driveFilledOrders, executionsOf, executionsPage, type Row } from './filled-order.ts';

const INT64 = /^[1-9][0-9]{0,18}$/;

/** Each named member of an execution row, and what it may be. */
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
