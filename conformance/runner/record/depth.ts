/**
 * How deep verdicts go: cases seen, of the cases that the suite knows for the target. The terminal and the reports
 * share it. It imports no code but the table of depths, so that a page can hold it.
 */
import { DEPTHS } from '../plan/depths.ts';
import type { CheckRow, Depth, RequirementRow, RunRecord } from './run-record.ts';

type Budget = NonNullable<RunRecord['run']['budget']>;

/** What a check lacks that the run had no room for (`CheckRow.lacks`). */
export const FULL_DEPTH = '--depth thorough';

/** The check did not run for want of budget alone: another seed or a larger budget may take it. */
export function isLeftOut(row: Pick<CheckRow, 'lacks'> | undefined): boolean {
  return row?.lacks?.some(({ key }) => key === FULL_DEPTH) === true;
}

/**
 * The sum over checks that apply to the target. A check that was not judged has seen nothing, and knows at least one
 * case. Undefined: the record is older, or no check applies.
 */
export function depthOf(rows: readonly Pick<CheckRow, 'verdict' | 'depth'>[]): Depth | undefined {
  let [seen, known] = [0, 0];
  for (const { verdict, depth } of rows) {
    if (verdict === 'not-applicable') continue;
    if (verdict === 'pass' || verdict === 'fail') {
      if (depth === undefined) return undefined;
      seen += depth.seen;
    }
    known += depth?.known ?? 1;
  }
  return known === 0 ? undefined : { seen, known };
}

function counted(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** `3 of 121 cases` */
export function casesInWords({ seen, known }: Depth): string {
  return `${seen.toLocaleString('en-US')} of ${counted(known, 'case', 'cases')}`;
}

/** `3 of 121 cases (routes)`, with what a case of these checks is. Undefined: an older record. */
export function depthInWords(
  { depth }: Pick<RequirementRow, 'depth'>,
  checks: readonly Pick<CheckRow, 'depth'>[],
): string | undefined {
  if (depth === undefined) return undefined;
  const units = new Set(checks.flatMap((check) => check.depth?.unit ?? []));
  return `${casesInWords(depth)}${units.size === 0 ? '' : ` (${[...units].join(', ')})`}`;
}

/** In requests. A thorough run with a time budget that is enough is allowed as many as one without. */
function allowed({ depth, requests, leftOut }: Budget): number {
  const isEnough = depth === 'thorough' && leftOut.checks === 0 && leftOut.requirements.length === 0;
  return isEnough || requests === null ? DEPTHS.thorough : requests;
}

/** `--depth quick`; `a budget of 300 requests` if another option allows fewer, or the budget is that of several machines. */
export function budgetInWords(budget: Budget | undefined): string {
  if (budget === undefined) return 'no budget';
  const { depth, requests } = budget;
  if (depth !== null && allowed(budget) >= DEPTHS[depth]) return `--depth ${depth}`;
  return requests === null ? 'its budget' : `a budget of ${counted(requests, 'request', 'requests')}`;
}

/** `Depth: 412 of 1,893 cases; 31 requirements passed by one case alone (--depth quick)`. Undefined: an older record. */
export function depthOfRun({ checks, requirements, run: { budget } }: RunRecord): string | undefined {
  const depth = depthOf(checks);
  if (depth === undefined) return undefined;
  const isByOne = ({ verdict, depth: own }: RequirementRow) => verdict === 'pass' && own?.seen === 1 && own.known > 1;
  const byOne = counted(requirements.filter(isByOne).length, 'requirement', 'requirements');
  const words = `Depth: ${casesInWords(depth)}; ${byOne} passed by one case alone`;
  return budget === undefined ? words : `${words} (${budgetInWords(budget)})`;
}

/**
 * `Left out by --depth quick: 66 requirements, 140 checks, 1,203 cases of other checks; --depth thorough takes all`.
 * Undefined: the budget left out nothing.
 */
export function leftOutOfRun({ run: { budget } }: Pick<RunRecord, 'run'>): string | undefined {
  if (budget === undefined) return undefined;
  const { requirements, checks: left, cases } = budget.leftOut;
  const parts = [
    ...(requirements.length === 0 ? [] : [counted(requirements.length, 'requirement', 'requirements')]),
    ...(left === 0 ? [] : [counted(left, 'check', 'checks')]),
    ...(cases === 0 ? [] : [`${counted(cases, 'case', 'cases')} of checks that ran`]),
  ];
  if (parts.length === 0) return undefined;
  const more = budget.depth === 'thorough' ? 'a larger budget takes more' : `${FULL_DEPTH} takes all`;
  return `Left out by ${budgetInWords(budget)}: ${parts.join(', ')}; ${more}`;
}

/** Part of the requests or cases by which a run may have fewer: another seed takes other cases. */
const TOLERANCE = 0.2;
const LEAST_TOLERANCE = 2;

/** Whether the run was allowed far fewer requests than the earlier one. */
export function isSmallerBudget(now: Budget | undefined, earlier: Budget | undefined): boolean {
  const [after, before] = [now, earlier].map((one) => (one === undefined ? DEPTHS.thorough : allowed(one)));
  return (after ?? 0) < (before ?? 0) * (1 - TOLERANCE);
}

/** Whether fewer cases were seen than another seed explains. */
export function isLessDeep(now: Depth, earlier: Depth): boolean {
  return earlier.seen - now.seen > Math.max(LEAST_TOLERANCE, earlier.seen * TOLERANCE);
}
