/**
 * `touchstone replay` as a process: reads every scenario, checks that each can be played, then plays them, in worlds of
 * their own or on a target.
 */
import { dirname, resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Verdict } from '../../../conformance/runner/record/run-record.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Paint, Scenario } from '../../../scenarios/index.ts';
import { ScenarioProblem, unmetNeeds } from '../../../scenarios/index.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { coloured } from '../command.ts';
import { through } from '../open-target.ts';
import { defectsOf } from '../sandbox/sandbox-options.ts';
import { UsageError } from '../usage-error.ts';
import { playAgainst } from './against.ts';
import { fromStep } from './from-step.ts';
import type { Say } from './in-order.ts';
import { inOrder } from './in-order.ts';
import type { ReplayOptions } from './options.ts';
import { mustGoTogether, versionsOf } from './options.ts';
import type { Play } from './play-one.ts';
import { playOne } from './play-one.ts';
import type { PlayPlace } from './play-place.ts';
import { loadedProfile } from './play-place.ts';
import { recordOf, rowOf, worstOf } from './record-of.ts';
import { runShrink } from './run-shrink.ts';
import { sayingProblems } from './saying-problems.ts';
import type { ScenarioFile } from './scenario-files.ts';
import { readNamed, scenarioFiles } from './scenario-files.ts';
import { stepping } from './stepping.ts';
import { totalLines } from './total.ts';
import { Changes } from './watching.ts';
import { replayFormats, writeResults, writeTranscript } from './write-results.ts';

export type { ReplayOptions } from './options.ts';

const STATUS = {
  fail: 1,
  inconclusive: 3,
  'not-exercised': 3,
  'not-applicable': 3,
  pass: 0,
} as const satisfies Record<Verdict, ExitStatus>;

const STYLES = { good: 'green', bad: 'red', unsure: 'yellow', quiet: 'dim', strong: 'bold' } as const;

function paintOf(io: CommandIo): Paint {
  if (!coloured(io)) return (_, text) => text;
  return (tone, text) => styleText(STYLES[tone], text, { validateStream: false });
}

function sayOn({ stdout }: CommandIo): Say {
  return (lines) => {
    if (lines.length > 0) stdout.write(lines.map((line) => `${line}\n`).join(''));
  };
}

/** Reads all of them, or reports the problems of any: nothing is sent before every file is valid. */
async function readAll(
  files: readonly ScenarioFile[],
  options: ReplayOptions,
  io: CommandIo,
): Promise<readonly Scenario[]> {
  const scenarios: Scenario[] = [];
  const problems: ScenarioProblem['problems'][number][] = [];
  for (const file of files) {
    try {
      scenarios.push(await readNamed(file, io));
    } catch (thrown) {
      if (!(thrown instanceof ScenarioProblem)) throw thrown;
      problems.push(...thrown.problems);
    }
  }
  if (problems.length > 0) throw new ScenarioProblem(problems);
  if (options.target === undefined) return scenarios;
  const { profile } = through(await loadedProfile(options.target, io), options.baseUrl);
  for (const scenario of scenarios) {
    const unmet = unmetNeeds(scenario, profile, options.target);
    if (unmet.length > 0) throw new ScenarioProblem(unmet);
  }
  return scenarios;
}

async function placeOf({ target, baseUrl, reset, defect }: ReplayOptions): Promise<PlayPlace> {
  if (target === undefined)
    return { kind: 'own', ...(defect === undefined ? {} : { defects: await defectsOf(defect) }) };
  return { kind: 'target', file: target, ...(baseUrl === undefined ? {} : { baseUrl }), reset: reset === true };
}

/** Plays them and writes what was asked for. */
async function playAll(
  scenarios: readonly Scenario[],
  options: ReplayOptions,
  io: CommandIo,
  paint: Paint,
): Promise<ExitStatus> {
  const formats = replayFormats(options.format, options.out);
  const only = (flag: string): Scenario => {
    const [scenario] = scenarios;
    if (scenario === undefined || scenarios.length > 1) {
      throw new UsageError(`${flag} is for one scenario, and these are ${scenarios.length}`);
    }
    return scenario;
  };
  const judgeFrom = options.from === undefined ? undefined : fromStep(options.from, only('--from'));
  const out = sayOn(io);
  const steps = options.step && only('--step') ? stepping(io, out, paint) : undefined;
  const stopwatch = startStopwatch();
  const place = await placeOf(options);
  try {
    const plays = await inOrder(
      scenarios,
      { jobs: options.jobs ?? 1, out, stop: io.interrupted },
      async (scenario, say) =>
        playOne(scenario, place, io, {
          ...{ say, paint, quiet: options.quiet === true },
          ...(steps === undefined ? {} : steps),
          ...(judgeFrom === undefined ? {} : { judgeFrom }),
        }),
    );
    const done = plays.filter((one): one is Play => one !== undefined);
    out(
      totalLines(
        done.map((one) => rowOf(one)),
        scenarios.length,
        paint,
      ),
    );
    const times = { startedAtMs: stopwatch.startedAtMs, durationMs: stopwatch.nowMs() };
    if (options.out !== undefined) {
      await writeResults(
        recordOf(
          done.map((one) => rowOf(one)),
          times,
        ),
        options.out,
        formats,
        io,
      );
    }
    if (options.transcript !== undefined) {
      await writeTranscript(
        options.transcript,
        done.map(({ played }) => played),
        io,
      );
    }
    return io.interrupted.aborted ? 4 : STATUS[worstOf(done.map(({ played }) => played.verdict))];
  } finally {
    steps?.close();
  }
}

/** Plays again whatever changes, until it is interrupted; the status is that of the last play. */
async function playOnChange(operands: readonly string[], options: ReplayOptions, io: CommandIo): Promise<ExitStatus> {
  const paint = paintOf(io);
  let files = await scenarioFiles(operands, io);
  const target = options.target === undefined ? [] : [resolve(io.cwd, options.target)];
  const folders = new Set([...files.map(({ path }) => path), ...target].map((path) => dirname(path)));
  const changes = new Changes(
    [...folders].map((folder) => ({ folder, deep: false })),
    (path) => target.includes(path) || /\.ya?ml$/.test(path),
  );
  let status: ExitStatus = 0;
  let changed: readonly ScenarioFile[] = files;
  try {
    while (!io.interrupted.aborted) {
      const now = changed;
      const result = await sayingWhatIsWrong(io, () =>
        sayingProblems(io, async () => playAll(await readAll(now, options, io), options, io, paint)),
      );
      if (!io.interrupted.aborted) status = result;
      io.stdout.write(`${paint('quiet', 'waiting for a change; Ctrl-C ends')}\n`);
      const paths = await changes.next(io.interrupted);
      const known = new Set(files.map(({ path }) => path));
      files = await scenarioFiles(operands, io).catch(() => files);
      const touched = files.filter(({ path }) => paths.has(path) || !known.has(path));
      changed = touched.length === 0 || target.some((path) => paths.has(path)) ? files : touched;
    }
    return status;
  } finally {
    changes.close();
  }
}

/** A file that is wrong or gone is put right while it is watched. */
async function sayingWhatIsWrong(io: CommandIo, run: () => Promise<ExitStatus>): Promise<ExitStatus> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    io.stderr.write(`touchstone: ${thrown.message}\n`);
    return 2;
  }
}

/** @throws UsageError */
export async function runReplay(
  operands: readonly string[],
  options: ReplayOptions,
  io: CommandIo,
): Promise<ExitStatus> {
  mustGoTogether(options);
  if (options.watch) return playOnChange(operands, options, io);
  const { shrink } = options;
  return sayingProblems(io, async () => {
    if (shrink !== undefined) {
      const files = await scenarioFiles(operands, io);
      return runShrink(operands.length > 1 ? operands : files.map(({ name }) => name), { ...options, shrink }, io);
    }
    const scenarios = await readAll(await scenarioFiles(operands, io), options, io);
    const paint = paintOf(io);
    if (options.against === undefined) return playAll(scenarios, options, io, paint);
    const formats = replayFormats(options.format, options.out);
    const record = await playAgainst(scenarios, versionsOf(options.against), io, {
      ...{ out: sayOn(io), paint, jobs: options.jobs ?? 1 },
    });
    if (options.out !== undefined) await writeResults(record, options.out, formats, io);
    return io.interrupted.aborted ? 4 : STATUS[record.verdict];
  });
}
