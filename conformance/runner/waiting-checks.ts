/**
 * Checks that wait (`waits`), side by side: on a clock that runs they would hold up all others. They are started before the
 * others and collected at the end. Each has a session of its own; those that use up what one principal has go one by one.
 */
import type { PrincipalName } from '../client/principals.ts';
import type { Target } from '../client/target.ts';
import type { Check } from './check.ts';
import type { CheckRow } from './run-record.ts';

/** What such a principal may do in a minute is used up by one check and missed by the next. */
const USED_UP: readonly PrincipalName[] = ['throttled'];
const USUAL_OPEN_ORDERS = 3;

function usedUpBy({ needs }: Check): PrincipalName | undefined {
  return USED_UP.find((name) => needs.includes(name));
}

/**
 * Those that are run side by side: none on a virtual clock or in a world that is reset before each check. One that would
 * leave more orders open than the profile allows, beside the others, keeps its place among the others.
 */
export function sideBySide(
  checks: readonly Check[],
  { profile, clockMode }: Pick<Target, 'profile' | 'clockMode'>,
  resetBetweenChecks: boolean,
): ReadonlySet<Check> {
  const chosen = new Set<Check>();
  if (clockMode === 'virtual' || resetBetweenChecks) return chosen;
  const opensOf = ({ opens = USUAL_OPEN_ORDERS, needs }: Check) => (needs.includes('writes') ? opens : 0);
  let room = (profile.limits?.openOrders ?? Number.POSITIVE_INFINITY) - Math.max(0, ...checks.map(opensOf));
  for (const check of checks) {
    if (check.waits === undefined || opensOf(check) > room) continue;
    room -= opensOf(check);
    chosen.add(check);
  }
  const usedUp = new Set([...chosen].map(usedUpBy).filter((name) => name !== undefined));
  for (const check of checks) {
    const name = usedUpBy(check);
    if (name !== undefined && usedUp.has(name)) chosen.add(check);
  }
  return chosen;
}

/** Starts them; the row of each, once it is there. */
export function startWaiting(
  checks: ReadonlySet<Check>,
  judge: (check: Check) => Promise<CheckRow>,
): ReadonlyMap<Check, Promise<CheckRow>> {
  const last = new Map<PrincipalName, Promise<unknown>>();
  const started = [...checks].map((check): [Check, Promise<CheckRow>] => {
    const name = usedUpBy(check);
    const before = name === undefined ? undefined : last.get(name);
    const row = before === undefined ? judge(check) : before.then(() => judge(check));
    if (name !== undefined)
      last.set(
        name,
        row.catch(() => undefined),
      );
    // Whoever collects it hears of its failure; until then it is no unhandled one.
    row.catch(() => undefined);
    return [check, row];
  });
  return new Map(started);
}
