/** Connects to a target: of a profile file, or an in-process sandbox on a virtual clock. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Entry } from '../../conformance/member/effects/entry.ts';
import type { Profile } from '../../conformance/member/profile/profile.ts';
import type { LoadedProfile } from '../../conformance/member/profile/read-profile.ts';
import { ProfileProblem, parseProfile, profileOf } from '../../conformance/member/profile/read-profile.ts';
import { TargetProblem } from '../../conformance/member/profile/target-problem.ts';
import type { Most } from '../../conformance/member/sending/bounds.ts';
import { roundTripMs } from '../../conformance/member/sending/round-trip.ts';
import { httpTransport } from '../../conformance/member/sending/transport.ts';
import type { Target } from '../../conformance/member/target.ts';
import { connect } from '../../conformance/member/target.ts';
import type { Credential } from '../../conformance/member/tokens/credentials.ts';
import { expiresAtMs } from '../../conformance/member/tokens/token-expiry.ts';
import { freshKeys, runId } from '../../conformance/runner/run/fresh-keys.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import type { CommandIo } from './command.ts';
import { type OwnSandboxOptions, startOwnSandbox } from './own-sandbox.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** Without `target` and `profile`: its own sandbox. */
export interface TargetChoice extends OwnSandboxOptions {
  readonly target?: string;
  /** A profile object, if no file is named. */
  readonly profile?: object | undefined;
  readonly baseUrl?: string;
  /** Maximum wait of a check on a running clock, in milliseconds. */
  readonly patienceMs?: number | undefined;
  /**
   * Called with the profile before the run sends anything; returns the limits of the run. false: send nothing.
   * `measured` asks the target a few times how long an answer takes, in milliseconds; undefined: it gives none.
   */
  readonly onProfile?:
    | ((
        profile: Profile,
        own: boolean,
        measured: () => Promise<number | undefined>,
      ) => Promise<false | { readonly most: Most | undefined }>)
    | undefined;
  /** Called with every write to a target outside this process. */
  readonly onEffect?: ((entry: Entry) => void) | undefined;
  /** The recorded effects of the run to clean up after. */
  readonly recorded?: readonly Entry[] | undefined;
  /** true: requests carry the run's name for the logs of the target. */
  readonly isRun?: boolean;
  /** false: nothing will be sent, so no variable with a secret need be set. */
  readonly needsSecrets?: boolean;
}

export interface OpenTarget {
  readonly target: Target;
  readonly freshKey: () => string;
  /** In-process: its world may be reset at will. */
  readonly own: boolean;
  close(): Promise<void>;
}

interface Served {
  readonly loaded: LoadedProfile;
  stop(): Promise<void>;
}

/** The text of a file. Throws UsageError if it cannot be read; `what` names it in the message. */
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

async function ofFile(file: string, io: CommandIo, needsSecrets?: boolean): Promise<Served> {
  const text = await readText(file, io, '--target');
  const loaded = parseProfile(text, file, io.env, dirname(resolve(io.cwd, file)), needsSecrets);
  return { loaded, stop: async () => {} };
}

async function servedBy(choice: TargetChoice, io: CommandIo): Promise<Served> {
  const { target, profile, needsSecrets } = choice;
  if (target !== undefined) return ofFile(target, io, needsSecrets);
  if (profile !== undefined) return { loaded: profileOf(profile, 'the profile', io.env), stop: async () => {} };
  const { sandbox, loaded } = await startOwnSandbox(choice);
  return { loaded, stop: () => sandbox.close() };
}

/** The profile with the address of `--base-url` in place of the profile's. @throws UsageError */
export function through(loaded: LoadedProfile, baseUrl: string | undefined): LoadedProfile {
  if (baseUrl === undefined) return loaded;
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new UsageError(`--base-url ${baseUrl}: an http or https address is needed`);
  }
  return { ...loaded, profile: { ...loaded.profile, baseUrl, statedBaseUrl: loaded.profile.baseUrl } };
}

/** Nothing is sent where a token has expired: the run is refused for it. */
async function measuredOn({ profile, credentials, dial }: LoadedProfile, userAgent: string, stopwatch: Stopwatch) {
  const nowMs = stopwatch.startedAtMs + stopwatch.nowMs();
  const isExpired = (one: Credential) => one.kind === 'token' && (expiresAtMs(one.token) ?? nowMs + 1) <= nowMs;
  if ([...credentials.values()].some(isExpired)) return undefined;
  const transport = httpTransport(profile.baseUrl, stopwatch, undefined, dial);
  try {
    return await roundTripMs(transport, ['User-Agent', userAgent], stopwatch);
  } finally {
    await transport.close();
  }
}

/** The command is finished without a target. */
export class NothingToSend extends Error {
  override readonly name = 'NothingToSend';
}

/** Unique, because two machines may start a run on the same target at the same time. */
export function runIdOf({ seed }: Pick<TargetChoice, 'seed'>, { startedAtMs }: Stopwatch): string {
  return runId(`${seed} ${startedAtMs} ${hostname()} ${process.pid}`);
}

/** @throws UsageError for an unusable profile or target; NothingToSend if `onProfile` returns false */
export async function openTarget(choice: TargetChoice, stopwatch: Stopwatch, io: CommandIo): Promise<OpenTarget> {
  let served: Served | undefined;
  try {
    served = await servedBy(choice, io);
    const freshKey = freshKeys(choice.seed, stopwatch.startedAtMs);
    const loaded = through(served.loaded, choice.baseUrl);
    const { patienceMs, recorded, isRun = false } = choice;
    const own = choice.target === undefined && choice.profile === undefined;
    const userAgent = `touchstone/${version()}`;
    const measured = () => measuredOn(loaded, userAgent, stopwatch);
    const allowed = await choice.onProfile?.(loaded.profile, own, measured);
    if (allowed === false) throw new NothingToSend();
    const most = allowed?.most;
    const onEffect = choice.target === undefined ? undefined : choice.onEffect;
    const run = isRun ? { run: runIdOf(choice, stopwatch) } : {};
    const target = await connect(loaded, {
      stopwatch,
      freshKey,
      userAgent,
      patienceMs,
      onEffect,
      recorded,
      most,
      ...run,
    });
    const { stop } = served;
    const close = async () => {
      await target.close();
      await stop();
    };
    return { target, freshKey, own, close };
  } catch (error) {
    await served?.stop();
    if (error instanceof ProfileProblem) throw UsageError.ofEach(error);
    if (error instanceof TargetProblem) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
