/** Makes the scenario of each failure of a run of checks, and writes it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Target } from '../../../conformance/member/target.ts';
import { commandLine } from '../../../conformance/runner/run/command-line.ts';
import type { FailingRun } from '../../../conformance/runner/run/failing-run.ts';
import type { Failures } from '../../../conformance/runner/run/run.ts';
import type { Traffic } from '../../../scenarios/traffic/traffic.ts';
import type { CommandIo } from '../command.ts';
import { resetOf, sandboxWorld, targetWorldOf } from '../playing-worlds.ts';
import { UsageError } from '../usage-error.ts';
import type { FailureFilesOptions } from './failure-files.ts';
import { failureScenario } from './failure-scenario.ts';
import { scenarioName } from './failure-traffic.ts';
import { sharedWorldOf } from './shared-world.ts';

const FOLDER = 'failures';
/** Of one run: the others fail for the same reasons, as a rule. */
const MOST_FILES = 20;
const BUDGET_MS = 10_000;

/** The seed of the world that the target serves. */
async function seedOf({ profile: { control, baseUrl } }: Target, otherwise: number): Promise<number> {
  if (control === undefined) return otherwise;
  try {
    const answer = await fetch(`${control.replace(/(?<!\/)\/+$/, '')}/worlds`);
    const { items } = (await answer.json()) as { readonly items: readonly { baseUrl: string; seed: number }[] };
    return (items.find((world) => world.baseUrl === baseUrl) ?? items[0])?.seed ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** A name for each: the first failure of a check has the check's own. */
function named(runs: readonly FailingRun[]): readonly (readonly [name: string, run: FailingRun])[] {
  const counts = new Map<string, number>();
  return runs.map((run) => {
    const name = scenarioName(run.check.id);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [`${name}${count === 1 ? '' : `-${count}`}.yaml`, run] as const;
  });
}

async function written(folder: string, name: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${join(folder, name)}: cannot be written (${code}); name another folder with --out`);
  }
}

/** @param mayReset whether the world of the target may be taken back before each play. */
export async function writeFailures(
  runs: readonly FailingRun[],
  mayReset: boolean,
  options: FailureFilesOptions,
  io: CommandIo,
): ReturnType<Failures['scenarios']> {
  const { out, targetOptions, target, stopwatch } = options;
  const { interrupted: signal, cwd } = io;
  const seed = await seedOf(target, options.seed);
  await using good = await sandboxWorld({ seed, defects: [], signal });
  // A separate connection: writes to a world that is reset need no clean-up.
  await using own = mayReset ? await options.connectAgain() : undefined;
  const bad =
    own === undefined
      ? sharedWorldOf(target, stopwatch)
      : targetWorldOf(own.target, { renew: resetOf, stopwatch, seed, signal });
  const fixtures = target.profile.fixtures as Traffic['fixtures'];
  const rows = new Map<string, { scenario: string; replay: string; unconfirmed?: string }>();
  for (const [name, run] of named(runs).slice(0, MOST_FILES)) {
    if (signal.aborted) break;
    const { text, unmapped, unconfirmed } = await failureScenario(run, {
      ...{ good, bad, seed, fixtures, signal },
      isShared: !mayReset,
      nowMs: () => stopwatch.nowMs(),
      budgetMs: BUDGET_MS,
    });
    if (text === '') continue;
    const notes = [
      ...(unconfirmed === undefined ? [] : [`# not confirmed: ${unconfirmed}`]),
      ...(unconfirmed === undefined ? [] : unmapped.map((sentence) => `# left out: ${sentence}`)),
    ].map((line) => `${line.replaceAll(/\s+/g, ' ')}\n`);
    await written(resolve(cwd, out, FOLDER), name, notes.join('') + text);
    if (rows.has(run.check.id)) continue;
    const scenario = `${FOLDER}/${name}`;
    const again = mayReset && targetOptions.length > 0 ? ['--reset'] : [];
    const replay = commandLine(['touchstone', 'replay', join(out, scenario), ...targetOptions, ...again]);
    rows.set(run.check.id, { scenario, replay, ...(unconfirmed === undefined ? {} : { unconfirmed }) });
  }
  return rows;
}
