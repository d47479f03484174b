/**
 * How verdicts combine: fail outranks inconclusive outranks pass; a check that did not run changes nothing for those
 * that did.
 */

import type { RequirementId } from '../../contract/requirements.ts';
import { REQUIREMENTS } from '../../contract/requirements.ts';
import { isAtLeast } from '../../contract/versions.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { UNSEEN } from '../run/claims.ts';
import { depthOf } from './depth.ts';
import type { CheckRow, RequirementRow, RunRecord, Verdict } from './run-record.ts';
import { VERDICTS } from './run-record.ts';

/** The strongest verdict; not-exercised for none. */
export function strongest(verdicts: readonly Verdict[]): Verdict {
  return VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? 'not-exercised';
}

/** Whether the verdict is a pass or a fail. */
export function isJudged(row: { readonly verdict: Verdict } | undefined): boolean {
  return row?.verdict === 'pass' || row?.verdict === 'fail';
}

function notYetOf(id: RequirementId, since: string, facts: TargetFacts): string | undefined {
  // VER requirements concern members on both sides of a version: their checks state the contracts that they apply to.
  if (id.startsWith('VER-')) return undefined;
  const socket = id.startsWith('WSS-');
  const version = socket ? facts.socket : facts.rest;
  if (version === undefined || isAtLeast(version, since)) return undefined;
  return `since ${since}; the target serves ${socket ? 'socket contract ' : ''}${version}`;
}

function reasonOf(verdict: Verdict, rows: readonly CheckRow[]): string | undefined {
  if (verdict === 'pass' || verdict === 'fail') return undefined;
  const reasons = rows.filter((row) => row.verdict === verdict).map((row) => row.reason ?? verdict);
  // One check may lack several things, among them what another lacks.
  const lacks = verdict === 'not-exercised' ? reasons.flatMap((reason) => reason.split('; ')) : reasons;
  return [...new Set(lacks)].join('; ');
}

/** A check that does not apply to the target is not missing. reports/reading.ts reads a record the same way. */
function partOf(verdict: Verdict, rows: readonly CheckRow[]): RequirementRow['inPart'] {
  const passed = rows.filter((row) => row.verdict === 'pass').length;
  // A check that ran and met no case of this claim left nothing out.
  const left = rows.filter((row) => row.verdict === 'not-exercised' && row.claims === undefined).length;
  return verdict === 'pass' && left > 0 ? { passed, of: passed + left } : undefined;
}

/** In how many runs of the check a case of the requirement was seen; a record without `cases` has only the runs. */
function casesOf(id: RequirementId, { cases, runs }: CheckRow): number {
  return cases === undefined ? runs : (cases[id] ?? 0);
}

function requirementRow(
  id: RequirementId,
  since: string,
  rows: readonly CheckRow[],
  facts: TargetFacts,
): RequirementRow {
  const checks = rows.map((row) => row.id);
  const exercised = rows.reduce((sum, row) => sum + (isJudged(row) ? casesOf(id, row) : 0), 0);
  const notYet = notYetOf(id, since, facts);
  if (notYet !== undefined) return { id, verdict: 'not-applicable', reason: notYet, checks, exercised: 0 };
  if (rows.length === 0)
    return { id, verdict: 'not-exercised', reason: 'no check proves it yet', checks, exercised: 0 };
  const verdict = strongest(rows.map((row) => row.verdict));
  const reason = reasonOf(verdict, rows);
  const inPart = partOf(verdict, rows);
  const depth = depthOf(rows);
  return {
    id,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    checks,
    exercised,
    ...(depth === undefined ? {} : { depth }),
    ...(inPart === undefined ? {} : { inPart }),
  };
}

/** A check's verdict on one requirement. A pass without a case of that requirement says nothing about it. */
function saidOf(id: RequirementId, row: CheckRow): CheckRow {
  const said = claimedOf(id, row);
  if (said.verdict !== 'pass' || casesOf(id, row) > 0) return said;
  return { ...said, verdict: 'not-exercised', reason: `${row.id}: ${UNSEEN}` };
}

/** The verdict of the claim, where claims were judged apart. */
function claimedOf(id: RequirementId, row: CheckRow): CheckRow {
  if (row.fault === true || row.verdict === 'not-applicable') return row;
  const claim = row.claims?.find((one) => one.id === id);
  if (claim !== undefined) {
    const { reason: _, ...rest } = row;
    return { ...rest, verdict: claim.verdict, ...(claim.reason === undefined ? {} : { reason: claim.reason }) };
  }
  if (row.verdict !== 'fail' || row.breaks === undefined || row.breaks.includes(id)) return row;
  // It ended before it could decide: that does not weaken what other checks have shown.
  return { ...row, verdict: 'not-exercised', reason: `${row.id} was ended by a failure of ${row.breaks.join(', ')}` };
}

/** One row for every requirement, in the order of the interface's own table. */
export function requirementRows(checks: readonly CheckRow[], facts: TargetFacts): readonly RequirementRow[] {
  const provers = new Map<RequirementId, CheckRow[]>();
  for (const row of checks) {
    for (const id of new Set([...row.proves, ...(row.breaks ?? [])])) {
      provers.set(id, [...(provers.get(id) ?? []), saidOf(id, row)]);
    }
  }
  return REQUIREMENTS.map(({ id, since }) => requirementRow(id, since, provers.get(id) ?? [], facts));
}

/** The requirements of a record that pass without a case: none, in any record that this version makes. */
export function passesWithoutCase({ requirements }: Pick<RunRecord, 'requirements'>): readonly RequirementId[] {
  return requirements.flatMap(({ id, verdict, exercised }) => (verdict === 'pass' && exercised === 0 ? [id] : []));
}

/** What a record says of these rows, and of the requirements that they prove. */
export function verdictsOf(
  checks: readonly CheckRow[],
  facts: TargetFacts,
): Pick<RunRecord, 'verdict' | 'summary' | 'requirements' | 'checks'> {
  const requirements = requirementRows(checks, facts);
  const verdict = strongest(checks.map((row) => row.verdict));
  return { verdict, summary: countByVerdict(requirements), requirements, checks };
}

/** The number of rows with each verdict. */
export function countByVerdict(rows: readonly { readonly verdict: Verdict }[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, inconclusive: 0, 'not-applicable': 0, 'not-exercised': 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}
