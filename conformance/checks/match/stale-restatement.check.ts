import type { Actor } from '../../client/actor.ts';
import { isOk } from '../../client/exchange.ts';
import { readAfter } from '../../client/read-after.ts';
import { etagOf, isStrong } from '../../client/row-version.ts';
import type { OwnName } from '../../client/standing-row.ts';
import { standingRow } from '../../client/standing-row.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { anyShownOf, notExercised } from '../../runner/judgement.ts';
import { ASSET_POLICIES, CHAIN_POLICIES, ended, proposed } from '../../scenes/policy-families.ts';

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
