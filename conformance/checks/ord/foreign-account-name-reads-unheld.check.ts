import { isBusy } from '../../client/busy.ts';
import type { Exchange } from '../../client/exchange.ts';
import { isOk, sentJson } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import { sameRefusal } from '../../client/same-refusal.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { cancelled } from './refused-order.ts';

const NOBODYS = 2_147_483_647;
const UNHELD = 'no desk of anybody';

/** What the order named its account by: a message may repeat it. */
function accountOf(e: Exchange): string {
  const { account, accountId } = sentJson(e) as OrderBody;
  return String(account ?? accountId);
}

function isTheSame(unheld: Exchange, foreign: Exchange): Judgement {
  if (isBusy(unheld)) return inconclusive('the target could not serve it just then');
  return sameRefusal(unheld, foreign, accountOf)
    ? pass
    : violated('the very answer of an account that nobody holds', unheld, foreign);
}

export const foreignAccountNameReadsUnheld = check({
  id: 'ord/foreign-account-name-reads-unheld',
  proves: ['ORD-06'],
  title: "another organisation's account, by name or by id, is answered exactly as one that nobody holds",
  needs: ['trader', 'account', 'instrument', 'foreignAccount', 'writes'],

  async drive({ trader, order, fixtures }) {
    const { id, name } = fixtures.foreignAccount;
    const submit = async (label: string, over: OrderBody) =>
      cancelled(trader, await trader.submit(order(over), { label }));
    await submit('unheld name', { accountId: undefined, account: UNHELD });
    await submit('foreign name', { accountId: undefined, account: name });
    await submit('unheld id', { accountId: NOBODYS });
    await submit('foreign id', { accountId: id });
  },

  judge(history) {
    if (isOk(history.one('unheld name'))) return inconclusive('an account name that nobody holds is accepted');
    return allOf(...['name', 'id'].map((by) => isTheSame(history.one(`unheld ${by}`), history.one(`foreign ${by}`))));
  },
});
