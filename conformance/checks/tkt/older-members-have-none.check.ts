import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';

export const olderMembersHaveNone = check({
  id: 'tkt/older-members-have-none',
  proves: ['TKT-13'],
  title: 'on a member older than 0.14.0 the ticket route is not there: 404',
  needs: ['trader'],
  until: '0.14.0',
  deploys: [{ rest: '0.13.0' }],

  async drive({ trader }) {
    await trader.mintTicket({ label: 'asked' });
  },

  judge: (history) => expects(history.one('asked'), { status: 404 }),
});
