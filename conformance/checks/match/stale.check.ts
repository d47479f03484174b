/** A stale If-Match is refused 412 and changes nothing: a portfolio, an account, policies. */
import type { Actor } from '../../client/actor.ts';
import { type Exchange, isOk } from '../../client/exchange.ts';
import { readAfter } from '../../client/read-after.ts';
import { currentVersion, etagOf, isStrong } from '../../client/row-version.ts';
import { type OwnName, standingRow } from '../../client/standing-row.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  anyShownOf,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { ASSET_POLICIES, CHAIN_POLICIES, ended, proposed } from '../../scenes/policy-families.ts';
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
  judge: (history) => anyShownOf(KINDS.map((kind) => isRefusedAsStale(history, kind))),
});
