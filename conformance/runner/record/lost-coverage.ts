/** What an earlier run judged and a later one does not. */
import { isLeftOut, isLessDeep, isSmallerBudget } from './depth.ts';
import type { CheckRow, RunRecord } from './run-record.ts';
import { isJudged } from './verdict.ts';

export interface LostCoverage {
  readonly requirements: readonly string[];
  readonly checks: readonly string[];
  /** Requirements with a case or two then and none now, for a budget that is no smaller: another seed may see one. */
  readonly unseen: readonly string[];
}

/** Whether more budget may change what the check shows. A closing check judges what the checks met that the budget took. */
function dependsOnBudget(row: CheckRow, { run }: RunRecord): boolean {
  if (isLeftOut(row)) return true;
  const { runs, depth, closes } = row;
  const isShallow = runs > 0 && depth !== undefined && depth.seen < depth.known;
  return run.budget !== undefined && (closes === true || isShallow);
}

/** A check that the budget left out is not lost: its requirements are compared. */
export function lostCoverage(before: RunRecord, after: RunRecord): LostCoverage {
  const checks = new Map(after.checks.map((row) => [row.id, row]));
  const rows = new Map(after.requirements.map((row) => [row.id, row]));
  const isSmaller = isSmallerBudget(after.run.budget, before.run.budget);
  const lost = before.requirements.filter((row) => isJudged(row) && !isJudged(rows.get(row.id)));
  const isUnseen = ({ id, depth }: (typeof lost)[number]) => {
    const now = rows.get(id);
    if (isSmaller || depth === undefined || now?.depth === undefined || isLessDeep(now.depth, depth)) return false;
    const own = now.checks
      .flatMap((check) => checks.get(check) ?? [])
      .filter((row) => row.verdict !== 'not-applicable');
    const open = own.filter((row) => dependsOnBudget(row, after));
    return open.length > 0 && own.every((row) => isJudged(row) || open.includes(row));
  };
  const isLost = (row: CheckRow) => {
    const now = checks.get(row.id);
    return isJudged(row) && !isJudged(now) && (now === undefined || !dependsOnBudget(now, after));
  };
  return {
    requirements: lost.filter((row) => !isUnseen(row)).map(({ id }) => id),
    checks: before.checks.filter(isLost).map(({ id }) => id),
    unseen: lost.filter(isUnseen).map(({ id }) => id),
  };
}
