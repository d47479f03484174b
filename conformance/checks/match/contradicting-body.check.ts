import { isOk } from '../../client/exchange.ts';
import { etagOf, isStrong } from '../../client/row-version.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { NO_PORTFOLIO, ownPortfolio, validatorOf } from './own-portfolio.ts';

export const contradictingBody = check({
  id: 'match/contradicting-body',
  proves: ['MATCH-05'],
  title: 'a body that contradicts the path or If-Match is refused 400 MALFORMED_REQUEST',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const own = await ownPortfolio(admin, 'touchstone-contradicted');
    if (own === undefined) return;
    const read = await admin.get(own.path, { label: 'read' });
    const ifMatch = validatorOf(read);
    const version = Number(ifMatch.slice(1, -1));
    await admin.put(own.path, own.body, { label: 'plain' });
    for (const portfolioId of [own.id + 1, own.id - 1, 2_147_483_647])
      await admin.put(own.path, { ...own.body, portfolioId }, { label: 'path' });
    // The property that restates a version is not shown: ours is asked of our own member alone.
    await admin.put(own.path, { ...own.body, version: version + 7 }, { ifMatch, label: 'precondition' });
  },

  judge(history) {
    const read = history.maybe('read');
    if (read === undefined) return notTaken(NO_PORTFOLIO);
    if (!isOk(history.one('plain'))) return inconclusive('the same body without a contradiction is not taken');
    const refused = { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } as const;
    return allOf(
      eachOf(history.labelled('path'), (e) => expects(e, refused)),
      history.target.strict && isStrong(etagOf(read)) ? expects(history.one('precondition'), refused) : pass,
    );
  },
});
