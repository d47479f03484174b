/**
 * How much must have been exercised for a run to count, so that a profile that lost its principals does not pass.
 * Pure.
 */

import { isRequirementId, REQUIREMENTS } from '../../contract/requirements.ts';
import { nearest } from '../../member/profile/nearest.ts';
import { areaOf } from '../record/areas.ts';
import { budgetInWords, casesInWords, depthOf, isLessDeep, isSmallerBudget } from '../record/depth.ts';
import { lostCoverage } from '../record/lost-coverage.ts';
import type { GateRow, RequirementRow, RunRecord } from '../record/run-record.ts';
import { isJudged } from '../record/verdict.ts';

export interface CoverageDemands {
  /** Requirement ids, and areas such as IDEM, which stand for each of their requirements that applies to the target. */
  readonly require: readonly string[];
  /** At least this many requirements must pass. */
  readonly minPassed?: number | undefined;
  /** What was exercised in this earlier run must be exercised again. `file`: its name in messages. */
  readonly noLessThan?: { readonly file: string; readonly record: RunRecord } | undefined;
}

/** An invalid demand; its message is one line for a person. */
export class CoverageProblem extends Error {
  override readonly name = 'CoverageProblem';
}

type Met = NonNullable<GateRow['coverage']>[number];

const MOST_NAMED = 8;

function named(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED;
  return ids.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const AREAS = [...new Set(REQUIREMENTS.map(({ id }) => areaOf(id)))];

/** Throws a CoverageProblem for an unknown id or area. */
export function checkDemands({ require }: Pick<CoverageDemands, 'require'>): void {
  for (const asked of require) {
    if (isRequirementId(asked) || AREAS.includes(asked)) continue;
    const like = nearest(asked, [...AREAS, ...REQUIREMENTS.map(({ id }) => id)]);
    const hint = like === undefined ? `areas are ${AREAS.join(', ')}` : `did you mean ${like}?`;
    throw new CoverageProblem(`--require ${asked}: no requirement and no area is so named; ${hint}`);
  }
}

function whyNot({ id, verdict, reason }: RequirementRow): string {
  return `${id} is ${verdict.replace('-', ' ')}${reason === undefined ? '' : `: ${reason}`}`;
}

function required(asked: string, { requirements }: RunRecord): Met {
  const of = requirements.filter(({ id }) => id === asked || areaOf(id) === asked);
  const applying = of.length === 1 ? of : of.filter(({ verdict }) => verdict !== 'not-applicable');
  const missing = applying.filter((row) => !isJudged(row));
  const met = applying.length > 0 && missing.length === 0;
  const words = () => {
    const [only, second] = missing;
    if (met) return 'exercised';
    if (only === undefined) return 'nothing of it applies to the target';
    if (second === undefined) return whyNot(only);
    return `${missing.length} of ${applying.length} were not exercised: ${named(missing.map(({ id }) => id))}`;
  };
  return { asked: `--require ${asked}`, met, sentence: `--require ${asked}: ${words()}` };
}

function passedEnough(least: number, { summary }: RunRecord): Met {
  const asked = `--min-passed ${least}`;
  return { asked, met: summary.pass >= least, sentence: `${asked}: ${summary.pass} requirements passed` };
}

/** Requirements that passed then and pass now, with fewer cases. */
function lessDeep(earlier: RunRecord, { requirements }: RunRecord): readonly string[] {
  const now = new Map(requirements.map((row) => [row.id, row]));
  return earlier.requirements.flatMap(({ id, verdict, depth: then }) => {
    const row = now.get(id);
    if (verdict !== 'pass' || then === undefined || row?.depth === undefined || row.verdict !== 'pass') return [];
    return isLessDeep(row.depth, then) ? [`${id} ${row.depth.seen}, earlier ${then.seen}`] : [];
  });
}

/**
 * A check that a later suite no longer has, or that the budget left out, is not held against the run; its requirements
 * are still compared, and their cases counted.
 */
function noLess({ file, record: earlier }: NonNullable<CoverageDemands['noLessThan']>, record: RunRecord): Met {
  const asked = `--no-less-than ${file}`;
  const lost = lostCoverage(earlier, record);
  const known = new Set([...record.requirements, ...record.checks].map(({ id }) => id as string));
  const here = (ids: readonly string[]) => ids.filter((id) => known.has(id));
  const [requirements, checks] = [here(lost.requirements), here(lost.checks)];
  const shallow = lessDeep(earlier, record);
  const [all, then] = [depthOf(record.checks), depthOf(earlier.checks)];
  const parts = [
    ...(requirements.length === 0 ? [] : [`${requirements.length} requirements (${named(requirements)})`]),
    ...(checks.length === 0 ? [] : [`${checks.length} checks (${named(checks)})`]),
  ];
  const short = [
    // A record without depth is older, and says nothing about its budget.
    ...(then !== undefined && isSmallerBudget(record.run.budget, earlier.run.budget)
      ? [`the budget is smaller: ${budgetInWords(record.run.budget)}, earlier ${budgetInWords(earlier.run.budget)}`]
      : []),
    ...(parts.length === 0 ? [] : [`no longer exercised are ${parts.join(' and ')}`]),
    ...(shallow.length === 0 ? [] : [`with fewer cases are ${shallow.length} requirements (${named(shallow)})`]),
    ...(all !== undefined && then !== undefined && isLessDeep(all, then)
      ? [`${casesInWords(all)} were seen in all, earlier ${casesInWords(then)}`]
      : []),
  ];
  const met = short.length === 0;
  return { asked, met, sentence: `${asked}: ${met ? 'no less' : short.join('; ')}` };
}

/** The record with one row in `gate.coverage` for each demand; unchanged without demands. */
export function withCoverage(record: RunRecord, demands: CoverageDemands): RunRecord {
  const { require, minPassed, noLessThan } = demands;
  const coverage = [
    ...require.map((asked) => required(asked, record)),
    ...(minPassed === undefined ? [] : [passedEnough(minPassed, record)]),
    ...(noLessThan === undefined ? [] : [noLess(noLessThan, record)]),
  ];
  return coverage.length === 0 ? record : { ...record, gate: { ...record.gate, coverage } };
}
