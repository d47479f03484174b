import { isOk, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { AMOUNTS, BALANCES, type BalanceRow, NO_BALANCES, observedAt } from './balance-rows.ts';

const IDS = ['accountId', 'assetId', 'credentialId'];
const OF_THE_VENUE = ['venueTsNs', 'venueRevision'];

/** What a row lacks, as words; undefined: nothing. */
function lackOf(row: BalanceRow): string | undefined {
  const unnamed = [...IDS, ...AMOUNTS, ...OF_THE_VENUE, 'observedAtNs'].find((name) => !Object.hasOwn(row, name));
  if (unnamed !== undefined) return `${unnamed} on each balance`;
  const id = IDS.find((name) => !Number.isInteger(row[name]));
  if (id !== undefined) return `${id} an integer`;
  const stated = OF_THE_VENUE.find((name) => row[name] !== null && typeof row[name] !== 'string');
  if (stated !== undefined) return `${stated} a string, or null where the venue states none`;
  if (row['venueTsNs'] !== null && !/^[0-9]+$/.test(String(row['venueTsNs']))) return 'venueTsNs in nanoseconds';
  return observedAt(row) === undefined ? 'observedAtNs, epoch nanoseconds as a decimal string' : undefined;
}

export const rowStatesItsReading = check({
  id: 'bal/row-states-its-reading',
  proves: ['BAL-01'],
  title: 'a balance row carries its account, asset and credential, the amounts, and the times of venue and platform',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    await admin.get(BALANCES, { label: 'balances' });
  },

  judge(history) {
    const page = history.one('balances');
    const served = expects(page, { status: 200 });
    if (!isOk(page)) return served;
    if (rows(page).length === 0) return inconclusive(NO_BALANCES);
    const lack = rows(page)
      .map(lackOf)
      .find((words) => words !== undefined);
    return allOf(served, lack === undefined ? pass : violated(lack, page));
  },
});
