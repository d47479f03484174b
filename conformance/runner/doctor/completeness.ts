/** What the profile leaves out, and the requirements that each missing entry would add. */

import type { RequirementId } from '../../contract/requirements.ts';
import { FIXTURE_NAMES } from '../../member/profile/profile.ts';
import type { Target } from '../../member/target.ts';
import type { Check } from '../check.ts';
import { shownBy } from '../plan/costs.ts';
import type { LeftOut } from '../plan/plan.ts';
import { ONLY_A_SANDBOX, plan } from '../plan/plan.ts';
import type { Finding } from './finding.ts';
import { note, ok } from './finding.ts';

const MOST_IDS = 12;

/**
 * The requirements that no check covers now and that one would cover without this reason; none where other reasons
 * remain.
 */
function addedBy(reason: string, missing: readonly LeftOut[], reached: ReadonlySet<RequirementId>): string {
  if (reason === ONLY_A_SANDBOX.why) return '';
  const freed = missing.filter(({ reasons }) => reasons.length === 1 && reasons[0] === reason);
  const ids = [...new Set(freed.flatMap(({ check }) => check.proves))].filter((id) => !reached.has(id)).sort();
  if (ids.length > 0) {
    const more = ids.length - MOST_IDS;
    return `; it would add ${ids.slice(0, MOST_IDS).join(', ')}${more > 0 ? ` and ${more} more requirements` : ''}`;
  }
  return freed.length > 0 ? '; it would add no requirement, and prove others further' : '; others are missing with it';
}

/** One finding for each reason why checks are left out, after the count of those checks. */
export function examineCompleteness(target: Target, checks: readonly Check[]): readonly Finding[] {
  const { profile, facts } = target;
  const selection = { select: [], requirements: [], readOnly: false };
  const { run, left } = plan(checks, selection, profile, facts, target.clockMode);
  const missing = left.filter((row) => row.verdict === 'not-exercised');
  const reached = new Set(run.flatMap((check) => shownBy(check, true)));
  const isOfSeveral = missing.some(({ reasons }) => reasons.length > 1);
  const all = missing.flatMap(({ reasons }) => reasons);
  const byReason = Map.groupBy(all, (reason) => reason);
  const commonestFirst = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  const counts = `${missing.length} of ${checks.length} checks cannot be exercised`;
  const several = isOfSeveral ? '; one that lacks several things is counted with each' : '';
  const fixtures = FIXTURE_NAMES.filter((name) => profile.fixtures?.[name] === undefined);
  return [
    {
      subject: 'profile',
      ...(missing.length === 0 ? ok(`complete for all ${checks.length} checks`) : note(counts + several)),
    },
    ...commonestFirst.map(([reason, { length }]) => {
      const counted = `${length} ${length === 1 ? 'check' : 'checks'}`;
      return { subject: 'profile', ...note(`${reason}: ${counted}${addedBy(reason, missing, reached)}`) };
    }),
    ...(fixtures.length === 0 ? [] : [{ subject: 'fixtures', ...note(`absent: ${fixtures.join(', ')}`) }]),
  ];
}
