import fc from 'fast-check';
import type { Exchange } from '../../client/exchange.ts';
import { textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';
import type { Family } from '../../scenes/policy-families.ts';
import {
  ASSET_POLICIES,
  CHAIN_POLICIES,
  ended,
  isRow,
  NOT_PROPOSED,
  pathOf,
  proposed,
  subjectOf,
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

function readsAtOneScale(history: History, family: Family, stated: Stated): Judgement {
  const created = history.one(`created ${family.path}`);
  const path = pathOf(family, created);
  if (path === undefined) return notTaken(NOT_PROPOSED);
  const read = history.one(`read ${family.path}`);
  const judged = (e: Exchange) =>
    allOf(isRow(e, family, path, amountsOf(family, stated)), isOneScale(e, family, stated));
  return allOf(
    judged(created),
    isOfOrAfter(read, created) ? judged(read) : inconclusive('the policy was not served at once'),
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
