import { isOk } from '../../client/exchange.ts';
import { etagOf, isStrong } from '../../client/row-version.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { NO_PORTFOLIO, NO_VALIDATOR, ownPortfolio, renamed, validatorOf } from './own-portfolio.ts';

export const unconditionalWrite = check({
  id: 'match/unconditional-write',
  proves: ['MATCH-02'],
  title: 'a write on a versioned row with If-Match absent or * is unconditional',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const own = await ownPortfolio(admin, 'touchstone-unconditional');
    if (own === undefined) return;
    const read = await admin.get(own.path, { label: 'read' });
    // The row is past its first version from here on, whoever counts how.
    await admin.put(own.path, renamed(own, 'once'), { ifMatch: validatorOf(read), label: 'matched' });
    await admin.put(own.path, own.body, { ifMatch: '*', label: 'any version' });
    await admin.put(own.path, renamed(own, 'twice'), { label: 'no precondition' });
    await admin.put(own.path, own.body, { ifMatch: '*', label: 'any version' });
  },

  judge(history) {
    const read = history.maybe('read');
    if (read === undefined) return notTaken(NO_PORTFOLIO);
    if (!isStrong(etagOf(read))) return inconclusive(NO_VALIDATOR);
    if (!isOk(history.one('matched'))) return inconclusive('the row is not restated under its own ETag either');
    return allOf(
      ...history.labelled('any version').map((e) => expects(e, { status: '2xx' }, 'If-Match: *')),
      expects(history.one('no precondition'), { status: '2xx' }, 'no If-Match'),
    );
  },
});
