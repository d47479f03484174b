import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, position } from '../../client/exchange.ts';
import { etagOf, isStrong } from '../../client/row-version.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { NO_PORTFOLIO, NO_VALIDATOR, ownPortfolio, renamed, validatorOf } from './own-portfolio.ts';

/** Each is the row's own validator, with one thing wrong. */
const UNPARSED: readonly ((tag: string) => string)[] = [
  (tag) => tag,
  (tag) => `"${tag}`,
  (tag) => `${tag}"`,
  (tag) => `'${tag}'`,
  (tag) => `w/"${tag}"`,
  (tag) => `"${tag}";`,
  (tag) => `"${tag}" "${tag}"`,
];

function isTheSameRow(read: Exchange, after: Exchange): Judgement {
  if (!isOk(after)) return inconclusive('the row was not served after the refusals');
  if ((position(after) ?? 0n) < (position(read) ?? 0n)) return inconclusive('a member that is behind answered');
  return sameBody(json(after), json(read))
    ? pass
    : violated('the row as it was before the refused writes', read, after);
}

export const malformedIfMatch = check({
  id: 'match/malformed-if-match',
  proves: ['MATCH-03'],
  title: 'a weak validator is refused 400 INVALID_IF_MATCH, and so is one that does not parse',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const own = await ownPortfolio(admin, 'touchstone-malformed');
    if (own === undefined) return;
    const first = await admin.get(own.path, { label: 'first' });
    const etag = validatorOf(first);
    const tag = etag.slice(1, -1);
    const body = renamed(own, 'refused');
    await admin.put(own.path, body, { ifMatch: `W/${etag}`, label: 'weak' });
    for (const spelt of UNPARSED) await admin.put(own.path, body, { ifMatch: spelt(tag), label: 'unparsed' });
    await admin.put(own.path, body, { ifMatch: `${etag}, "another"`, label: 'list' });
    await admin.get(own.path, { label: 'after' });
    // What was refused would have been taken, but for its If-Match.
    await admin.put(own.path, own.body, { ifMatch: etag, label: 'strong' });
    await admin.put(own.path, own.body);
  },

  judge(history) {
    const first = history.maybe('first');
    if (first === undefined) return notTaken(NO_PORTFOLIO);
    if (!isStrong(etagOf(first))) return inconclusive(NO_VALIDATOR);
    const invalid = { status: 400, code: 'INVALID_IF_MATCH', position: 'absent' } as const;
    // What does not parse may be taken for a validator of nothing (decision A82); it is never applied.
    const unparsed = history.target.strict ? invalid : ({ status: [400, 412] } as const);
    const refusals = allOf(
      expects(history.one('weak'), invalid),
      eachOf(history.labelled('unparsed'), (e) => expects(e, unparsed)),
      history.target.strict
        ? expects(history.one('list'), invalid)
        : // A list that names the row's own version is a match by RFC 9110: a member may say so.
          expects(history.one('list'), { status: [200, 400, 412] }),
    );
    if (refusals.verdict === 'violated') return refusals;
    if (!isOk(history.one('strong')) && !isOk(history.one('list')))
      return inconclusive('the row is not restated under its own ETag');
    return isOk(history.one('list')) ? refusals : allOf(refusals, isTheSameRow(first, history.one('after')));
  },
});
