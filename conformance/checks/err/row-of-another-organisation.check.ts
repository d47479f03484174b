import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { errorCode, isOk, pathOf, retryable, textAt } from '../../target/exchange.ts';

/** A header line varies with time and request, its name does not. */
function headerNames(e: Exchange): string {
  const names = e.response?.headers.map(([name]) => name.toLowerCase()) ?? [];
  return names
    .filter((name) => name !== 'connection' && name !== 'keep-alive')
    .sort()
    .join();
}

function message(e: Exchange): string {
  const id = pathOf(e).split('/')[2] ?? '';
  return (textAt(e, 'error', 'message') ?? '').replaceAll(id, '{id}');
}

function sameRefusal(unheld: Exchange, foreign: Exchange): Judgement {
  const same =
    errorCode(foreign) === errorCode(unheld) &&
    retryable(foreign) === retryable(unheld) &&
    message(foreign) === message(unheld) &&
    headerNames(foreign) === headerNames(unheld);
  return same ? pass : violated('the same answer as for a row that nobody holds', unheld, foreign);
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
    // Ids are minted from times, never one after the other (ID-05): the one before is nobody's.
    const unheld = `${BigInt(foreign) - 1n}`;
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
    return allOf(
      ...pairs.flat().map(notFound),
      notFound(history.one('execution unheld')),
      ...pairs.map(([unheld, foreign]) => sameRefusal(unheld, foreign)),
    );
  },
});
