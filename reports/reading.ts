/** The content of a run record in the words and order that all formats share. */

import { areaOf } from '../conformance/runner/record/areas.ts';
import { depthInWords, depthOf, depthOfRun, leftOutOfRun } from '../conformance/runner/record/depth.ts';
import { serverErrorInWords } from '../conformance/runner/record/headline.ts';
import type { CheckRow, RequirementRow, RunRecord, Verdict } from '../conformance/runner/record/run-record.ts';

/**
 * In the order in which reports count them: requirements that were not exercised are as visible as those that passed.
 */
export const VERDICT_WORDS = {
  pass: 'pass',
  fail: 'fail',
  inconclusive: 'inconclusive',
  'not-exercised': 'not exercised',
  'not-applicable': 'not applicable',
} as const satisfies Record<Verdict, string>;

/** The verdicts, in the order in which reports count them. */
export const VERDICTS_IN_ORDER = Object.keys(VERDICT_WORDS) as readonly Verdict[];

/** Whether the baseline accepts all failures of a failing check. */
export function isKnown(row: CheckRow): boolean {
  return row.verdict === 'fail' && row.known === true;
}

/** What a person must look at after the gate: entries of the baseline, and missing required coverage. */
export function gateWords({ gate }: RunRecord): readonly string[] {
  const problems = gate?.baseline?.problems ?? [];
  const short = gate?.coverage?.filter(({ met }) => !met) ?? [];
  return [...problems, ...short].map(({ sentence }) => sentence);
}

/** `RID-01 "GET /me: 200" is accepted until 2026-12-31 (desk): REASON`, for each failure that the baseline knows. */
export function acceptedWords({ broken = [] }: CheckRow): readonly string[] {
  return broken.flatMap(({ requirement, clause, known }) =>
    known === undefined
      ? []
      : [`${requirement} "${clause}" is accepted until ${known.expires} (${known.owner}): ${known.reason}`],
  );
}

/** A pass for which some of its checks did not run. */
export interface PassInPart {
  readonly passed: number;
  readonly of: number;
  /** Check ids by the reason why they did not run, the most common reason first. */
  readonly notRun: ReadonlyMap<string, readonly string[]>;
}

/**
 * By requirement id, in the record's order. A check that does not apply to the target does not count as missing.
 * Derived from the checks, so a record without `inPart` gives the same result.
 */
export function passesInPart({ requirements, checks }: RunRecord): ReadonlyMap<string, PassInPart> {
  const byId = new Map(checks.map((row) => [row.id, row]));
  const found = new Map<string, PassInPart>();
  for (const requirement of requirements) {
    if (requirement.verdict !== 'pass') continue;
    const rows = requirement.checks.flatMap((id) => byId.get(id) ?? []);
    // A check that ran without a case of this claim still counts as run.
    const left = rows.filter(({ verdict, claims }) => verdict === 'not-exercised' && claims === undefined);
    if (left.length === 0) continue;
    const passed = rows.filter(({ verdict }) => verdict === 'pass').length;
    const groups = [...Map.groupBy(left, ({ reason }) => reason ?? 'no reason stated')];
    const notRun = new Map(
      groups.sort(([, a], [, b]) => b.length - a.length).map(([why, of]) => [why, of.map(({ id }) => id)]),
    );
    found.set(requirement.id, { passed, of: passed + left.length, notRun });
  }
  return found;
}

/** `2 of 7 checks` */
export function partWords({ passed, of }: PassInPart): string {
  return `${passed} of ${of} checks`;
}

/** What a column of `exercisedIn` is called in the reports of this record. */
export function exercisedTitle({ checks }: RunRecord): 'Cases seen' | 'Times exercised' {
  return depthOf(checks) === undefined ? 'Times exercised' : 'Cases seen';
}

/** `3 of 121 cases (routes)`; in an older record how often it was exercised. */
export function exercisedIn(row: RequirementRow, byId: ReadonlyMap<string, CheckRow>): string {
  return (
    depthInWords(
      row,
      row.checks.flatMap((id) => byId.get(id) ?? []),
    ) ?? `${row.exercised}`
  );
}

/** Whether a pass has seen fewer cases than the suite knows. */
export function isShallow({ verdict, depth }: RequirementRow): boolean {
  return verdict === 'pass' && depth !== undefined && depth.seen < depth.known;
}

/** How deep the run went and what its budget left out, a sentence each without a full stop; empty for an older record. */
export function depthWords(record: RunRecord): readonly string[] {
  return [depthOfRun(record), leftOutOfRun(record)].filter((line) => line !== undefined);
}

/** `3 of its 5 checks did not run: a/b, a/c (REASON); a/d (REASON)` */
export function notRunWords({ passed, of, notRun }: PassInPart): string {
  const reasons = [...notRun].map(([why, ids]) => `${ids.join(', ')} (${why})`);
  return `${of - passed} of its ${of} checks did not run: ${reasons.join('; ')}`;
}

/** The remark next to the headline: `3 of 264 requirements failed, 57 were not exercised`. */
export function remarkOf(record: RunRecord): string {
  const { requirements, summary, run } = record;
  const all = `${requirements.length} requirements`;
  const inPart = passesInPart(record).size;
  const parts = [
    `${summary.pass} of ${all} passed${inPart === 0 ? '' : ` (of them ${inPart} in part)`}`,
    ...(summary.fail > 0 ? [`${summary.fail} failed`] : []),
    ...(summary.inconclusive > 0 ? [`${summary.inconclusive} inconclusive`] : []),
    `${summary['not-exercised']} not exercised`,
    ...(summary['not-applicable'] > 0 ? [`${summary['not-applicable']} not applicable`] : []),
  ];
  const remark = parts.join(', ');
  return run.foreign === undefined ? remark : `${remark}. ${run.foreign.sentence.replace(/\.$/, '')}`;
}

/** The requirements that a failing check broke; it may prove others, too. */
export function brokenBy({ breaks, proves }: CheckRow): readonly string[] {
  return breaks ?? proves;
}

/** A sentence for each response that no request may get. */
export function serverErrorsOf({ serverErrors = [] }: CheckRow): readonly string[] {
  return serverErrors.map(serverErrorInWords);
}

/** Inconclusive checks, internal errors of the suite first. */
export function doubtsOf({ checks }: RunRecord): readonly CheckRow[] {
  const unsure = checks.filter(
    ({ verdict, fault }) => verdict === 'inconclusive' || (fault === true && verdict !== 'fail'),
  );
  return [...unsure.filter(({ fault }) => fault === true), ...unsure.filter(({ fault }) => fault !== true)];
}

export interface Silence {
  readonly reason: string;
  readonly requirements: readonly RequirementRow[];
}

/** Requirements without a verdict, by reason; the most common reason first. */
export function silencesOf(
  { requirements }: RunRecord,
  verdict: 'not-exercised' | 'not-applicable',
): readonly Silence[] {
  const rows = requirements.filter((row) => row.verdict === verdict);
  // The order of the reasons does not matter.
  const groups = Map.groupBy(rows, ({ reason }) => reason?.split('; ').sort().join('; '));
  return [...groups.values()]
    .map((of) => ({ reason: of[0]?.reason ?? 'no reason stated', requirements: of }))
    .sort((a, b) => b.requirements.length - a.requirements.length);
}

type Toleration = NonNullable<RunRecord['tolerations']>[number];

const TOLERATED = {
  'not judged': 'Not judged, by decision',
  either: 'Accepted either way, by decision',
} as const;

export interface Tolerated {
  /** `Not judged, by decision: 14 points` */
  readonly title: string;
  readonly rows: readonly Toleration[];
}

/** What the suite left undecided on purpose, whatever the run met; empty for an older record. */
export function toleratedIn({ tolerations = [] }: RunRecord): readonly Tolerated[] {
  return (['not judged', 'either'] as const).flatMap((kind) => {
    const rows = tolerations.filter((one) => one.kind === kind);
    return rows.length === 0 ? [] : [{ title: `${TOLERATED[kind]}: ${rows.length} points`, rows }];
  });
}

/** `A7, does an unknown route register a caller: untested` */
export function tolerationWords({ id, point, accepts }: Toleration): string {
  return `${id}, ${point}: ${accepts}`;
}

/** Requirements by area, in the record's own order. */
export function areasOf({ requirements }: RunRecord): ReadonlyMap<string, readonly RequirementRow[]> {
  return Map.groupBy(requirements, ({ id }) => areaOf(id));
}

/** `850 ms`, `12.3 s`, `4 min 5 s`. */
export function durationWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
