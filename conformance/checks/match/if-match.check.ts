/** If-Match on writes of versioned rows: absent, malformed, stale, and contradicted by the body. */
import type { Actor } from '../../client/actor.ts';
import { type Exchange, isOk, json, position } from '../../client/exchange.ts';
import { readAfter } from '../../client/read-after.ts';
import { currentVersion, etagOf, isStrong } from '../../client/row-version.ts';
import { sameBody } from '../../client/same-answer.ts';
import { type OwnName, standingRow } from '../../client/standing-row.ts';
import { NOBODYS_KEY } from '../../contract/nobodys.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  anyShownOf,
  eachOf,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  violated,
} from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { ASSET_POLICIES, CHAIN_POLICIES, ended, proposed } from '../../scenes/policy-families.ts';
import { NO_PORTFOLIO, NO_VALIDATOR, ownPortfolio, renamed, validatorOf } from './own-portfolio.ts';

/** Why nothing can be judged of writes under the validator of this read; undefined: it can. */
function lacksValidator(read: Exchange | undefined): Judgement | undefined {
  if (read === undefined) return notTaken(NO_PORTFOLIO);
  return isStrong(etagOf(read)) ? undefined : inconclusive(NO_VALIDATOR);
}

const sameRow = (one: Exchange, other: Exchange): boolean => sameBody(json(one), json(other));

/** The row is as it was read before, where the read is not of an earlier state (decision A42). */
function isUnchanged(before: Exchange, after: Exchange, isSame: (after: Exchange) => boolean): Judgement {
  if (!isOk(after)) return inconclusive('the row was not served after the refusal');
  if ((position(after) ?? 0n) < (position(before) ?? 0n)) return inconclusive('a member that is behind answered');
  return isSame(after) ? pass : violated('the row as it was before the refusal', before, after);
}

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
      ...history.labelled('any version').map((e) => expects(e, { status: '2xx' }, 'If-Match: *')),
      expects(history.one('no precondition'), { status: '2xx' }, 'no If-Match'),
    );
  },
});

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
    const lacking = lacksValidator(history.maybe('first'));
    if (lacking !== undefined) return lacking;
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
    if (isOk(history.one('list'))) return refusals;
    const first = history.one('first');
    return allOf(
      refusals,
      isUnchanged(first, history.one('after'), (after) => sameRow(first, after)),
    );
  },
});

const DECIMAL = /^"[0-9]+"$/;

/** An ETag on the refusal is the row's own by now, and a currentVersion is of the same version where the ETag is a number (decision A81). */
function agrees(now: Exchange, stale: Exchange): Judgement {
  const [etag, version] = [etagOf(stale), currentVersion(stale)];
  if (etag === undefined) return pass;
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
    const told = !history.target.strict || etagOf(now) === `"${currentVersion(stale)}"`;
    return allOf(
      said,
      agrees(now, stale),
      isUnchanged(now, history.one('after'), (after) => sameRow(now, after) && etagOf(after) === etagOf(now)),
      told ? pass : violated('currentVersion of the row as it is', now, stale),
    );
  },
});

/** Portfolios have a check of their own (match/stale-if-match). */
const KINDS = ['account', 'asset policy', 'chain policy'] as const;
type Kind = (typeof KINDS)[number];

const ACCOUNTS = { path: '/accounts', id: 'accountId' } as const;
const ACCOUNT: OwnName = 'touchstone-stale-account';

/** Restates the row under its validator, then under the same one, which is stale by now, then under the current one. */
async function restatedThrice(
  { admin, elapse }: { readonly admin: Actor; elapse(ms: number): Promise<void> },
  kind: Kind,
  path: string,
  bodyOf: (n: number) => object,
): Promise<void> {
  const former = etagOf(await admin.get(path));
  if (former === undefined || !isStrong(former)) return;
  const first = await admin.put(path, bodyOf(1), { ifMatch: former, label: `${kind} restated` });
  const current = etagOf(await readAfter(admin, first, path, { elapse }));
  if (!isOk(first) || current === undefined || current === former) return;
  const stale = await admin.put(path, bodyOf(2), { ifMatch: former, label: `${kind} stale` });
  const now = etagOf(await readAfter(admin, stale, path, { elapse }));
  await admin.put(path, bodyOf(3), now === undefined ? {} : { ifMatch: now, label: `${kind} restated again` });
}

function isRefusedAsStale(history: History, kind: Kind): Judgement {
  const [stale, again] = [history.maybe(`${kind} stale`), history.maybe(`${kind} restated again`)];
  if (stale === undefined) return notExercised(`no ${kind} was restated under another ETag: its body is assumed`);
  // The same body under the current validator: the refused one is stale and nothing else.
  if (!isOk(stale) && (again === undefined || !isOk(again)))
    return notExercised(`the ${kind} is not restated once more under its current ETag either`);
  return expects(stale, { status: 412 }, 'a stale If-Match');
}

export const staleRestatement = check({
  id: 'match/stale-restatement',
  proves: ['MATCH-04'],
  title: 'an account and policies restated under a stale If-Match answer 412',
  needs: ['admin', 'asset', 'writes'],

  async drive({ admin, fixtures, elapse }) {
    const hand = { admin, elapse };
    const exchangeId = fixtures.venues?.a ?? 1;
    const account = await standingRow(admin, ACCOUNTS, { displayName: ACCOUNT, exchangeId });
    if (account !== undefined) {
      const path = `${ACCOUNTS.path}/${account}`;
      await restatedThrice(hand, 'account', path, (n) => ({ displayName: n === 3 ? ACCOUNT : `${ACCOUNT} ${n}` }));
      // Known by its name again in the next run, whatever was taken.
      await admin.put(path, { displayName: ACCOUNT });
    }
    const assetId = fixtures.asset.id;
    // How a chain is named is assumed.
    for (const [kind, family, subject, amount] of [
      ['asset policy', ASSET_POLICIES, { assetId }, 'maxTicketAmount'],
      ['chain policy', CHAIN_POLICIES, { assetId, chain: 'BITCOIN' }, 'maxTransferAmount'],
    ] as const) {
      const terms = (n: number) => ({ ...subject, [amount]: `${7_400_000 + n}` });
      const path = await proposed(admin, family, terms(0));
      if (path === undefined) continue;
      await restatedThrice(hand, kind, path, terms);
      await ended(admin, path);
    }
  },

  // One kind of row is an instance; the others need not be restated under the assumed bodies.
  judge: (history) => anyShownOf(...KINDS.map((kind) => isRefusedAsStale(history, kind))),
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
    for (const portfolioId of [own.id + 1, own.id - 1, NOBODYS_KEY])
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
      history.target.strict && isStrong(etagOf(read)) ? expects(history.one('precondition'), refused) : pass,
    );
  },
});
