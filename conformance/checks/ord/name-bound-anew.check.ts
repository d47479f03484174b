import { at, isOk, position } from '../../client/exchange.ts';
import { replays } from '../../client/same-answer.ts';
import { type OwnName, standingRow } from '../../client/standing-row.ts';
import { check } from '../../runner/check.ts';
import { differs, eachOf, inconclusive, pass } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';

const NAME: OwnName = 'touchstone-bound-anew';
const OTHER: OwnName = 'touchstone-bound-anew-other';
const ACCOUNTS = { path: '/accounts', id: 'accountId' } as const;

export const nameBoundAnew = check({
  id: 'ord/name-bound-anew',
  proves: ['ORD-07'],
  title:
    'a retry of a held key replays its answer though the account of its name is called otherwise, or is another, by now',
  needs: ['admin', 'trader', 'account', 'instrument', 'venues', 'writes'],

  async drive({ admin, trader, order, fixtures, freshKey }) {
    // Under the credential of an account that trades, so that the order is one to be taken.
    const credentialId = at(await admin.get(`/accounts/${fixtures.account.id}`), 'credentialId');
    const terms = { exchangeId: fixtures.venues.a ?? 1, ...(typeof credentialId === 'number' ? { credentialId } : {}) };
    const account = await standingRow(admin, ACCOUNTS, { displayName: NAME, ...terms });
    const other = await standingRow(admin, ACCOUNTS, { displayName: OTHER, ...terms });
    if (account === undefined || other === undefined) return;
    const called = (id: number, displayName: string) => admin.put(`/accounts/${id}`, { displayName });
    const key = freshKey();
    const named = order({ accountId: undefined, account: NAME });
    await trader.submit(named, { key, label: 'submitted' });
    try {
      // Nobody's name for a moment, then another account's.
      await called(account, `${NAME} before`);
      await trader.submit(order({ accountId: undefined, account: NAME }), { label: 'nameless' });
      await trader.submit(named, { key, label: 'retried' });
      await called(other, NAME);
      await trader.submit(named, { key, label: 'retried' });
    } finally {
      await called(other, OTHER);
      await called(account, NAME);
    }
  },

  judge(history) {
    const submitted = history.maybe('submitted');
    if (submitted === undefined) return notTaken('the suite could make no accounts of its own: the body is assumed');
    if (position(submitted) === undefined) return inconclusive('no owner judged the first order');
    if (isOk(history.one('nameless'))) return inconclusive('the account was not renamed');
    return eachOf(history.labelled('retried'), (retried) =>
      replays(retried, submitted)
        ? pass
        : differs('the recorded answer, whatever the name means now', submitted, retried),
    );
  },
});
