/**
 * Runs checks that wait (`waits`) side by side: on a real clock they would hold up all others. They start before the
 * others and are collected at the end. Each has its own session; those that use up one principal's allowance run one
 * by one.
 */
import { largest } from '../../member/extremes.ts';
import type { PrincipalName } from '../../member/profile/principals.ts';
import type { Target } from '../../member/target.ts';
import type { Check } from '../check.ts';
import type { CheckRow } from '../record/run-record.ts';

/** One check uses up what such a principal may do in a minute, and the next would miss it. */
const USED_UP: readonly PrincipalName[] = ['throttled'];
const USUAL_OPEN_ORDERS = 3;

function usedUpBy({ needs }: Check): PrincipalName | undefined {
  return USED_UP.find((name) => needs.includes(name));
}

/**
 * The checks that run side by side: none on a virtual clock or in a world that is reset before each check. A check
 * that would leave more orders open than the profile allows keeps its place among the others.
 */
export function sideBySide(
  checks: readonly Check[],
  { profile, clockMode }: Pick<Target, 'profile' | 'clockMode'>,
  resetBetweenChecks: boolean,
): ReadonlySet<Check> {
  const chosen = new Set<Check>();
  if (clockMode === 'virtual' || resetBetweenChecks) return chosen;
  const opensOf = ({ opens = USUAL_OPEN_ORDERS, needs }: Check) => (needs.includes('writes') ? opens : 0);
  let room = (profile.limits?.openOrders ?? Number.POSITIVE_INFINITY) - largest([0, ...checks.map(opensOf)]);
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

/** Starts them; returns the row of each once it is done. */
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
    // The collector receives a rejection; until then it must not count as unhandled.
    row.catch(() => undefined);
    return [check, row];
  });
  return new Map(started);
}
