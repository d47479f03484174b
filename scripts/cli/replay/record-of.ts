/** Plays as a record for reports. */
import type { Verdict } from '../../../conformance/runner/record/run-record.ts';
import type { ReplayRecord, ReplayRow } from '../../../reports/index.ts';
import type { Scenario } from '../../../scenarios/index.ts';
import { failureLines, plain, stepSubject, stepWords } from '../../../scenarios/index.ts';
import { version } from '../version.ts';
import type { Play } from './play-one.ts';

function headOf({ id, file, story, client, proves }: Scenario) {
  return { id, file, story, ...(client === undefined ? {} : { client }), proves };
}

export function rowOf({ played, where, startedAtMs, durationMs }: Play, against?: string): ReplayRow {
  const { scenario, steps, verdict, reason } = played;
  return {
    ...headOf(scenario),
    where,
    ...(against === undefined ? {} : { against }),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: Math.round(durationMs),
    steps: steps.map((one) => {
      const shown = failureLines(one, plain, scenario.file);
      return {
        ...{ step: one.step.n, ...one.step.at, does: `${stepSubject(one.step)} ${stepWords(one.step)}` },
        verdict: one.verdict,
        ...(shown.length === 0 ? {} : { shown }),
      };
    }),
  };
}

/** The row of a scenario that the contract of a version cannot play. */
export function notApplicableRow(scenario: Scenario, against: string, reason: string, startedAtMs: number): ReplayRow {
  return {
    ...headOf(scenario),
    ...{ where: 'its own sandbox', against, verdict: 'not-applicable', reason },
    ...{ startedAt: new Date(startedAtMs).toISOString(), durationMs: 0, steps: [] },
  };
}

/** The verdict of several: the first of these that one of them has. */
const PRECEDENCE = [
  'fail',
  'inconclusive',
  'not-exercised',
  'pass',
  'not-applicable',
] as const satisfies readonly Verdict[];

export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return PRECEDENCE.find((one) => verdicts.includes(one)) ?? 'not-exercised';
}

export function recordOf(
  rows: readonly ReplayRow[],
  { startedAtMs, durationMs }: { readonly startedAtMs: number; readonly durationMs: number },
): ReplayRecord {
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  return {
    schema: 1,
    tool: { name: 'touchstone', version: version() },
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: Math.round(durationMs),
    verdict: worstOf(rows.map(({ verdict }) => verdict)),
    summary: {
      pass: count('pass'),
      fail: count('fail'),
      inconclusive: count('inconclusive'),
      'not-exercised': count('not-exercised'),
      'not-applicable': count('not-applicable'),
    },
    scenarios: rows,
  };
}
