import type { Exchange } from '../../client/exchange.ts';
import { isOk, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { BALANCES, byAccountAndAsset, NO_BALANCES } from './balance-rows.ts';

const NO_ACCOUNTS = ['0', '-1', '1.5', 'abc', '1e3'];
/** The largest int32: ids are minted from times and are decades away from it. */
const UNHELD = 2_147_483_647;

const accountOf = ({ request }: Exchange) => Number(new URLSearchParams(request.path.split('?')[1]).get('accountId'));

/** The account's rows of the whole page, and no other's; a further asset may have come in between. */
function isFiltered(all: Exchange, one: Exchange): Judgement {
  const accountId = accountOf(one);
  const served = byAccountAndAsset(one);
  const missing = [...byAccountAndAsset(all)].some(
    ([name, row]) => row['accountId'] === accountId && !served.has(name),
  );
  return allOf(
    expects(one, { status: 200 }),
    rows(one).every((row) => row['accountId'] === accountId)
      ? pass
      : violated(`rows of account ${accountId} alone`, one),
    missing ? violated(`every balance of account ${accountId}`, all, one) : pass,
  );
}

export const accountFilter = check({
  id: 'bal/account-filter',
  proves: ['BAL-03'],
  title: 'accountId filters; 0, a negative and what is no integer are refused 400; an unknown account has no rows',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    const all = await admin.get(BALANCES, { label: 'all' });
    const accounts = [...new Set(rows(all).map((row) => Number(row['accountId'])))];
    for (const accountId of accounts.slice(0, 3)) await admin.get(BALANCES, { query: { accountId }, label: 'of one' });
    await admin.get(BALANCES, { query: { accountId: UNHELD }, label: 'unknown' });
    for (const accountId of NO_ACCOUNTS) await admin.get(BALANCES, { query: { accountId }, label: 'no account' });
  },

  judge(history) {
    const [all, unknown] = [history.one('all'), history.one('unknown')];
    const ofOne = history.labelled('of one');
    const { strict } = history.target;
    return allOf(
      ...history
        .labelled('no account')
        .map((e) => expects(e, { status: 400, ...(strict ? { code: 'MALFORMED_REQUEST' } : {}) })),
      expects(unknown, { status: 200 }, 'an unknown account'),
      !isOk(unknown) || rows(unknown).length === 0 ? pass : violated('no rows of an unknown account', unknown),
      ofOne.length === 0 ? inconclusive(NO_BALANCES) : eachOf(ofOne, (one) => isFiltered(all, one)),
    );
  },
});
