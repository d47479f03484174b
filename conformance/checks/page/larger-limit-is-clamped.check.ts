import { rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { isBounded, LARGEST_PAGE } from './bounded-page.ts';

const AT_ONCE = 20;

export const largerLimitIsClamped = check({
  id: 'page/larger-limit-is-clamped',
  proves: ['PAGE-03'],
  title: 'a limit over 100 is clamped to 100: a page of more rows than that does not exist',
  // Up to 101 orders are made, so only where a world is made for it.
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],
  opens: LARGEST_PAGE + 1,

  async drive({ trader, order, elapse }) {
    const page = await trader.get('/orders', { query: { limit: LARGEST_PAGE } });
    let missing = nextCursor(page) === undefined ? LARGEST_PAGE + 1 - rows(page).length : 0;
    for (; missing > 0; missing -= AT_ONCE) {
      // Orders without a price of their own trade at once and need no cancelling.
      const some = Array.from({ length: Math.min(missing, AT_ONCE) }, () => trader.submit(order({ price: undefined })));
      await Promise.all(some);
    }
    await elapse(500);
    await trader.get('/orders', { label: 'whole' });
    await trader.get('/orders', { query: { limit: LARGEST_PAGE + 1 }, label: 'page' });
    await trader.get('/orders', { query: { limit: 1_000_000_000 }, label: 'page' });
  },

  judge(history) {
    const pages = history.labelled('page');
    const whole = history.one('whole');
    if (rows(whole).length <= LARGEST_PAGE) return inconclusive('there are no more than a hundred orders');
    return allOf(
      ...pages.map(isBounded),
      ...pages.map((page) =>
        rows(page).length < LARGEST_PAGE
          ? violated(`a page of ${LARGEST_PAGE} rows: there are more`, whole, page)
          : pass,
      ),
      ...pages.map((page) =>
        nextCursor(page) === undefined ? violated('a nextCursor: more rows than the page holds', page) : pass,
      ),
    );
  },
});
