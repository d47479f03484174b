/** If-Match on writes of versioned rows: absent, malformed, contradicted by the body, and stale. */
import { ABSENT_KEY } from '../../contract/register.ts';
import { type Exchange, isOk } from '../../member/exchange/exchange.ts';
import { currentVersion, etagOf, isStrong } from '../../member/exchange/row-version.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import {
  isUnchanged,
  lacksValidator,
  NO_PORTFOLIO,
  ownPortfolio,
  renamed,
  sameRow,
  validatorOf,
} from './own-portfolio.ts';

export const unconditionalWrite = check({
  id: 'match/unconditional-write',
  proves: ['MATCH-02'],
  title: 'a write on a versioned row with If-Match absent or * is unconditional',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const own = await ownPortfolio(admin, 'touchstone-unconditional');
    if (own === undefined) return;
    const read = await admin.get(own.path, { label: 'read' });
    // From here on the row is past its first version, however versions are counted.
    await admin.put(own.path, renamed(own, 'once'), { ifMatch: validatorOf(read), label: 'matched' });
    await admin.put(own.path, own.body, { ifMatch: '*', label: 'any version' });
    await admin.put(own.path, renamed(own, 'twice'), { label: 'no precondition' });
    await admin.put(own.path, own.body, { ifMatch: '*', label: 'any version' });
  },

  judge(history) {
    const lacking = lacksValidator(history.maybe('read'));
    if (lacking !== undefined) return lacking;
    if (!isOk(history.one('matched'))) return inconclusive('the row is not restated under its own ETag either');
    return allOf(
      history.labelled('any version').map((e) => expects(e, { status: '2xx' }, 'If-Match: *')),
      expects(history.one('no precondition'), { status: '2xx' }, 'no If-Match'),
    );
  },
});

/** Each is the row's own validator, with one thing wrong. */
const MALFORMED: Readonly<Record<string, (tag: string) => string>> = {
  weak: (tag) => `W/"${tag}"`,
  'no quotes': (tag) => tag,
  'no quote at the end': (tag) => `"${tag}`,
  'no quote at the beginning': (tag) => `${tag}"`,
  'single quotes': (tag) => `'${tag}'`,
  'a small w': (tag) => `w/"${tag}"`,
  'a semicolon': (tag) => `"${tag}";`,
  'two without a comma': (tag) => `"${tag}" "${tag}"`,
  list: (tag) => `"${tag}", "another"`,
};

export const malformedIfMatch = check({
  id: 'match/malformed-if-match',
  proves: ['MATCH-03'],
  title: 'a weak or malformed validator is refused 400 INVALID_IF_MATCH',
  needs: ['admin', 'writes'],
  cases: {
    of: 'validators',
    names: () => Object.keys(MALFORMED),
    // A list that names the row's own version may be taken.
    shows: (name) => (name === 'list' ? [] : ['MATCH-03']),
  },

  async drive({ admin, takes }) {
    const own = await ownPortfolio(admin, 'touchstone-malformed');
    if (own === undefined) return;
    const first = await admin.get(own.path, { label: 'first' });
    const etag = validatorOf(first);
    const tag = etag.slice(1, -1);
    const body = renamed(own, 'refused');
    for (const [name, spelt] of Object.entries(MALFORMED)) {
      const label = name === 'weak' || name === 'list' ? name : 'unparsed';
      if (takes(name)) await admin.put(own.path, body, { ifMatch: spelt(tag), label });
    }
    await admin.get(own.path, { label: 'after' });
    // What was refused would have been taken, but for its If-Match.
    await admin.put(own.path, own.body, { ifMatch: etag, label: 'strong' });
    await admin.put(own.path, own.body);
  },

  judge(history) {
    const lacking = lacksValidator(history.maybe('first'));
    if (lacking !== undefined) return lacking;
    const invalid = { status: 400, code: 'INVALID_IF_MATCH', position: 'absent' } as const;
    // What does not parse may be taken for a validator of nothing (decision A82); it is never applied.
    const unparsed = history.target.strict ? invalid : ({ status: [400, 412] } as const);
    // A list that names the row's own version is a match by RFC 9110: a member may say so.
    const list = history.target.strict ? invalid : ({ status: [200, 400, 412] } as const);
    const refusals = allOf(
      history.labelled('weak').map((e) => expects(e, invalid)),
      history.labelled('unparsed').map((e) => expects(e, unparsed)),
      history.labelled('list').map((e) => expects(e, list)),
    );
    if (refusals.verdict === 'violated') return refusals;
    const isListTaken = history.labelled('list').some(isOk);
    if (!isOk(history.one('strong')) && !isListTaken) return inconclusive('the row is not restated under its own ETag');
    if (isListTaken) return refusals;
    const first = history.one('first');
    return allOf(
      refusals,
      isUnchanged(first, history.one('after'), (after) => sameRow(first, after)),
    );
  },
});

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
    for (const portfolioId of [own.id + 1, own.id - 1, ABSENT_KEY])
      await admin.put(own.path, { ...own.body, portfolioId }, { label: 'path' });
    // The interface shows no property that restates a version: `version` is judged of the sandbox's own member alone.
    await admin.put(own.path, { ...own.body, version: version + 7 }, { ifMatch, label: 'precondition' });
  },

  judge(history) {
    const read = history.maybe('read');
    if (read === undefined) return notTaken(NO_PORTFOLIO);
    if (!isOk(history.one('plain'))) return inconclusive('the same body without a contradiction is not taken');
    const refused = { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } as const;
    return allOf(
      eachOf(history.labelled('path'), (e) => expects(e, refused)),
      history.target.strict && isStrong(etagOf(read)) ? expects(history.one('precondition'), refused) : unseen,
    );
  },
});

const DECIMAL = /^"[0-9]+"$/;

/** An ETag on the refusal is the row's current one. If it is a number, currentVersion equals it (decision A81). */
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
