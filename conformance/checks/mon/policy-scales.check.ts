/** The scales at which the amounts of policies read back, and that they keep every digit. */
import fc from 'fast-check';
import { at, type Exchange, isOk, status, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';
import {
  ASSET_POLICIES,
  CHAIN_POLICIES,
  ended,
  type Family,
  isRow,
  NOT_PROPOSED,
  POLICY_FAMILIES,
  pathOf,
  proposed,
  states,
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
  const finest = Math.max(...Object.values(amountsOf(family, stated)).map((amount) => placesOf(amount) ?? 0));
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
      allOf(isRow(e, TRADING_POLICIES, path, CAPS), history.target.strict ? isUnpadded(e) : pass),
    );
  },
});

/**
 * Eighteen digits, or past 2^53 as a scaled integer. How fine the asset's unit is differs, and a value may not fit at that
 * scale (MON-19): the first two fit at any.
 */
const LONG = ['9.123456789012345678', '0.123456789012345679', '1234567890.12345678', '9007199254740993'];

const labelOf = ({ path }: Family, value: string, what: string): string => `${what} ${path} ${value}`;

function keepsItsDigits(e: Exchange, family: Family, value: string): Judgement {
  if (!isOk(e) || status(e) === 202) return pass;
  // What the row leaves out is not rounded.
  const other = family.money.find((name) => at(e, name) !== undefined && !states(e, name, value));
  return other === undefined ? pass : violated(`${other} ${value}, every digit as it was written`, e);
}

function areKept(history: History, family: Family): Judgement {
  const taken = LONG.filter((value) => pathOf(family, history.one(labelOf(family, value, 'proposed'))) !== undefined);
  if (taken.length === 0) return notTaken(NOT_PROPOSED);
  const answers = (value: string) =>
    ['proposed', 'read'].flatMap((what) => history.maybe(labelOf(family, value, what)) ?? []);
  return allOf(...taken.flatMap((value) => answers(value).map((e) => keepsItsDigits(e, family, value))));
}

export const longAmountsOfPoliciesReadBack = check({
  id: 'mon/long-amounts-of-policies-read-back',
  proves: ['MON-15'],
  title: 'amounts of policies with eighteen digits, or past 2^53, read back equal in value to what was written',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  async drive({ admin, fixtures }) {
    for (const family of POLICY_FAMILIES) {
      for (const value of LONG) {
        const amounts = Object.fromEntries(family.money.map((name) => [name, value]));
        const terms = { ...subjectOf(family, fixtures), ...amounts };
        const proposed = await admin.post(family.path, terms, { label: labelOf(family, value, 'proposed') });
        const path = pathOf(family, proposed);
        if (path === undefined) continue;
        await admin.get(path, { label: labelOf(family, value, 'read') });
        await ended(admin, path);
      }
    }
  },

  judge: (history) => eachOf(POLICY_FAMILIES, (family) => areKept(history, family)),
});
