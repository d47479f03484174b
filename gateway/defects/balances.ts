/** Defects on responses: balances. */
import { type Json, jsonOf, queryOf, withJson, withQuery } from '../variations/layer.ts';
import { accountOf, BALANCE_PAGE, filteredBy } from './balance-changes.ts';
import { both, changeRequest, changeWhere, inItems, of, recoded, settingHeader, statusOf, withStatus } from './changes.ts';
import { defects, ofPlatform } from './defect.ts';
import { receiving } from './platform-changes.ts';

const inBalances = (change: (row: Json) => Json) => inItems((items) => items.map(change), BALANCE_PAGE);
const without = (name: string) => inBalances((row) => Object.fromEntries(Object.entries(row).filter(([n]) => n !== name)));

/** Ignores the accountId parameter if `when` holds. */
const unfiltered = (when: (accountId: string) => boolean) =>
  changeRequest((request) => {
    if (!filteredBy(when)({ status: 0, headers: [], body: '' }, request)) return request;
    const query = queryOf(request);
    query.delete('accountId');
    return withQuery(request, query);
  });

/** Serves a row for every requested account. */
const anybodys = changeWhere(
  both(
    filteredBy(() => true),
    statusOf(200),
  ),
  (response, request) => {
    const page = jsonOf(response) ?? {};
    if ((page['items'] as unknown[]).length > 0) return response;
    const row = {
      accountId: Number(accountOf(request)),
      assetId: 1,
      credentialId: 1,
      total: '1',
      available: '1',
      held: '0',
    };
    return withJson(response, {
      ...page,
      items: [{ ...row, venueTsNs: null, venueRevision: null, observedAtNs: '1' }],
    });
  },
);

export const BALANCES_DEFECTS = defects([
  ['BAL-01 | SVC-11', 'no credential is named', without('credentialId')],
  ['BAL-01 | SVC-11', 'no time of the venue is stated', without('venueTsNs')],
  ['BAL-02 | SVC-11', 'nothing is null', inBalances((row) => ({ ...row, total: row['total'] === '0' ? null : row['total'] }))],
  ['BAL-02 | MON-15 SVC-11', 'amounts are numbers', inBalances((row) => ({ ...row, available: Number(row['available']) }))],
  ['BAL-03', 'accountId 0 is no filter', unfiltered((id) => Number(id) === 0)],
  [
    'BAL-03 | AUTH-16 ERR-09',
    'balances of an unknown account are not found',
    withStatus(
      404,
      filteredBy((id) => id === '2147483647'),
    ),
  ],
  ['BAL-03 | AUTH-16 ERR-09', 'rows of whatever account', anybodys],
  ['BAL-04', 'an ETag of a page', settingHeader('ETag', () => '"7"', BALANCE_PAGE)],
  ['BAL-01 | SVC-11', 'no revision of the venue is stated', without('venueRevision')],
  ['BAL-02 | SVC-11', 'nothing held is null', inBalances((row) => ({ ...row, held: row['held'] === '0' ? null : row['held'] }))],
  [
    'BAL-03 AUTH-16',
    'balances of another organisation are served to all',
    ofPlatform(
      receiving(() => (fact) => {
        if (fact.kind !== 'BalanceRecorded') return [fact];
        return [1, 2].map((orgId) => ({ ...fact, balance: { ...fact.balance, orgId } }));
      }),
    ),
  ],
  ['BAL-04', 'a balance by its account is a row not held', recoded('NOT_FOUND', of(/^GET \/account-balances\/[0-9]+$/))],
]);
