import { asObject, type JsonObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, json, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** The property that holds a status is not shown by name; what it says is. */
function isDiscovered(row: JsonObject): boolean {
  return Object.values(row).includes('DISCOVERED');
}

function isNameless(row: JsonObject): boolean {
  return row['displayName'] === undefined || row['displayName'] === null || row['displayName'] === '';
}

function bindsNoName(row: JsonObject, seen: Exchange): Judgement {
  return isNameless(row) ? pass : violated('no display name on an account in DISCOVERED status', seen);
}

export const discoveredAccount = check({
  id: 'reg/discovered-account',
  proves: ['REG-06'],
  title: 'an account in DISCOVERED status binds no display name and is addressed by id alone',
  needs: ['admin', 'discoveredAccount'],

  async drive({ admin, fixtures }) {
    const latest = { query: { view: 'latest' } };
    await admin.get(`/accounts/${fixtures.discoveredAccount.id}`, { ...latest, label: 'row' });
    await admin.get('/accounts', { ...latest, label: 'page' });
  },

  judge(history) {
    const [row, page] = [history.one('row'), history.one('page')];
    const own = asObject(json(row));
    const listed = rows(page).filter(isDiscovered);
    const served = expects(row, { status: 200 }, 'an account in DISCOVERED status, by its id');
    if (!isOk(row)) return served;
    if (!isDiscovered(own)) return inconclusive('the fixture discoveredAccount is not in DISCOVERED status any more');
    return allOf(
      served,
      bindsNoName(own, row),
      ...listed.map((account) => bindsNoName(account, page)),
      !history.target.strict || at(row, 'displayName') === null ? pass : violated('displayName null', row),
    );
  },
});
