/**
 * The order of checks for a run that its time budget may end: those that exercise the most requirements in the least
 * time come first.
 */
import type { RequirementId } from '../../contract/requirements.ts';
import type { Check } from '../check.ts';

/**
 * Gives the same order for the same checks on every machine. `costOf`: any number that grows with a check's
 * duration.
 */
export function mostFirst(checks: readonly Check[], costOf: (check: Check) => number): readonly Check[] {
  const rest = new Set(checks);
  const exercised = new Set<RequirementId>();
  const ordered: Check[] = [];
  const gainOf = (check: Check) => check.proves.filter((id) => !exercised.has(id)).length / Math.max(1, costOf(check));
  while (rest.size > 0) {
    let best: Check | undefined;
    let most = 0;
    for (const check of rest) {
      const gain = gainOf(check);
      if (best === undefined || gain > most) [best, most] = [check, gain];
    }
    // Where no check adds a requirement, the cheapest is next.
    if (most === 0) return [...ordered, ...[...rest].sort((a, b) => costOf(a) - costOf(b))];
    const next = best as Check;
    rest.delete(next);
    for (const id of next.proves) exercised.add(id);
    ordered.push(next);
  }
  return ordered;
}
