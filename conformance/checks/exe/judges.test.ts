import { judges, judgesOf } from '../../testing/judges.ts';
import { answer } from '../../testing/sample-history.ts';

const submitted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const page = (items: readonly object[], nextCursor: string | null = null) =>
  answer('GET /executions', { status: 200, body: { items, nextCursor } });
/** A history of one order and a page of executions. */
const withExecutions = (items: readonly object[]) => ({ submitted, executions: page(items) });

const execution = { executionId: '18', tradeId: 'T-1', fee: '0.25', feeAssetId: 1 };
const listed = (over: object) => ({
  executions: page([{ ...execution, ...over }]),
  page: page([{ ...execution, ...over }]),
});
const row = (over: object) => ({ row: answer('GET /executions/18', { status: 200, body: { ...execution, ...over } }) });
const noFee = { fee: null, feeAssetId: null };
const noRoute = answer('GET /executions', { status: 404, code: 'ROUTE_NOT_FOUND' });

judges('exe/executions-are-pages-and-rows', { submitted, ...listed({}), ...row({}) }, [
  ['no fee', { ...listed(noFee), ...row(noFee) }, 'pass'],
  ['more zeros than on the page', row({ fee: '0.250' }), 'pass'],
  ['no such row', { row: answer('GET /executions/18', { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
  ['nothing filled', { executions: page([]), page: page([]), row: [] }, 'inconclusive'],
  ['a page that is refused', { executions: noRoute, page: noRoute, row: [] }, 'violated'],
]);

const order = { orderId: '17', cumQty: '3', avgPx: '100.333333333333' };
const trade = (executionId: string, price: string, qty: string, orderId = '17') => ({
  executionId,
  price,
  qty,
  orderId,
});
const older = trade('12', '99', '7', '11');
const trades = [trade('19', '100', '2.00'), trade('18', '101', '1'), older];
const { price: _, ...priceless } = trade('18', '1', '3');
const read = (over: object) => answer('GET /orders/17', { status: 200, body: { ...order, ...over } });
const both = (over: object) => ({ before: read(over), after: read(over) });
const unfilled = { ...both({ cumQty: '0', avgPx: null }), executions: page([older]) };

judges('exe/executions-add-up-to-their-order', { ...both({}), executions: page(trades) }, [
  ['zeros between the reads', { after: read({ cumQty: '3.0' }) }, 'pass'],
  ['an average of fewer places', both({ avgPx: '100.3' }), ['pass', 'violated']],
  ['the page before has a next cursor', { executions: page(trades, 'more') }, 'pass'],
  ['still being filled', { after: read({ cumQty: '4' }) }, 'inconclusive'],
  ['a page too short', { executions: page(trades.slice(0, 1), 'more') }, 'inconclusive'],
  ['nothing filled', unfilled, 'inconclusive'],
  ['no price on the rows', { executions: page([priceless]) }, 'inconclusive'],
  ['no execution', { executions: page([]) }, 'inconclusive'],
]);

const charged = (qty: string, fee: unknown, over: object = {}) => ({
  ...{ orderId: '17', price: '100.00', qty, fee, feeAssetId: 1 },
  ...over,
});
const ofAnother = (fee: unknown, feeAssetId: unknown) => charged('1', fee, { orderId: '9', feeAssetId });
const exact = [charged('1.2345', '0.12345000'), charged('0.5', '0.05')];

// biome-ignore format: an aligned table
judgesOf('exe/charge-is-a-positive-exact-fee', withExecutions, [
  ['exact to the last place that is held', [charged('1.2347', '0.12349469', { price: '100.02' }), charged('1', '0.10002', { price: '100.02' })], 'pass'],
  ["another order's zero",                 [...exact, ofAnother('0.00', 1)],                                                                     'pass'],
  ["another order's null",                 [...exact, ofAnother(null, null)],                                                                    'pass'],
  ['no own execution',                      [ofAnother('0.1', 1)], 'inconclusive'],
]);

const own = (fee: unknown, feeAssetId: unknown) => ({ orderId: '17', fee, feeAssetId });
const another = (fee: unknown, feeAssetId: unknown) => ({ orderId: '9', fee, feeAssetId });
const traded = (fee: unknown, qty: string, price = '100.00') => ({ ...another(fee, 1), price, qty });

judgesOf('exe/fee-and-its-asset-stand-together', withExecutions, [
  ['a fee of an asset', [own('0.1', 1)], 'pass'],
  ['neither, of another order', [own('0.1', 1), another(null, null)], 'pass'],
  ['an amount that does not fit', [own('0.1', 1), another(null, 1)], 'pass'],
  ['neither', [own(null, null)], 'pass'],
  ['a fee of more than fits', [traded(null, '900'), traded('0.1', '1')], 'pass'],
  ['a fee of another asset', [traded(null, '1'), { ...traded('0.1', '2'), feeAssetId: 2 }], 'pass'],
  ['a larger fee that hardly fits', [traded(null, '1'), traded('9.1', '2')], 'pass'],
  ['no execution', [], 'inconclusive'],
]);

judgesOf('exe/stated-zero-fee-is-a-zero', withExecutions, [
  ['a zero in each slice', [own('0', 2), own('0.000', 2)], 'pass'],
  ["another order's null", [own('0', 2), another(null, 2)], 'pass'],
  ['no own execution', [another('0', 2)], 'not-exercised'],
]);

judgesOf('exe/fee-of-no-held-currency-is-null', withExecutions, [
  ["another order's fee", [own(null, null), another('0.1', 2)], 'pass'],
  ['no own execution', [another(null, null)], 'not-exercised'],
]);
