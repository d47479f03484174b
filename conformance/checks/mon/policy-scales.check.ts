/** The scale that the amounts of a policy share: how they read back at it, and sums that do not fit at it. */

import fc from 'fast-check';
import { at, type Exchange, isOk, status, textAt } from '../../member/exchange/exchange.ts';
import { largest } from '../../member/extremes.ts';
import { largestWholeAt, written } from '../../rules/exact-decimal.ts';
import { isRecordedRefusal } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';
import {
  ASSET_POLICIES,
  CHAIN_POLICIES,
  ended,
  type Family,
  isRow,
  NOT_PROPOSED,
  pathOf,
  proposed,
  subjectOf,
  TRADING_POLICIES,
} from '../../scenes/policy-families.ts';

const FAMILIES = [ASSET_POLICIES, CHAIN_POLICIES] as const;
const MOST_PLACES = 18;

interface Stated {
  /** As many as a family has at most. */
  readonly amounts: readonly string[];
  /** undefined: not known of the asset. */
  readonly unitScale: number | undefined;
}

function amountsOf({ money }: Family, { amounts }: Stated): Readonly<Record<string, string>> {
  return Object.fromEntries(money.map((name, i) => [name, amounts[i] ?? '1']));
}

function placesOf(amount: string | undefined): number | undefined {
  return amount === undefined ? undefined : (amount.split('.')[1]?.length ?? 0);
}

/** Where the asset's own scale is not known, one that all amounts have and that holds the finest of them. */
function isOneScale(e: Exchange, family: Family, stated: Stated): Judgement {
  const finest = largest(Object.values(amountsOf(family, stated)).map((amount) => placesOf(amount) ?? 0));
  const seen = family.money.map((name) => placesOf(textAt(e, name)));
  const [first = 0] = seen;
  const wanted = stated.unitScale === undefined ? Math.max(first, finest) : Math.max(stated.unitScale, finest);
  const words = stated.unitScale === undefined ? `at one scale of ${finest} places at least` : `at ${wanted} places`;
  return seen.every((places) => places === wanted) ? pass : violated(`every amount of the policy ${words}`, e);
}

/** Judges the answer that made a policy and the read of it, which may be of a member that is behind. */
function bothAre(created: Exchange, read: Exchange, judged: (e: Exchange) => Judgement): Judgement {
  return allOf(
    judged(created),
    isOfOrAfter(read, created) ? judged(read) : inconclusive('the policy was not served at once'),
  );
}

function readsAtOneScale(history: History, family: Family, stated: Stated): Judgement {
  const created = history.one(`created ${family.path}`);
  const path = pathOf(family, created);
  if (path === undefined) return notTaken(NOT_PROPOSED);
  return bothAre(created, history.one(`read ${family.path}`), (e) =>
    allOf(isRow(e, family, path, amountsOf(family, stated)), isOneScale(e, family, stated)),
  );
}

export const amountsOfAPolicyShareAScale = check({
  id: 'mon/amounts-of-a-policy-share-a-scale',
  proves: ['MON-18'],
  title:
    "the amounts of a policy read back at one scale: the finest that any states, or the asset's own where it is finer",
  needs: ['admin', 'asset', 'instrument', 'writes'],
  // Of any places, no zero last, and such that all fit at the finest that there are.
  given: ({ asset }) =>
    fc.record({
      unitScale: fc.constant(asset.unitScale),
      amounts: fc.array(
        fc
          .record({ whole: fc.integer({ min: 1, max: 8 }), places: fc.integer({ min: 0, max: MOST_PLACES }) })
          .map(({ whole, places }) => (places === 0 ? `${whole}` : `${whole}.${'5'.padStart(places, '0')}`)),
        { minLength: 3, maxLength: 3 },
      ),
    }),
  runs: 5,

  async drive({ admin, fixtures }, stated) {
    for (const family of FAMILIES) {
      const { path: of } = family;
      const terms = { ...subjectOf(family, fixtures), ...amountsOf(family, stated) };
      const path = await proposed(admin, family, terms, { label: `created ${of}` });
      if (path !== undefined) await admin.get(path, { query: { view: 'latest' }, label: `read ${of}` });
      await ended(admin, path);
    }
  },

  judge: (history, stated) => eachOf(FAMILIES, (family) => readsAtOneScale(history, family, stated)),
});

/** Each fits a 64-bit integer at its own scale; 10 does not at the scale of the other. */
const CAPS = { maxOrderQty: '10', maxOrderNotional: '0.000000000000000001' } as const;
const NAMES = ['maxOrderQty', 'maxOrderNotional'] as const;

/** Each cap has its own places, as they were written. */
function isUnpadded(e: Exchange): Judgement {
  const other = NAMES.find((name) => at(e, name) !== CAPS[name]);
  return other === undefined ? pass : violated(`${other} ${CAPS[other]}, at its own scale`, e);
}

export const capsOfATradingPolicyHaveTheirOwnScales = check({
  id: 'mon/caps-of-a-trading-policy-have-their-own-scales',
  proves: ['MON-20'],
  title:
    'maxOrderQty and maxOrderNotional are taken together however far their scales are apart, and each reads back as it was',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  async drive({ admin, fixtures }) {
    const subject = subjectOf(TRADING_POLICIES, fixtures);
    for (const name of NAMES) {
      const terms = { ...subject, [name]: CAPS[name] };
      await ended(admin, await proposed(admin, TRADING_POLICIES, terms, { label: 'alone' }));
    }
    const path = await proposed(admin, TRADING_POLICIES, { ...subject, ...CAPS }, { label: 'together' });
    if (path === undefined) return;
    await admin.get(path, { query: { view: 'latest' }, label: 'read' });
    await ended(admin, path);
  },

  judge(history) {
    if (!history.labelled('alone').every(isOk)) return notTaken(NOT_PROPOSED);
    const together = history.one('together');
    const path = pathOf(TRADING_POLICIES, together);
    if (path === undefined && status(together) === 202) return inconclusive('its row is not there yet');
    if (path === undefined) return violated('two caps that each are taken alone, taken together', together);
    return bothAre(together, history.one('read'), (e) =>
      allOf(isRow(e, TRADING_POLICIES, path, CAPS), history.target.strict ? isUnpadded(e) : unseen),
    );
  },
});

/**
 * The scale that they share is the finest stated, and no coarser than the asset's own: whether a member judges at the one
 * or at the other, a finest amount finer than the asset's own scale leaves no doubt.
 */
function amountsThatSum({ money }: Family, scale: number, beyond: bigint): Readonly<Record<string, string>> {
  return { [money[0]]: `${largestWholeAt(scale) + beyond}`, [money[1]]: written({ units: 1n, places: scale }) };
}

function fitTogether(history: History, family: Family): Judgement {
  const of = (what: string) => history.one(`${what} ${family.path}`);
  const [fitting, past, again] = [of('fitting'), of('past'), of('past again')];
  if (!isOk(fitting)) {
    return history.target.strict ? violated('amounts that just fit, taken', fitting) : notTaken(NOT_PROPOSED);
  }
  return isRecordedRefusal(past, again, { status: 422, code: 'INVALID_FIELD' });
}

export const amountsOfAPolicyFitTogether = check({
  id: 'mon/amounts-of-a-policy-fit-together',
  proves: ['MON-19'],
  title:
    'amounts of one policy that together do not fit a 64-bit integer at their scale are refused 422 INVALID_FIELD by the owner',
  needs: ['admin', 'asset', 'instrument', 'writes'],
  given: ({ asset: { unitScale = MOST_PLACES - 1 } }) =>
    fc.integer({ min: Math.min(unitScale + 1, MOST_PLACES), max: MOST_PLACES }),
  runs: 3,

  async drive({ admin, fixtures, freshKey }, scale) {
    for (const family of FAMILIES) {
      const { path: of } = family;
      const subject = subjectOf(family, fixtures);
      const fitting = { ...subject, ...amountsThatSum(family, scale, 0n) };
      await ended(admin, await proposed(admin, family, fitting, { label: `fitting ${of}` }));
      const past = { ...subject, ...amountsThatSum(family, scale, 1n) };
      const key = freshKey();
      const first = await admin.post(of, past, { key, label: `past ${of}` });
      await admin.post(of, past, { key, label: `past again ${of}` });
      await ended(admin, pathOf(family, first));
    }
  },

  judge: (history) => eachOf(FAMILIES, (family) => fitTogether(history, family)),
});
