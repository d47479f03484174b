import type { Exchange } from '../../client/exchange.ts';
import { errorCode, position, retryable, sentJson, status, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';

/** The largest int32: ids are minted from times and are decades away from it. */
const UNHELD = 2_147_483_647;

/** What a caller may tell two refusals apart by; an id that the message repeats is the caller's own word. */
function toldApartBy(e: Exchange): string {
  const { accountId } = sentJson(e) as { readonly accountId?: unknown };
  const message = (textAt(e, 'error', 'message') ?? '').replaceAll(`${accountId}`, '{id}');
  return [status(e), errorCode(e), retryable(e), position(e) === undefined, message].join();
}

export const accountOfAnotherOrganisation = check({
  id: 'auth/account-of-another-organisation',
  proves: ['AUTH-16'],
  title: "an order for another organisation's account is refused exactly as one for an account that nobody holds",
  needs: ['trader', 'foreignAccount', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    await trader.submit(order({ accountId: UNHELD }), { label: 'unheld' });
    await trader.submit(order({ accountId: fixtures.foreignAccount.id }), { label: 'foreign' });
  },

  // Which side refuses it, and how, is not said; that the two cannot be told apart is (decision A76).
  judge(history) {
    const [unheld, foreign] = [history.one('unheld'), history.one('foreign')];
    return allOf(
      expects(unheld, { status: 'not 2xx' }),
      expects(foreign, { status: 'not 2xx' }),
      toldApartBy(foreign) === toldApartBy(unheld)
        ? pass
        : violated('the same refusal as for an account that nobody holds', unheld, foreign),
    );
  },
});
