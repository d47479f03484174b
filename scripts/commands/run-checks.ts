/** `touchstone check` as a process: opens the target, runs, writes the reports, says how it went. */
import { BaselineProblem, knownFailures } from '../../conformance/runner/baseline.ts';
import { exitStatus } from '../../conformance/runner/exit-status.ts';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import type { Selection } from '../../conformance/runner/plan.ts';
import { SelectionProblem } from '../../conformance/runner/plan.ts';
import { progressLine } from '../../conformance/runner/progress.ts';
import { run } from '../../conformance/runner/run.ts';
import type { RunRecord } from '../../conformance/runner/run-record.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { ordersInWords, summary } from '../../conformance/runner/summary.ts';
import { Unreached } from '../../conformance/target/unreached.ts';
import { durationMs } from '../../scenarios/duration.ts';
import type { CommandIo, ExitStatus } from './command.ts';
import type { OpenTarget } from './open-target.ts';
import { openTarget, readText } from './open-target.ts';
import { passesPreflight } from './run-preflight.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { reportFormats, writeReports } from './write-reports.ts';

export interface CheckOptions {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly select?: readonly string[];
  readonly requirement?: readonly string[];
  readonly seed: number;
  readonly runs?: number;
  readonly path?: string;
  readonly timeBudget?: string;
  readonly patience?: string;
  readonly shard?: string;
  readonly readOnly?: boolean;
  readonly baseline?: string;
  readonly out?: string;
  readonly format?: string;
  readonly quiet?: boolean;
  /** false: `--no-preflight`. */
  readonly preflight?: boolean;
}

function shardOf(text: string | undefined): Selection['shard'] {
  if (text === undefined) return undefined;
  const [, index, count] = /^([0-9]{1,4})\/([0-9]{1,4})$/.exec(text) ?? [];
  if (index === undefined || Number(index) < 1 || Number(index) > Number(count)) {
    throw new UsageError(`--shard ${text}: i/n is needed, i from 1 to n, such as 1/4`);
  }
  return { index: Number(index), count: Number(count) };
}

function selectionOf(options: CheckOptions): Selection {
  const { select = [], requirement = [], readOnly = false } = options;
  return { select, requirements: requirement, shard: shardOf(options.shard), readOnly };
}

async function knownOf(file: string | undefined, io: CommandIo): Promise<ReadonlySet<string> | undefined> {
  return file === undefined ? undefined : knownFailures(await readText(file, io, '--baseline'), file);
}

function budgetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = durationMs(text);
  if (ms === undefined) throw new UsageError(`--time-budget ${text}: a duration is needed, such as 60s or 5m`);
  return ms;
}

function patienceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = durationMs(text);
  if (ms === undefined) throw new UsageError(`--patience ${text}: a duration is needed, such as 2m, or 0s`);
  return ms;
}

function targetOptionsOf({ target, baseUrl }: CheckOptions): readonly string[] {
  return [
    ...(target === undefined ? [] : ['--target', target]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
}

async function judged(
  opened: OpenTarget,
  options: CheckOptions,
  io: CommandIo,
  known: ReadonlySet<string> | undefined,
  stopwatch: ReturnType<typeof startStopwatch>,
): Promise<RunRecord> {
  const line = progressLine(io.stderr, options.quiet === true, opened.target.run);
  try {
    return await run({
      checks: await loadChecks(),
      target: opened.target,
      selection: selectionOf(options),
      stopwatch,
      freshKey: opened.freshKey,
      seed: options.seed,
      runs: options.runs,
      path: options.path,
      targetOptions: targetOptionsOf(options),
      timeBudgetMs: budgetOf(options.timeBudget),
      known,
      resetBetweenChecks: opened.own,
      signal: io.interrupted,
      onProgress: (progress) => line.show(progress),
      version: version(),
    });
  } finally {
    line.clear();
  }
}

/** @throws UsageError */
export async function runChecks(options: CheckOptions, io: CommandIo): Promise<ExitStatus> {
  const stopwatch = startStopwatch();
  const formats = reportFormats(options.format, options.out);
  try {
    const known = await knownOf(options.baseline, io);
    const opened = await openTarget(
      { ...options, patienceMs: patienceOf(options.patience), isRun: true },
      stopwatch,
      io,
    );
    try {
      const isExamined = options.preflight !== false;
      if (isExamined && !(await passesPreflight(opened, selectionOf(options), stopwatch, io))) return 2;
      const record = await judged(opened, options, io, known, stopwatch);
      if (options.out !== undefined) await writeReports(record, options.out, formats, io);
      if (options.quiet !== true) io.stdout.write(summary(record, colours(io)));
      // What somebody has to look after is said even to those who want to hear nothing.
      else if (isAnyOrderInDoubt(record)) io.stderr.write(`${ordersInWords(record).join('\n')}\n`);
      return exitStatus(record) as ExitStatus;
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof SelectionProblem || error instanceof BaselineProblem) throw new UsageError(error.message);
    if (error instanceof Unreached) throw new UsageError(`the target went away: ${error.message}`);
    throw error;
  }
}

function isAnyOrderInDoubt({ run: { orders } }: RunRecord): boolean {
  return orders !== undefined && orders.mayBeOpen.length > 0;
}

function colours({ stdout, env }: CommandIo): boolean {
  return stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '';
}
