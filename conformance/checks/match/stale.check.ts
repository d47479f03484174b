import { type Exchange, isOk } from '../../member/exchange/exchange.ts';
import { currentVersion, etagOf } from '../../member/exchange/row-version.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { isUnchanged, lacksValidator, ownPortfolio, renamed, sameRow, validatorOf } from './own-portfolio.ts';

const DECIMAL = /^"[0-9]+"$/;

/** An ETag on the refusal is the row's own by now, and a currentVersion is of the same version where the ETag is a number (decision A81). */
function agrees(now: Exchange, stale: Exchange): Judgement {
  const [etag, version] = [etagOf(stale), currentVersion(stale)];
  if (etag === undefined) return unseen;
  if (etag !== etagOf(now)) return violated('the ETag of the row as it is', now, stale);
  return version === undefined || !DECIMAL.test(etag) || etag === `"${version}"`
    ? pass
    : violated('currentVersion of the version that the ETag quotes', stale);
}

export const staleIfMatch = check({
  id: 'match/stale-if-match',
  proves: ['MATCH-04'],
  title: 'a stale If-Match answers 412 and changes nothing',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const own = await ownPortfolio(admin, 'touchstone-stale');
    if (own === undefined) return;
    const before = await admin.get(own.path, { label: 'before' });
    const former = validatorOf(before);
    await admin.put(own.path, renamed(own, 'moved on'), { ifMatch: former, label: 'moved on' });
    await admin.get(own.path, { label: 'now' });
    await admin.put(own.path, renamed(own, 'stale'), { ifMatch: former, label: 'stale' });
    await admin.get(own.path, { label: 'after' });
    await admin.put(own.path, own.body);
  },

  judge(history) {
    const lacking = lacksValidator(history.maybe('before'));
    if (lacking !== undefined) return lacking;
    const [now, stale] = [history.one('now'), history.one('stale')];
    if (!isOk(history.one('moved on'))) return inconclusive('the row is not restated under its own ETag');
    if (etagOf(now) === etagOf(history.one('before'))) return inconclusive('the row has the same ETag after a write');
    const said = history.target.strict
      ? expects(stale, { status: 412, code: 'VERSION_CONFLICT', position: 'present', retryable: false })
      : expects(stale, { status: 412 });
    const isNamed = !history.target.strict || etagOf(now) === `"${currentVersion(stale)}"`;
    return allOf(
      said,
      agrees(now, stale),
      isUnchanged(now, history.one('after'), (after) => sameRow(now, after) && etagOf(after) === etagOf(now)),
      isNamed ? pass : violated('currentVersion of the row as it is', now, stale),
    );
  },
});
