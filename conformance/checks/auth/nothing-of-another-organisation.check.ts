import type { Exchange } from '../../client/exchange.ts';
import { isOk, rows, sentJson, textAt } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** Operation records (IDEM-17), names (ORD-06) and the sameness of a 404 (ERR-09) have checks of their own. */
export const nothingOfAnotherOrganisation = check({
  id: 'auth/nothing-of-another-organisation',
  proves: ['AUTH-16'],
  title: "no row of another organisation is read, listed, cancelled or reached by that organisation's cursor",
  needs: ['trader', 'outsider', 'foreignAccount', 'account', 'instrument', 'writes'],

  async drive({ trader, outsider, order, fixtures }) {
    const theirs = order({ accountId: fixtures.foreignAccount.id });
    await outsider.submit(theirs);
    const placed = await outsider.submit(theirs, { label: 'placed' });
    const orderId = textAt(placed, 'orderId');
    if (orderId === undefined) return;
    const page = await outsider.get('/orders', { query: { limit: 1 } });
    await trader.get(`/orders/${orderId}`, { label: 'one' });
    await trader.cancel(orderId, { label: 'one' });
    await trader.get('/orders', { query: { limit: 99 }, label: 'several' });
    await trader.get('/executions', { query: { limit: 99 }, label: 'several' });
    const cursor = textAt(page, 'nextCursor');
    if (cursor !== undefined) await trader.get('/orders', { query: { limit: 99, cursor }, label: 'several' });
    await outsider.get(`/orders/${orderId}`, { label: 'theirs still' });
  },

  judge(history) {
    const placed = history.one('placed');
    const orderId = textAt(placed, 'orderId');
    if (!isOk(placed) || orderId === undefined) return inconclusive("the other organisation's order was not accepted");
    const accountId = (sentJson(placed) as { readonly accountId?: unknown }).accountId;
    const still = history.one('theirs still');
    return allOf(
      ...history.labelled('one').map((e) => expects(e, { status: 404 })),
      ...history.labelled('several').map((e) => listsNothingOf(e, orderId, accountId)),
      isOk(still) && !sameBody(textAt(still, 'leavesQty'), textAt(placed, 'leavesQty'))
        ? violated("the other organisation's order as it was", placed, still)
        : pass,
    );
  },
});

function listsNothingOf(e: Exchange, orderId: string, accountId: unknown): Judgement {
  const foreign = rows(e).some((row) => row['orderId'] === orderId || row['accountId'] === accountId);
  return foreign ? violated("rows of the caller's organisation alone", e) : pass;
}
