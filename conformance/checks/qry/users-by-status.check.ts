import { type Exchange, position, rows } from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';

/** The users of this status alone, and all of them where both pages are of one state. */
function isFiltered(all: Exchange, filtered: Exchange): Judgement {
  const served = expects(filtered, { status: 200 }, 'a status that users have');
  if (served.verdict !== 'pass') return served;
  const status = new URLSearchParams(filtered.request.path.split('?')[1]).get('status');
  if (rows(filtered).some((row) => row['status'] !== status))
    return violated(`users who are ${status} alone`, filtered);
  const those = rows(all).filter((row) => row['status'] === status).length;
  const ofOneState = position(all) !== undefined && position(all) === position(filtered);
  return !ofOneState || rows(filtered).length === those
    ? pass
    : violated(`each of the ${those} users who are ${status}`, all, filtered);
}

export const statusOfUsers = check({
  id: 'qry/status-of-users',
  proves: ['QRY-08'],
  title: '/users takes a status filter',
  needs: ['admin'],

  async drive({ admin }) {
    // The interface does not show the names of statuses: the check uses those that users have.
    const all = await admin.get('/users', { label: 'all' });
    const statuses = new Set(rows(all).map((row) => row['status']));
    for (const status of statuses) {
      if (typeof status === 'string') await admin.get('/users', { query: { status }, label: 'filtered' });
    }
  },

  judge(history) {
    const all = history.one('all');
    const filtered = history.labelled('filtered');
    if (filtered.length === 0) return inconclusive('users name no status');
    return allOf(
      eachOf(filtered, (e) => isFiltered(all, e)),
      filtered.length > 1 ? pass : inconclusive('all users are of one status: a filter shows nothing'),
    );
  },
});
