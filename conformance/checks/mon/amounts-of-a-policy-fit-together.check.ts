import fc from 'fast-check';
import { isOk } from '../../client/exchange.ts';
import { largestWholeAt, written } from '../../rules/exact.ts';
import { isRecordedRefusal } from '../../rules/recorded-refusal.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import type { Family } from '../../scenes/policy-families.ts';
import {
  ASSET_POLICIES,
  CHAIN_POLICIES,
  ended,
  NOT_PROPOSED,
  pathOf,
  proposed,
  subjectOf,
} from '../../scenes/policy-families.ts';

const FAMILIES = [ASSET_POLICIES, CHAIN_POLICIES] as const;
const MOST_PLACES = 18;

/**
 * The scale that they share is the finest stated, and no coarser than the asset's own: whether a member judges at the one
 * or at the other, a finest amount finer than the asset's own scale leaves no doubt.
 */
function amountsOf({ money }: Family, scale: number, beyond: bigint): Readonly<Record<string, string>> {
  return { [money[0]]: `${largestWholeAt(scale) + beyond}`, [money[1]]: written({ units: 1n, scale }) };
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
      const fitting = { ...subject, ...amountsOf(family, scale, 0n) };
      await ended(admin, await proposed(admin, family, fitting, { label: `fitting ${of}` }));
      const past = { ...subject, ...amountsOf(family, scale, 1n) };
      const key = freshKey();
      const first = await admin.post(of, past, { key, label: `past ${of}` });
      await admin.post(of, past, { key, label: `past again ${of}` });
      await ended(admin, pathOf(family, first));
    }
  },

  judge: (history) => eachOf(FAMILIES, (family) => fitTogether(history, family)),
});
