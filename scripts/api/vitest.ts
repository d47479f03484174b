/**
 * The checks as tests of vitest, which its user installs: one test a check, by area, so that editors, watch mode and reporters
 * of vitest work on them.
 *
 *     import { suite } from 'touchstone/vitest';
 *
 *     await suite({ target: 'staging.yaml', select: ['idem', 'ord'] });
 *
 * and scenario files: `await scenario('incidents');`
 */
import './needed-node.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Check } from '../../conformance/runner/check.ts';
import { preflight } from '../../conformance/runner/doctor.ts';
import { knownClauses, withBaseline } from '../../conformance/runner/gate/gate.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { type Selection, selectedChecks } from '../../conformance/runner/plan/plan.ts';
import type { CheckRow, RunRecord } from '../../conformance/runner/record/run-record.ts';
import { run } from '../../conformance/runner/run/run.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { durationMs } from '../../scenarios/format/scenario-duration.ts';
import { type OpenTarget, openTarget } from '../cli/open-target.ts';
import { baselineOf } from '../cli/run-files/baseline-files.ts';
import { version } from '../cli/version.ts';
import { ownIo } from './own-io.ts';

export { ClientNotConforming, type ClientUnderTest, type JudgeClientOptions, judgeClient } from './judge-client.ts';
export type { ScenarioOptions } from './vitest-scenario.ts';
export { scenario } from './vitest-scenario.ts';

export interface SuiteOptions {
  /** The path of a profile, or a profile (`sandbox.profile`); absent: a new sandbox on a virtual clock. */
  readonly target?: string | object;
  /** Checks by id: `idem`, `idem/*`. Absent: all. */
  readonly select?: readonly string[];
  /** Like `select`: what they match is left out. */
  readonly exclude?: readonly string[];
  /** The checks that prove these. Absent: all. */
  readonly requirements?: readonly string[];
  readonly seed?: number;
  /** The number of runs of a check with generated inputs. */
  readonly runs?: number;
  readonly readOnly?: boolean;
  /** Maximum wait of a check on a running clock, such as `2m`. */
  readonly patience?: string;
  /** The path of a baseline: known failures are skipped, and a separate test fails if it must be updated. */
  readonly baseline?: string;
  /** false: continue although the profile is found to be wrong. */
  readonly preflight?: boolean;
}

/** A check ends itself after a minute, and is repeated twice if it learned nothing; its waits come on top. */
const TEST_LIMIT_MS = 240_000;

async function examined(
  { target, own }: OpenTarget,
  checks: readonly Check[],
  stopwatch: ReturnType<typeof startStopwatch>,
) {
  if (own) return;
  const findings = await preflight(target, checks, stopwatch);
  if (findings.length === 0) return;
  throw new Error(findings.map(({ subject, words }) => `${subject}: ${words}`).join('\n'));
}

/** Defines the tests; await it in the test file itself. Rejects if the selection matches nothing. */
export async function suite(options: SuiteOptions = {}): Promise<void> {
  const { select = [], exclude, requirements = [], seed = 1, readOnly = false } = options;
  const selection: Selection = { select, exclude, requirements, readOnly };
  const checks = selectedChecks(await loadChecks(), selection);
  const io = ownIo();
  const baseline = await baselineOf(options.baseline, io);
  const patienceMs = options.patience === undefined ? undefined : durationMs(options.patience);
  const stopwatch = startStopwatch();
  let opened: OpenTarget | undefined;
  let last: RunRecord | undefined;
  const rows: CheckRow[] = [];

  const judged = async (check: Check): Promise<CheckRow> => {
    if (opened === undefined) throw new Error('the target was not opened');
    const { target, freshKey, own } = opened;
    const named = typeof options.target === 'string' ? ['--target', options.target] : [];
    const ran = await run({
      ...{ checks: [check], target, stopwatch, freshKey, seed, runs: options.runs, version: version() },
      selection: { select: [], requirements: [], readOnly },
      targetOptions: named,
      knownOf: baseline && knownClauses(baseline, new Date(stopwatch.startedAtMs).toISOString()),
      resetBetweenChecks: own,
    });
    last =
      baseline === undefined
        ? ran
        : withBaseline(ran, { ...baseline, entries: baseline.entries.filter((entry) => entry.check === check.id) });
    const [row] = last.checks;
    if (row === undefined) throw new Error(`${check.id} came to nothing`);
    rows.push(row);
    return row;
  };

  describe('touchstone', () => {
    beforeAll(async () => {
      const { target } = options;
      const chosen = typeof target === 'string' ? { target } : { profile: target };
      opened = await openTarget({ ...chosen, seed, patienceMs }, stopwatch, io);
      if (options.preflight !== false) await examined(opened, checks, stopwatch);
    }, TEST_LIMIT_MS);
    afterAll(async () => opened?.close());

    for (const [area, of] of Map.groupBy(checks, ({ id }) => id.split('/', 1)[0] ?? id)) {
      describe(`${area}`, () => {
        for (const check of of) {
          const timeout = TEST_LIMIT_MS + (check.waits?.ms ?? 0);
          test(`${check.id}: ${check.title}`, { timeout }, async ({ skip }) => {
            const row = await judged(check);
            if (row.verdict === 'fail' && row.known !== true) throw new Error(failureText(row));
            if (row.verdict === 'inconclusive') throw new Error(`inconclusive: ${row.reason ?? ''}`);
            if (row.verdict !== 'pass')
              skip(row.known === true ? `known failure: ${failureText(row)}` : `${row.verdict}: ${row.reason ?? ''}`);
          });
        }
      });
    }

    if (baseline === undefined) return;
    test('the baseline is up to date', () => {
      if (last === undefined) return;
      const whole = withBaseline({ ...last, checks: rows }, baseline);
      expect(whole.gate?.baseline?.problems.map(({ sentence }) => sentence)).toEqual([]);
    });
  });
}

/** The message of a failing check: expected and observed values, who accepted it, and how to reproduce it. */
function failureText({ proves, breaks, reason, broken = [], counterexample: c }: CheckRow): string {
  const accepted = broken.flatMap(({ known }) =>
    known === undefined ? [] : [`accepted until ${known.expires} (${known.owner}): ${known.reason}`],
  );
  const parts = [
    `breaks ${(breaks ?? proves).join(', ')}`,
    ...accepted,
    ...(c === undefined ? [reason ?? ''] : [`expected: ${c.expected}`, `seen: ${c.seen}`, `rerun: ${c.rerun}`]),
    ...(c?.given == null ? [] : [`given: ${c.given}`]),
  ];
  return parts.join('\n');
}
