/** What changed between two runs, by broken clauses and by what was exercised. Pure. */
import { budgetInWords, casesInWords, depthOf, isLeftOut } from './depth.ts';
import { failureName, failuresOfCheck } from './headline.ts';
import { type LostCoverage, lostCoverage } from './lost-coverage.ts';
import type { CheckRow, FailureRow, RunRecord, SinceRow } from './run-record.ts';
import { isJudged } from './verdict.ts';

export interface Comparison {
  readonly before: RunRecord;
  readonly after: RunRecord;
  /** The differences in what the runs were made with and against: `member: contract 0.13.0, then 0.14.0`. */
  readonly changed: readonly string[];
  readonly newFailures: readonly FailureRow[];
  readonly fixed: readonly FailureRow[];
  readonly stillFailing: readonly FailureRow[];
  /** Check ids that passed only on a retry, in either run. */
  readonly flaky: readonly string[];
  /** Check ids without a judgement before and with one now; those that a budget had left out count as depth alone. */
  readonly newlyExercised: readonly string[];
  /** Check ids with a judgement before and none now, each with the reason; without those that the budget left out. */
  readonly noLongerExercised: readonly { readonly id: string; readonly why: string }[];
  /** Requirement ids that were judged before and are not now. */
  readonly requirementsLost: readonly string[];
  /** Both, each once: such checks, and such requirements that none of these checks proves. */
  readonly lost: SinceRow['lost'];
  /**
   * How many cases both runs saw, in one line, and a line for each requirement with less than half of what was seen
   * before. Empty: no difference, or an older record.
   */
  readonly depth: readonly string[];
}

function changed(what: string, before: string, after: string): readonly string[] {
  return before === after ? [] : [`${what}: ${before}, then ${after}`];
}

function contractOf({ run }: RunRecord): string {
  const { rest, socket } = run.target.contract;
  return `contract ${rest}${socket === null ? '' : `, socket ${socket}`}`;
}

function listed(what: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const [lost, gained] = [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
  return [
    ...(lost.length === 0 ? [] : [`${what} without ${lost.join(', ')}`]),
    ...(gained.length === 0 ? [] : [`${what} with ${gained.join(', ')}`]),
  ];
}

/** A check also counts as changed where it proves or claims something else. */
function checksAs(rows: readonly CheckRow[]): readonly string[] {
  return rows.map(({ id, title, proves }) => `${id} ${title} ${proves.join(' ')}`);
}

function suiteChanges(before: RunRecord, after: RunRecord): readonly string[] {
  const ids = (record: RunRecord) => record.checks.map(({ id }) => id);
  const gone = ids(before).filter((id) => !ids(after).includes(id));
  const come = ids(after).filter((id) => !ids(before).includes(id));
  const both = (record: RunRecord, other: RunRecord) =>
    checksAs(record.checks.filter(({ id }) => ids(other).includes(id)));
  const restated = both(before, after).filter((one, i) => both(after, before)[i] !== one).length;
  const parts = [
    ...(come.length === 0 ? [] : [`${come.length} checks more (${come.slice(0, 6).join(', ')})`]),
    ...(gone.length === 0 ? [] : [`${gone.length} checks fewer (${gone.slice(0, 6).join(', ')})`]),
    ...(restated === 0 ? [] : [`${restated} checks that claim or prove something else`]),
  ];
  return [
    ...changed('suite, version', before.tool.version, after.tool.version),
    ...(parts.length === 0 ? [] : [`suite: ${parts.join(', ')}`]),
  ];
}

function profileChanges({ run: before }: RunRecord, { run: after }: RunRecord): readonly string[] {
  if (before.profile === undefined || after.profile === undefined) return [];
  return listed('profile:', before.profile, after.profile);
}

function depthChanges(before: RunRecord, after: RunRecord, { unseen }: LostCoverage): readonly string[] {
  const [was, is] = [depthOf(before.checks), depthOf(after.checks)];
  if (was === undefined || is === undefined) return [];
  const rows = new Map(after.requirements.map((row) => [row.id, row]));
  const both = before.requirements.flatMap(({ id, verdict, depth: then }) => {
    const row = rows.get(id);
    if (then === undefined || row?.depth === undefined || !isJudged({ verdict }) || !isJudged(row)) return [];
    return [{ id, earlier: then, now: row.depth }];
  });
  const fewer = both.filter(({ earlier, now }) => now.seen < earlier.seen);
  const more = both.filter(({ earlier, now }) => now.seen > earlier.seen);
  if (fewer.length + more.length + unseen.length === 0) return [];
  return [
    `${casesInWords(was)}, then ${casesInWords(is)}; requirements with fewer: ${fewer.length}, with more: ${more.length}`,
    ...(unseen.length === 0 ? [] : [`no case this time, for want of budget: ${unseen.join(', ')}`]),
    ...fewer
      .filter(({ earlier, now }) => now.seen * 2 < earlier.seen)
      .map(({ id, earlier, now }) => `${id}: ${casesInWords(earlier)}, then ${casesInWords(now)}`),
  ];
}

/** Compares two records of runs, the earlier one first. */
export function compared(before: RunRecord, after: RunRecord): Comparison {
  const [was, is] = [before.checks.flatMap(failuresOfCheck), after.checks.flatMap(failuresOfCheck)];
  const [wasNames, isNames] = [new Set(was.map(failureName)), new Set(is.map(failureName))];
  const rowsBefore = new Map(before.checks.map((row) => [row.id, row]));
  const rowsAfter = new Map(after.checks.map((row) => [row.id, row]));
  const lost = lostCoverage(before, after);
  const noLongerExercised = lost.checks.map((id) => {
    const row = rowsAfter.get(id);
    return { id, why: row === undefined ? 'the suite no longer has it' : (row.reason ?? row.verdict) };
  });
  const proved = new Set(lost.checks.flatMap((id) => rowsBefore.get(id)?.proves ?? []));
  const others = after.requirements.filter(({ id }) => lost.requirements.includes(id) && !proved.has(id));
  return {
    before,
    after,
    changed: [
      ...changed('member', before.run.target.baseUrl, after.run.target.baseUrl),
      ...changed('member', contractOf(before), contractOf(after)),
      ...suiteChanges(before, after),
      ...profileChanges(before, after),
      ...changed('budget', budgetInWords(before.run.budget), budgetInWords(after.run.budget)),
      ...changed('seed', `${before.run.seed}`, `${after.run.seed}`),
    ],
    newFailures: is.filter((one) => !wasNames.has(failureName(one))),
    // A failure is not fixed if nothing looked for it.
    fixed: was.filter((one) => !isNames.has(failureName(one)) && isJudged(rowsAfter.get(one.check))),
    stillFailing: is.filter((one) => wasNames.has(failureName(one))),
    flaky: [...new Set([...before.checks, ...after.checks].filter((row) => row.flaky === true).map(({ id }) => id))],
    newlyExercised: after.checks.flatMap((row) => {
      const then = rowsBefore.get(row.id);
      return isJudged(row) && !isJudged(then) && !isLeftOut(then) ? [row.id] : [];
    }),
    noLongerExercised,
    requirementsLost: lost.requirements,
    lost: [...noLongerExercised, ...others.map(({ id, verdict, reason }) => ({ id, why: reason ?? verdict }))],
    depth: depthChanges(before, after, lost),
  };
}

/** The record with what changed from an earlier run. */
export function withSince(record: RunRecord, file: string, earlier: RunRecord): RunRecord {
  const { newFailures, fixed, lost } = compared(earlier, record);
  return { ...record, since: { file, startedAt: earlier.run.startedAt, newFailures, fixed, lost } };
}
