import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, rows, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** What came with 0.13.0. */
const MEMBERS = ['nextCursor', 'prevCursor', 'total', 'asOfSeqTsNs'] as const;

function isWhole(page: Exchange, placed: readonly Exchange[]): Judgement {
  if (!isOk(page)) return expects(page, { status: 200 }, 'limit is no parameter before 0.13.0, and not refused');
  const ids = new Set(rows(page).map((row) => row['orderId']));
  if (!placed.every((order) => ids.has(textAt(order, 'orderId')))) {
    return violated('the whole collection: nothing is paged before 0.13.0', ...placed, page);
  }
  const early = MEMBERS.find((name) => at(page, name) !== undefined);
  return early === undefined ? pass : violated(`a collection without ${early}, which came with 0.13.0`, page);
}

export const olderCollectionsAreWhole = check({
  id: 'ver/older-collections-are-whole',
  proves: ['VER-07'],
  title: 'before 0.13.0 a collection is not paged and unknown query parameters are not refused',
  needs: ['trader', 'account', 'instrument', 'writes'],
  until: '0.13.0',
  deploys: [{ rest: '0.12.0' }, { rest: '0.11.4' }, { rest: '0.1.0' }],

  async drive({ trader, order }) {
    const placed = await trader.submit(order(), { label: 'placed' });
    await trader.submit(order(), { label: 'placed' });
    await trader.get('/orders', { query: { limit: '1' }, label: 'limited' });
    const unknown = { label: 'unknown parameter', query: { 'no-such-parameter': 'x' } };
    await trader.get('/orders', unknown);
    await trader.get('/orders', { ...unknown, query: { cursor: 'made-up' } });
    await trader.get('/users', unknown);
    await trader.get('/me', unknown);
    const orderId = textAt(placed, 'orderId');
    if (orderId !== undefined) await trader.get(`/orders/${orderId}`, unknown);
  },

  judge(history) {
    const placed = history.labelled('placed');
    if (!placed.every(isOk)) return inconclusive('the orders were not accepted');
    return allOf(
      isWhole(history.one('limited'), placed),
      eachOf(history.labelled('unknown parameter'), (e) =>
        expects(e, { status: 200 }, 'unknown query parameters are not refused before 0.13.0'),
      ),
    );
  },
});
