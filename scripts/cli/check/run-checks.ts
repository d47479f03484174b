/** `touchstone check` as a process: opens the target, runs the checks, writes the reports, prints the result. */
import type { Entry } from '../../../conformance/member/effects/entry.ts';
import { hooksLeft } from '../../../conformance/member/effects/hooks-left.ts';
import { standingInstances } from '../../../conformance/member/effects/standing.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import { Unreached } from '../../../conformance/member/sending/unreached.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { Baseline } from '../../../conformance/runner/gate/baseline.ts';
import { knownClauses } from '../../../conformance/runner/gate/gate.ts';
import { hash32 } from '../../../conformance/runner/hash.ts';
import type { DepthName } from '../../../conformance/runner/plan/depths.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { plan, type Selection, SelectionProblem } from '../../../conformance/runner/plan/plan.ts';
import { isHalting } from '../../../conformance/runner/plan/plan-in-words.ts';
import { depthOf, type RunPlanOptions } from '../../../conformance/runner/plan/run-plan.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { ordersInWords } from '../../../conformance/runner/record/summary.ts';
import { commandLine } from '../../../conformance/runner/run/command-line.ts';
import { profileLines } from '../../../conformance/runner/run/profile-lines.ts';
import { progressLine } from '../../../conformance/runner/run/progress.ts';
import { type Progress, run } from '../../../conformance/runner/run/run.ts';
import { type Stopwatch, startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { durationMs, durationText } from '../../../scenarios/format/scenario-duration.ts';
import { LONGEST_WAIT_MS } from '../../../scenarios/format/terms.ts';
import { type CommandIo, type ExitStatus, mayColour } from '../command.ts';
import { NothingToSend, type OpenTarget, openTarget, runIdOf } from '../open-target.ts';
import { ownCommand } from '../own-command.ts';
import { mayPropose } from '../run-files/baseline-files.ts';
import { deliver } from '../run-files/deliver.ts';
import { EffectsFile, effectsName } from '../run-files/effects-file.ts';
import { type GateOptions, gateOf, noLessThanOf } from '../run-files/gate-options.ts';
import { type HistoryFile, openHistory } from '../run-files/history-file.ts';
import { reportFormats, writeReports } from '../run-files/write-reports.ts';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';
import { failureFiles } from './failure-files.ts';
import { describePlan } from './print-plan.ts';
import { passesPreflight } from './run-preflight.ts';
import { commitOf } from './target-commit.ts';

/** Names the algo instances that a run may stop, before its first write, and records them. */
const MOST_NAMED = 20;

async function nameStanding(
  { target, own }: OpenTarget,
  selection: Selection,
  record: (entry: Entry) => void,
  io: Pick<CommandIo, 'stderr'>,
): Promise<void> {
  if (own || !plan(await loadChecks(), selection, target.profile, target.facts, target.clockMode).run.some(isHalting)) {
    return;
  }
  try {
    const admin = target.session().actors.get('admin');
    const standing = admin && (await standingInstances(admin));
    if (standing === undefined) return;
    record(standing);
    const names = standing.rows.map(({ row, name }) => (name === null ? row : `${row} ${JSON.stringify(name)}`));
    if (names.length === 0) return;
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
    io.stderr.write(`touchstone: a halt stops what is started of: ${names.slice(0, MOST_NAMED).join(', ')}${more}\n`);
  } catch (error) {
    // A check will meet the same, and say so.
    if (!(error instanceof Unreached)) throw error;
  }
}

export interface CheckOptions extends GateOptions {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly select?: readonly string[];
  readonly exclude?: readonly string[];
  readonly requirement?: readonly string[];
  readonly seed?: number;
  readonly depth?: DepthName;
  readonly requests?: number;
  readonly runs?: number;
  readonly path?: string;
  readonly timeBudget?: string;
  readonly patience?: string;
  readonly shard?: string;
  readonly readOnly?: boolean;
  readonly plan?: boolean;
  readonly out?: string;
  readonly format?: string;
  readonly keepHistory?: boolean;
  readonly quiet?: boolean;
  /** false: `--no-preflight`. */
  readonly preflight?: boolean;
}

type SeededOptions = CheckOptions & { readonly seed: number };

function shardOf(text: string | undefined): Selection['shard'] {
  if (text === undefined) return undefined;
  const [, index, count] = /^([0-9]{1,4})\/([0-9]{1,4})$/.exec(text) ?? [];
  if (index === undefined || Number(index) < 1 || Number(index) > Number(count)) {
    throw new UsageError(`--shard ${text}: i/n is needed, i from 1 to n, such as 1/4`);
  }
  return { index: Number(index), count: Number(count) };
}

function selectionOf(options: CheckOptions): Selection {
  const { select = [], exclude, requirement = [], readOnly = false } = options;
  return { select, exclude, requirements: requirement, shard: shardOf(options.shard), readOnly };
}

function timeOf(option: string, text: string | undefined, such: string): number | undefined {
  if (text === undefined) return undefined;
  const ms = durationMs(text);
  if (ms === undefined) throw new UsageError(`${option} ${text}: a duration is needed, such as ${such}`);
  if (ms > LONGEST_WAIT_MS) throw new UsageError(`${option} ${text}: ${durationText(LONGEST_WAIT_MS)} is the most`);
  return ms;
}

function startedAtOf({ startedAtMs }: Pick<Stopwatch, 'startedAtMs'>): string {
  return new Date(startedAtMs).toISOString();
}

function targetOptionsOf({ target, baseUrl }: CheckOptions): readonly string[] {
  return [
    ...(target === undefined ? [] : ['--target', target]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
}

async function historyOf(
  { target }: OpenTarget,
  options: SeededOptions,
  io: CommandIo,
  stopwatch: ReturnType<typeof startStopwatch>,
): Promise<HistoryFile | undefined> {
  if (options.keepHistory !== true) return undefined;
  if (options.out === undefined) throw new UsageError('--keep-history needs --out DIR, where the history is written');
  const { facts, profile } = target;
  const runFacts = { seed: options.seed, targetOptions: targetOptionsOf(options), baseUrl: profile.baseUrl };
  const startedAt = startedAtOf(stopwatch);
  return openHistory(options.out, { kind: 'head', format: 1, startedAt, facts, told: runFacts }, io);
}

/** Scenarios of the failures stand beside the reports. */
function failuresOf({ target, own }: OpenTarget, options: SeededOptions, stopwatch: Stopwatch, io: CommandIo) {
  const { out, seed, target: file, baseUrl } = options;
  if (out === undefined) return undefined;
  const connectAgain = async () => {
    if (own) return { target, [Symbol.asyncDispose]: async () => {} };
    const choice = { seed, ...(file !== undefined && { target: file }), ...(baseUrl !== undefined && { baseUrl }) };
    const again = await openTarget(choice, stopwatch, io);
    return { target: again.target, [Symbol.asyncDispose]: () => again.close() };
  };
  return failureFiles({ out, targetOptions: targetOptionsOf(options), target, connectAgain, stopwatch, seed }, io);
}

/** What a plan is made with, known at the start of a run. */
type Measured = Pick<RunPlanOptions, 'roundTripMs' | 'spentMs'>;

async function judged(
  opened: OpenTarget,
  options: SeededOptions,
  io: CommandIo,
  baseline: Baseline | undefined,
  stopwatch: Stopwatch,
  effects: EffectsFile,
  onJudged: (record: RunRecord) => Promise<void>,
  measured: Measured,
): Promise<RunRecord> {
  const line = progressLine(io.stderr, {
    quiet: options.quiet === true,
    coloured: mayColour(io.stderr, io),
    run: opened.target.run,
    after: stopwatch.after,
  });
  const history = await historyOf(opened, options, io, stopwatch);
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
      ...budgetOf(options, opened.target.profile),
      ...measured,
      effects: opened.own ? undefined : effects,
      recorder: history?.recorder,
      failures: failuresOf(opened, options, stopwatch, io),
      knownOf: baseline && knownClauses(baseline, startedAtOf(stopwatch)),
      resetBetweenChecks: opened.own,
      signal: io.interrupted,
      onProgress: (progress) =>
        line.show(
          baseline === undefined ? progress : withKnown(progress, knownClauses(baseline, startedAtOf(stopwatch))),
        ),
      onJudged,
      onTrouble: (trouble) => io.stderr.write(`touchstone: ${trouble}\n`),
      version: version(),
    });
  } finally {
    line.clear();
    await history?.close();
  }
}

/** The gate marks what the baseline knows only once the run is done. */
function withKnown(progress: Progress, knownOf: ReturnType<typeof knownClauses>): Progress {
  if (progress.kind !== 'done' || progress.row.verdict !== 'fail') return progress;
  const { broken = [] } = progress.row;
  const isKnown = knownOf(progress.row.id);
  const isAll = broken.length > 0 && broken.every(({ requirement, clause }) => isKnown(requirement, clause));
  return isAll ? { ...progress, row: { ...progress.row, known: true } } : progress;
}

function startOf({ target }: CheckOptions, run: string, opened: OpenTarget, stopwatch: Stopwatch): Entry {
  const { baseUrl } = opened.target.profile;
  return { what: 'run', run, startedAt: startedAtOf(stopwatch), baseUrl, target: target ?? null };
}

/** A shard runs only a part of the whole: coverage is a question to the merged report. */
function ofWholeRuns(options: CheckOptions): void {
  const { shard, require, minPassed, since } = options;
  const asked = {
    '--require': require,
    '--min-passed': minPassed,
    '--no-less-than': noLessThanOf(options),
    '--since': since,
  };
  const [option] = Object.entries(asked).find(([, value]) => value !== undefined) ?? [];
  if (shard === undefined || option === undefined) return;
  throw new UsageError(`${option} is of a whole run, and --shard is a part: give it to touchstone report merge`);
}

/** The default time budget. */
const USUAL_TIME_BUDGET_MS = 30 * 60_000;

/** A run on a target takes a new seed, so that runs in a row take other cases; one of its own is the same each time. */
function seedOf({ seed, target }: CheckOptions, { startedAtMs }: Stopwatch): number {
  return seed ?? (target === undefined ? 1 : hash32(`${startedAtMs}`) % 1_000_000);
}

function budgetOf(options: CheckOptions, profile: Profile) {
  const { depth, requests, timeBudget, runs, path } = options;
  // Who states runs, or the way to one input, wants just that.
  const isStated = [requests, timeBudget, runs, path].some((one) => one !== undefined);
  return {
    depth: depth ?? (isStated ? undefined : depthOf(profile)),
    requests,
    timeBudgetMs: timeOf('--time-budget', timeBudget, '60s or 5m') ?? USUAL_TIME_BUDGET_MS,
  };
}

/** @throws UsageError */
export async function runChecks(asked: CheckOptions, io: CommandIo): Promise<ExitStatus> {
  const stopwatch = startStopwatch();
  const options = { ...asked, seed: seedOf(asked, stopwatch) };
  const formats = reportFormats(options.format, options.out);
  try {
    ofWholeRuns(options);
    const gate = await gateOf(options, io);
    await mayPropose(options.updateBaseline, io);
    const id = runIdOf(options, stopwatch);
    using effects = new EffectsFile(effectsName(options.out, id), io.cwd, []);
    const patienceMs = timeOf('--patience', options.patience, '2m, or 0s');
    let link: Measured = {};
    let planned: readonly Check[] = [];
    const onProfile = async (profile: Profile, isOwn: boolean, measured: () => Promise<number | undefined>) => {
      const isAsked = options.plan === true;
      const selection = selectionOf(options);
      const { runs, seed } = options;
      // Before the time is taken: they take long to load.
      await loadChecks();
      if (!isOwn) link = { roundTripMs: await measured(), spentMs: stopwatch.nowMs() };
      const { words, checks, most } = await describePlan({
        ...{ profile, selection, patienceMs: patienceMs ?? 0, isOwn, details: isAsked, runs, seed, ...link },
        ...budgetOf(options, profile),
      });
      planned = checks;
      if (isAsked) io.stdout.write(words);
      else if (!isOwn && options.quiet !== true) io.stderr.write(words);
      return isAsked ? false : { most: isOwn ? undefined : most };
    };
    const needsSecrets = options.plan !== true;
    const choice = { ...options, patienceMs, onEffect: effects.add, onProfile, isRun: true, needsSecrets };
    const opened = await openTarget(choice, stopwatch, io);
    effects.begin(startOf(options, id, opened, stopwatch));
    const cleanup = `${ownCommand(io.cwd)} ${commandLine(['cleanup', effects.name])}`;
    const left = `orders, rows or a hook may be left at the target: ${cleanup}`;
    io.lastWords?.add(() => (effects.isThere ? `touchstone: ${left}\n` : undefined));
    try {
      const isExamined = options.preflight !== false;
      if (isExamined && !(await passesPreflight(opened, planned, stopwatch, io))) return 2;
      await nameStanding(opened, selectionOf(options), effects.add, io);
      const { profile } = opened.target;
      const gated = (ran: RunRecord): RunRecord =>
        gate.applyTo({ ...ran, run: { ...ran.run, profile: profileLines(profile), ...commitOf(profile, io) } });
      const onJudged = async (ran: RunRecord) => {
        if (options.out !== undefined) await writeReports(gated(ran), options.out, formats, io);
      };
      const ran = await judged(opened, options, io, gate.baseline, stopwatch, effects, onJudged, link);
      if (ran.run.left === undefined && hooksLeft(effects.entries).size === 0) effects.remove();
      const record = gated(ran);
      const status = await deliver(record, gate, formats, options, io);
      // Orders in doubt are reported even with --quiet, because a person must look after them.
      if (options.quiet === true && isAnyOrderInDoubt(record)) {
        io.stderr.write(`${ordersInWords(record).join('\n')}\n`);
      }
      return status;
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof NothingToSend) return 0;
    if (error instanceof SelectionProblem) throw new UsageError(error.message);
    if (error instanceof Unreached) throw new UsageError(`the target went away: ${error.message}`);
    throw error;
  }
}

function isAnyOrderInDoubt({ run: { orders } }: RunRecord): boolean {
  return orders !== undefined && orders.mayBeOpen.length > 0;
}
