import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, rows, status, textAt } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { afterTheWrite } from './after-the-write.ts';

function rowIsThere(row: Exchange, submitted: Exchange): Judgement {
  const same = status(row) === 200 && textAt(row, 'orderId') === textAt(submitted, 'orderId');
  return same ? pass : violated('the order, at a position at which it stands', submitted, row);
}

/** Newest first: a row that is not on the page may only be pushed off it by newer ones. */
function pageHoldsIt(page: Exchange, submitted: Exchange): Judgement {
  const id = textAt(submitted, 'orderId');
  const ids = rows(page).map(({ orderId }) => orderId);
  const newer = ids.every((other) => typeof other === 'string' && BigInt(other) > BigInt(id ?? 0));
  return ids.includes(id) || (ids.length > 0 && newer)
    ? pass
    : violated('the new order on the newest page', submitted, page);
}

/** The venue may have moved the row on since; it may not be the row from before the cancel. */
function rowIsCancelled(row: Exchange, before: Exchange, cancelled: Exchange): Judgement {
  const stale = sameBody(json(row), json(before)) && !sameBody(json(before), json(cancelled));
  return stale ? violated('the order as the cancel left it', cancelled, row) : pass;
}

export const readReflectsTheWrite = check({
  id: 'pos/read-reflects-the-write',
  proves: ['POS-08'],
  title: "a read answered at or after the position of a write's answer reflects that write",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const page = (label: string) => trader.get('/orders', { label, query: { limit: 20, view: 'latest' } });
    // What is told once more of the state before shows where that was read.
    await page('page before');
    const submitted = await trader.submit(order(), { label: 'submitted' });
    const orderId = textAt(submitted, 'orderId');
    if (!isOk(submitted) || orderId === undefined) return;
    await trader.get(`/orders/${orderId}`, { label: 'row', query: { view: 'latest' } });
    await page('page');
    await trader.cancel(orderId, { label: 'cancelled' });
    await trader.get(`/orders/${orderId}`, { label: 'row after', query: { view: 'latest' } });
  },

  judge(history) {
    const submitted = history.one('submitted');
    if (!isOk(submitted)) return inconclusive('no order was submitted');
    const [row, page, cancelled, after] = ['row', 'page', 'cancelled', 'row after'].map((label) =>
      history.one(label),
    ) as [Exchange, Exchange, Exchange, Exchange];
    const when = (read: Exchange, write: Exchange, judged: Judgement) =>
      afterTheWrite(history, read, write, () => judged);
    return allOf(
      when(row, submitted, rowIsThere(row, submitted)),
      when(page, submitted, pageHoldsIt(page, submitted)),
      isOk(cancelled)
        ? when(after, cancelled, rowIsCancelled(after, row, cancelled))
        : inconclusive('the order was not cancelled'),
    );
  },
});
