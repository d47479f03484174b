/**
 * `touchstone replay` as a process: reads every scenario, checks that each can be played, then plays one after another.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { styleText } from 'node:util';
import { allowanceOf } from '../../conformance/client/allowance.ts';
import { asObject } from '../../conformance/client/contract-document.ts';
import { controlPlane } from '../../conformance/client/control-plane/control-plane.ts';
import type { LoadedProfile } from '../../conformance/client/read-profile.ts';
import { ProfileProblem, parseProfile } from '../../conformance/client/read-profile.ts';
import { httpTransport } from '../../conformance/client/transport.ts';
import { Unreached } from '../../conformance/client/unreached.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { Paint, Played, Scenario, ScenarioVerdict } from '../../scenarios/index.ts';
import {
  contractProblems,
  headLines,
  play,
  readScenario,
  ScenarioProblem,
  stepLines,
  summaryLines,
  transcriptOf,
  unmetClock,
  unmetNeeds,
} from '../../scenarios/index.ts';
import type { CommandIo, ExitStatus } from './command.ts';
import { openTarget, readText } from './open-target.ts';
import { runShrink } from './run-shrink.ts';
import { defectsOf } from './sandbox-options.ts';
import { UsageError } from './usage-error.ts';

export interface ReplayOptions {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly reset?: true;
  readonly transcript?: string;
  readonly quiet?: true;
  readonly defect?: readonly string[];
  readonly shrink?: string | true;
  readonly out?: string;
}

const STATUS = { fail: 1, inconclusive: 3, 'not-exercised': 3, pass: 0 } as const satisfies Record<
  ScenarioVerdict,
  ExitStatus
>;
/** The result of several scenarios: the first of these that one of them has. */
const PRECEDENCE = Object.keys(STATUS) as readonly ScenarioVerdict[];

const STYLES = { good: 'green', bad: 'red', unsure: 'yellow', quiet: 'dim', strong: 'bold' } as const;

function paintOf({ stdout, env }: CommandIo): Paint {
  if (stdout.isTTY !== true || (env['NO_COLOR'] ?? '') !== '') return (_, text) => text;
  return (tone, text) => styleText(STYLES[tone], text, { validateStream: false });
}

function refuse(problems: ConstructorParameters<typeof ScenarioProblem>[0]): void {
  if (problems.length > 0) throw new ScenarioProblem(problems);
}

async function loadedProfile(file: string, io: CommandIo): Promise<LoadedProfile> {
  try {
    return parseProfile(await readText(file, io, '--target'), file, io.env, dirname(resolve(io.cwd, file)));
  } catch (thrown) {
    throw thrown instanceof ProfileProblem ? new UsageError(thrown.message) : thrown;
  }
}

/** Reads all of them, or reports the problems of any: nothing is sent before every file is valid. */
async function readAll(files: readonly string[], options: ReplayOptions, io: CommandIo): Promise<readonly Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const file of files) scenarios.push(readScenario(await readText(file, io, 'scenario'), file));
  if (options.defect !== undefined && options.target !== undefined) {
    throw new UsageError('--defect is of a sandbox of its own: leave --target out');
  }
  if (options.target === undefined) {
    if (options.reset) throw new UsageError('--reset needs --target: a sandbox of its own starts from the seed anyway');
    return scenarios;
  }
  const { profile } = await loadedProfile(options.target, io);
  for (const scenario of scenarios) refuse(unmetNeeds(scenario, profile, options.target));
  if (options.reset && profile.control === undefined) {
    throw new UsageError(`--reset: the profile ${options.target} names no control plane`);
  }
  if (options.reset && !allowanceOf(profile).destructive) {
    throw new UsageError(`--reset: the profile ${options.target} does not allow it (limits.destructive)`);
  }
  return scenarios;
}

/** Called before anything is connected, so that no token and no position outlives it. */
async function resetWorld(file: string, seed: number, io: CommandIo): Promise<void> {
  const { profile, dial } = await loadedProfile(file, io);
  if (profile.control === undefined) return;
  const plane = controlPlane(httpTransport(profile.control, startStopwatch(), undefined, dial));
  try {
    await plane.reset({ seed });
  } catch (thrown) {
    throw thrown instanceof Unreached ? new UsageError(`--reset: ${thrown.message}`) : thrown;
  } finally {
    await plane.close();
  }
}

async function playOne(scenario: Scenario, options: ReplayOptions, io: CommandIo, paint: Paint): Promise<Played> {
  const say = (lines: readonly string[]) => void io.stdout.write(lines.map((line) => `${line}\n`).join(''));
  const { target: file, baseUrl, reset } = options;
  const { seed } = scenario.world;
  if (reset && file !== undefined) await resetWorld(file, seed, io);
  const stopwatch = startStopwatch();
  const choice = {
    seed,
    ...(file === undefined ? {} : { target: file }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(options.defect === undefined ? {} : { defects: await defectsOf(options.defect) }),
  };
  const opened = await openTarget(choice, stopwatch, io);
  try {
    const { target, own } = opened;
    refuse(unmetNeeds(scenario, target.profile, 'of the sandbox'));
    refuse(unmetClock(scenario, target.clockMode));
    refuse(contractProblems(scenario, asObject(target.document)));
    const where = `${own ? 'a sandbox of its own' : target.profile.baseUrl}, ${target.clockMode} clock`;
    say(headLines(scenario, where, paint));
    const played = await play(scenario, target, {
      stopwatch,
      freshWorld: own || reset === true,
      signal: io.interrupted,
      onStep: (step) => {
        if (options.quiet !== true) say(stepLines(step, paint, scenario.file));
      },
    });
    say([...summaryLines(played, paint), '']);
    return played;
  } finally {
    await opened.close();
  }
}

async function writeTranscript(file: string, played: readonly Played[], io: CommandIo): Promise<void> {
  try {
    await writeFile(resolve(io.cwd, file), played.map(transcriptOf).join(''));
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`--transcript ${file}: cannot be written (${code}); name another file`);
  }
}

/** @throws UsageError */
export async function runReplay(files: readonly string[], options: ReplayOptions, io: CommandIo): Promise<ExitStatus> {
  try {
    if (options.shrink !== undefined) return await runShrink(files, { ...options, shrink: options.shrink }, io);
    const scenarios = await readAll(files, options, io);
    const paint = paintOf(io);
    const played: Played[] = [];
    for (const scenario of scenarios) {
      played.push(await playOne(scenario, options, io, paint));
      if (io.interrupted.aborted) break;
    }
    if (options.transcript !== undefined) await writeTranscript(options.transcript, played, io);
    if (io.interrupted.aborted) return 4;
    const worst = PRECEDENCE.find((verdict) => played.some((one) => one.verdict === verdict)) ?? 'not-exercised';
    return STATUS[worst];
  } catch (thrown) {
    if (!(thrown instanceof ScenarioProblem)) throw thrown;
    // One line a problem, each with its place.
    io.stderr.write(`${thrown.message.replace(/^/gm, 'touchstone: ')}\n`);
    return 2;
  }
}
