import { isOk, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, eachOf, inconclusive, unseen } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { keyedBy, type Paged, readPaged } from '../../scenes/paged.ts';
import { hasTwoRows, judgePaged, noneHasTwoRows } from './paged-judgement.ts';

const BALANCES: Paged = {
  path: '/account-balances',
  keyOf: keyedBy('accountId', 'assetId'),
  order: 'ascending',
};

export const balances = check({
  id: 'page/balances',
  proves: ['PAGE-14', 'PAGE-01', 'PAGE-02', 'PAGE-05', 'PAGE-07', 'PAGE-08', 'PAGE-10', 'POS-06'],
  title: 'balances are pages like any other, ascending by accountId then assetId, a cursor bound to its accountId',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    await readPaged(admin, BALANCES);
    const first = await admin.get(BALANCES.path, { query: { limit: 1 } });
    const [cursor, accountId] = [nextCursor(first), rows(first)[0]?.['accountId']];
    if (cursor === undefined || typeof accountId !== 'number') return;
    await admin.get(BALANCES.path, { query: { limit: 1, cursor }, label: 'own' });
    await admin.get(BALANCES.path, { query: { limit: 1, cursor, accountId }, label: 'other' });
  },

  judge(history) {
    const others = history.labelled('other');
    return allOf(
      judgePaged(history, BALANCES, 'PAGE-14'),
      hasTwoRows(history, BALANCES) ? unseen : blaming(noneHasTwoRows('no account'), 'PAGE-14'),
      others.length === 0 || history.labelled('own').every(isOk)
        ? unseen
        : blaming(inconclusive('a cursor is not good for its own walk'), 'PAGE-10'),
      others.length === 0
        ? unseen
        : blaming(
            eachOf(others, (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' }, 'of another filter')),
            'PAGE-10',
          ),
    );
  },
});
