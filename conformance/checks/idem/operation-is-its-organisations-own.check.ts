import { pathOf, position } from '../../client/exchange.ts';
import { sameRefusal } from '../../client/same-refusal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

export const operationIsItsOrganisationsOwn = check({
  id: 'idem/operation-is-its-organisations-own',
  proves: ['IDEM-17'],
  title: "a key's operation record is not visible to another organisation",
  needs: ['trader', 'outsider', 'account', 'instrument', 'writes'],

  async drive({ trader, outsider, order, freshKey }) {
    const key = freshKey();
    await trader.submit(order(), { key, label: 'written' });
    // Read by its own organisation first: a member that keeps what it served must not serve it to another.
    await trader.get(`/operations/${key}`);
    await outsider.get(`/operations/${key}`, { label: 'foreign' });
    await outsider.get(`/operations/${freshKey()}`, { label: 'unknown' });
  },

  judge(history) {
    if (position(history.one('written')) === undefined) return inconclusive('an owner did not judge the write');
    const foreign = history.one('foreign');
    const unknown = history.one('unknown');
    return allOf(
      expects(foreign, { status: 404, code: 'UNKNOWN_OPERATION' }),
      sameRefusal(unknown, foreign, (e) => pathOf(e).split('/')[2] ?? '')
        ? pass
        : violated('the answer of a key that nobody wrote', unknown, foreign),
    );
  },
});
