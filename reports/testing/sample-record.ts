/** For tests of reports: a small run record, of the checks and requirements that a test states. */
import type { CheckRow, RequirementRow, RunRecord } from '../../conformance/runner/record/run-record.ts';

export function check(id: string, verdict: CheckRow['verdict'], over: Partial<CheckRow> = {}): CheckRow {
  const row = { id, title: `claim of ${id}`, proves: ['RID-01'] as const, verdict, runs: 1, durationMs: 1_500 };
  return { ...row, evidence: [], ...over };
}

export function passing(id: RequirementRow['id'], checks: readonly string[]): RequirementRow {
  return { id, verdict: 'pass', checks, exercised: 1 };
}

export function recordOf(
  requirements: readonly RequirementRow[],
  checks: readonly CheckRow[],
  over: Partial<RunRecord['run']> = {},
): RunRecord {
  const count = (wanted: CheckRow['verdict']) => requirements.filter(({ verdict }) => verdict === wanted).length;
  const [pass, fail, inconclusive] = [count('pass'), count('fail'), count('inconclusive')];
  const others = { 'not-applicable': count('not-applicable'), 'not-exercised': count('not-exercised') };
  const target = { baseUrl: 'http://h', contract: { rest: '0.14.0', socket: null } };
  const run = { seed: 7, startedAt: '2026-01-05T00:00:00.000Z', durationMs: 3_000, target, requests: 3, stopped: null };
  return {
    ...{ schema: 1, tool: { name: 'touchstone', version: '0.1.0' }, run: { ...run, ...over } },
    ...{ verdict: fail > 0 ? 'fail' : 'pass', summary: { pass, fail, inconclusive, ...others } },
    ...{ requirements, checks },
  };
}
