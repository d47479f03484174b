/**
 * What a release is gated by in addition to the checks: a baseline of known failures, and how much must have been
 * exercised. Pure functions of a record, so that a merged and a rechecked record are gated like a run.
 */
import { isRequirementId } from '../../contract/requirements.ts';
import type { BrokenClauseRow, CheckRow, GateRow, RunRecord } from '../record/run-record.ts';
import type { IsKnownClause } from '../run/tally.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';

type Problem = NonNullable<GateRow['baseline']>['problems'][number];

/** The day of the run, in UTC: a baseline is judged as of that day, so that a record is always judged the same. */
function dayOf({ run }: RunRecord): string {
  return run.startedAt.slice(0, 10);
}

function isExpired({ expires }: BaselineEntry, day: string): boolean {
  return expires < day;
}

/** Whether the entry names this broken clause of this check. */
export function isOf(
  { requirement, check, clause }: BaselineEntry,
  row: CheckRow,
  broken: Pick<BrokenClauseRow, 'requirement' | 'clause'>,
): boolean {
  return check === row.id && requirement === broken.requirement && clause === broken.clause;
}

/**
 * What the searches of a run skip.
 * @param startedAt of the run: an entry that has expired by then accepts nothing.
 */
export function knownClauses({ entries }: Baseline, startedAt: string): (checkId: string) => IsKnownClause {
  const day = startedAt.slice(0, 10);
  const names = new Set(
    entries
      .filter((entry) => !isExpired(entry, day))
      .map(({ requirement, check, clause }) => `${check} ${requirement} ${clause}`),
  );
  return (checkId) => (requirement, clause) => names.has(`${checkId} ${requirement} ${clause}`);
}

function marked(row: CheckRow, { entries }: Baseline, day: string): CheckRow {
  if (row.verdict !== 'fail' || row.broken === undefined) return row;
  const broken = row.broken.map(({ known: _, ...clause }): BrokenClauseRow => {
    const entry = entries.find((one) => isOf(one, row, clause) && !isExpired(one, day));
    if (entry === undefined) return clause;
    const { reason, owner, expires } = entry;
    return { ...clause, known: { reason, owner, expires } };
  });
  const { known: _, ...rest } = row;
  const isKnown = broken.length > 0 && broken.every(({ known }) => known !== undefined);
  return { ...showingNew({ ...rest, broken }), ...(isKnown ? { known: true as const } : {}) };
}

/**
 * Every format shows the counterexample, so it is of a new failure where there is one. The run knows its baseline and
 * sees to that; a record that was made without it (of shards, of an older run) has no exchanges of the new failure.
 */
function showingNew<Row extends CheckRow>(row: Row): Row {
  const { broken = [], counterexample: c } = row;
  const isShown = (one: BrokenClauseRow) =>
    c?.clause === undefined ? one.expected === c?.expected : one.clause === c.clause;
  const rank = (one: BrokenClauseRow) => (one.known === undefined ? 0 : 2) + (isShown(one) ? 0 : 1);
  const sorted = broken.toSorted((a, b) => rank(a) - rank(b));
  const [first] = sorted;
  if (first === undefined || first.known !== undefined || c === undefined || isShown(first)) {
    return { ...row, broken: sorted };
  }
  const { expected, clause, seen } = first;
  const { scenario: _, replay: __, unconfirmed: ___, ...rest } = c;
  return {
    ...row,
    broken: sorted,
    reason: `expected ${expected}; seen ${seen}`,
    counterexample: { ...rest, expected, clause, seen, given: null, exchanges: [], curl: null },
  };
}

/** The check's verdict on one requirement; undefined where the record does not show it. */
function claimVerdict(row: CheckRow, requirement: string): CheckRow['verdict'] | undefined {
  if (row.fault === true) return undefined;
  return row.claims?.find(({ id }) => id === requirement)?.verdict ?? row.verdict;
}

/**
 * Whether the failure was looked for and is gone: its claim was judged, and no new failure kept the check from
 * seeing it. With generated inputs each run may show another clause of a claim: there the claim must pass.
 */
function isStale(entry: BaselineEntry, row: CheckRow): boolean {
  const { broken = [] } = row;
  if (broken.some((clause) => isOf(entry, row, clause))) return false;
  const verdict = claimVerdict(row, entry.requirement);
  if (verdict === 'pass') return true;
  const isGenerated = row.counterexample !== undefined && row.counterexample.path !== null;
  return verdict === 'fail' && !isGenerated && broken.every(({ known }) => known !== undefined);
}

function problemOf(entry: BaselineEntry, baseline: Baseline, record: RunRecord): Problem | undefined {
  const { requirement, check, clause, expires, owner, line } = entry;
  const where = `${baseline.file}:${line}`;
  const what = `${requirement} of ${check}, "${clause}"`;
  const row = record.checks.find(({ id }) => id === check);
  if (!isRequirementId(requirement)) {
    return { kind: 'unknown', sentence: `${where}: there is no requirement ${requirement}; delete or mend the entry` };
  }
  if (row === undefined) {
    return { kind: 'unknown', sentence: `${where}: there is no check ${check}; delete or mend the entry` };
  }
  if (isExpired(entry, dayOf(record))) {
    return { kind: 'expired', sentence: `${where}: ${what} was accepted until ${expires}; ask ${owner}` };
  }
  if (!isStale(entry, row)) return undefined;
  return { kind: 'stale', sentence: `${where}: ${what} no longer fails; delete the entry` };
}

/** The record with known failures marked, and with a problem for each entry that is stale, expired or unknown. */
export function withBaseline(record: RunRecord, baseline: Baseline): RunRecord {
  const checks = record.checks.map((row) => marked(row, baseline, dayOf(record)));
  const judged = { ...record, checks };
  const problems = baseline.entries.flatMap((entry) => problemOf(entry, baseline, judged) ?? []);
  return { ...judged, gate: { ...record.gate, baseline: { file: baseline.file, problems } } };
}
