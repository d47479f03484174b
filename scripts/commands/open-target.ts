/** A connected target: of a profile file, or a sandbox of this process on a virtual clock. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { freshKeys } from '../../conformance/runner/fresh-keys.ts';
import { runId } from '../../conformance/runner/run-id.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import type { LoadedProfile } from '../../conformance/target/read-profile.ts';
import { ProfileProblem, parseProfile, profileOf } from '../../conformance/target/read-profile.ts';
import type { Target } from '../../conformance/target/target.ts';
import { connect } from '../../conformance/target/target.ts';
import { TargetProblem } from '../../conformance/target/target-problem.ts';
import type { CommandIo } from './command.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

export interface TargetChoice {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly seed: number;
  /** How long a check may wait on a clock that runs. */
  readonly patienceMs?: number | undefined;
  /** Requests name a run in the logs of the target. */
  readonly isRun?: boolean;
}

export interface OpenTarget {
  readonly target: Target;
  readonly freshKey: () => string;
  /** Of this process: its world may be reset at will. */
  readonly own: boolean;
  close(): Promise<void>;
}

interface Served {
  readonly loaded: LoadedProfile;
  stop(): Promise<void>;
}

export async function readText(file: string, io: CommandIo, what: string): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(
      `${what} ${file}: ${code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`}`,
    );
  }
}

async function ofFile(file: string, io: CommandIo): Promise<Served> {
  const loaded = parseProfile(await readText(file, io, '--target'), file, io.env, dirname(resolve(io.cwd, file)));
  return { loaded, stop: async () => {} };
}

async function ofSandbox(seed: number): Promise<Served> {
  const { startSandbox } = await import('../../platform-sim/sandbox.ts');
  const sandbox = await startSandbox({ port: 0, controlPort: 0, clock: 'virtual', seed });
  return { loaded: profileOf(sandbox.profile, 'the sandbox'), stop: () => sandbox.close() };
}

function through(loaded: LoadedProfile, baseUrl: string | undefined): LoadedProfile {
  if (baseUrl === undefined) return loaded;
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new UsageError(`--base-url ${baseUrl}: an http or https address is needed`);
  }
  return { ...loaded, profile: { ...loaded.profile, baseUrl } };
}

/** Two machines may start a run on the same target at the same time. */
function runIdOf({ seed }: TargetChoice, { startedAtMs }: Stopwatch): string {
  return runId(`${seed} ${startedAtMs} ${hostname()} ${process.pid}`);
}

/** @throws UsageError for a profile or a target that cannot be used */
export async function openTarget(choice: TargetChoice, stopwatch: Stopwatch, io: CommandIo): Promise<OpenTarget> {
  let served: Served | undefined;
  try {
    served = choice.target === undefined ? await ofSandbox(choice.seed) : await ofFile(choice.target, io);
    const freshKey = freshKeys(choice.seed, stopwatch.startedAtMs);
    const loaded = through(served.loaded, choice.baseUrl);
    const { patienceMs, isRun = false } = choice;
    const userAgent = `touchstone/${version()}`;
    const run = isRun ? { run: runIdOf(choice, stopwatch) } : {};
    const target = await connect(loaded, { stopwatch, freshKey, userAgent, patienceMs, ...run });
    const { stop } = served;
    const close = async () => {
      await target.close();
      await stop();
    };
    return { target, freshKey, own: choice.target === undefined, close };
  } catch (error) {
    await served?.stop();
    if (error instanceof ProfileProblem || error instanceof TargetProblem)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
