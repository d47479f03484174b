import type { Exchange } from '../../client/exchange.ts';
import { isOk, pathOf, textAt } from '../../client/exchange.ts';
import { sameRefusal } from '../../client/same-refusal.ts';
import { NOBODYS_ID } from '../../contract/nobodys.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, differs, inconclusive, pass } from '../../runner/judgement.ts';

function isTheSame(unheld: Exchange, foreign: Exchange): Judgement {
  return sameRefusal(unheld, foreign, (e) => pathOf(e).split('/')[2] ?? '')
    ? pass
    : differs('the same answer as for a row that nobody holds', unheld, foreign);
}

export const rowOfAnotherOrganisation = check({
  id: 'err/row-of-another-organisation',
  proves: ['ERR-09'],
  title: "404 NOT_FOUND for a row that the caller's organisation does not hold, whether another one does or nobody",
  needs: ['trader', 'outsider', 'foreignAccount', 'account', 'instrument', 'writes'],

  async drive({ trader, outsider, order, fixtures }) {
    const placed = await outsider.submit(order({ accountId: fixtures.foreignAccount.id }), { label: 'placed' });
    const foreign = textAt(placed, 'orderId');
    if (foreign === undefined) return;
    const unheld = NOBODYS_ID;
    await trader.get(`/orders/${unheld}`, { label: 'read unheld' });
    await trader.get(`/orders/${foreign}`, { label: 'read foreign' });
    await trader.cancel(unheld, { label: 'cancel unheld' });
    await trader.cancel(foreign, { label: 'cancel foreign' });
    await trader.get(`/executions/${unheld}`, { label: 'execution unheld' });
  },

  judge(history) {
    if (!isOk(history.one('placed'))) return inconclusive("the other organisation's order was not accepted");
    const pairs = ['read', 'cancel'].map(
      (what) => [history.one(`${what} unheld`), history.one(`${what} foreign`)] as const,
    );
    const notFound = (e: Exchange) => expects(e, { status: 404, code: 'NOT_FOUND' });
    const found = allOf(...pairs.flat().map(notFound), notFound(history.one('execution unheld')));
    if (found.verdict !== 'pass') return found;
    return allOf(...pairs.map(([unheld, foreign]) => isTheSame(unheld, foreign)));
  },
});
