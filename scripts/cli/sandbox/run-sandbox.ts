/** The sandbox as a process: starts it, prints its address, writes its profile, and drains it when interrupted. */

import { relative, resolve } from 'node:path';
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import { LogError } from '../../../platform-sim/log/log-error.ts';
import type { Sandbox, SandboxOptions } from '../../../platform-sim/sandbox.ts';
import { PortError, startSandbox } from '../../../platform-sim/sandbox.ts';
import type { IncidentFile } from '../../recording/incident-file.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { freeProfile, requireWritable, runningSandbox, writeProfile } from '../profile-file.ts';
import { PROFILE_FILE } from '../token/token.ts';
import { aborted, DRAIN, orInputEnded, started } from '../until-interrupted.ts';
import { orUsage, UsageError } from '../usage-error.ts';
import { requestLine } from './request-line.ts';
import { banner } from './sandbox-banner.ts';
import type { SandboxCommandOptions } from './sandbox-options.ts';
import { platformOf, sandboxOptions } from './sandbox-options.ts';
import { SANDBOX_WIRING } from './sandbox-wiring.ts';
import { ticketWarning } from './ticket-warning.ts';

/** Serves a sandbox until it is interrupted. Throws UsageError if it cannot start. */
export async function runSandbox(given: SandboxCommandOptions, shell: CommandIo): Promise<ExitStatus> {
  const io = given.endWithStdin === true ? orInputEnded(shell) : shell;
  if (given.permissive === 'list') {
    io.stdout.write(await variationList());
    return 0;
  }
  if (given.defect?.includes('list') === true) {
    io.stdout.write(await defectList());
    return 0;
  }
  const options = await sandboxOptions(given);
  if (options.platform === undefined) await requireFree(given, io);
  const asked: SandboxOptions = {
    ...options,
    ...(given.data === undefined ? {} : { data: resolve(io.cwd, given.data) }),
    ...observers(given, io),
  };
  if (given.record !== undefined) return runRecorded(asked, given, given.record, io);
  return runStarted(asked, given, io);
}

/** Runs a platform without members. */
export async function runPlatform(given: SandboxCommandOptions, io: CommandIo): Promise<ExitStatus> {
  platformOf(given.platform ?? '');
  const asked = { ...(await sandboxOptions(given)), serves: false };
  return runStarted({ ...asked, ...observers(given, io) }, given, io);
}

/** What the process says while it serves. */
function observers(given: SandboxCommandOptions, io: CommandIo): Pick<SandboxOptions, 'observe' | 'failed' | 'said'> {
  const speaks = given.json !== true && given.quiet !== true;
  return {
    ...(speaks ? { observe: (exchange) => io.stdout.write(requestLine(exchange, io)) } : {}),
    failed: (error) => io.stderr.write(`touchstone: ${inLine(failureOf(error))}\n`),
    said: (line) => io.stderr.write(`touchstone: ${inLine(line)}\n`),
  };
}

async function runStarted(asked: SandboxOptions, given: SandboxCommandOptions, io: CommandIo): Promise<ExitStatus> {
  const standsBy = (active: string): void => {
    io.stderr.write(`touchstone: ${active} is active; this one stands by and takes over when it ends\n`);
  };
  // A takeover is too late for it.
  if (asked.platform !== undefined) await requireWritable(resolve(io.cwd, given.profileOut ?? PROFILE_FILE));
  const sandbox = await started(
    () => startSandbox({ ...asked, standsBy, signal: io.interrupted }, SANDBOX_WIRING),
    io.interrupted,
  );
  if (sandbox === undefined) return 0;
  try {
    const lost = await serve(sandbox, asked, given, io);
    if (lost === undefined) return 0;
    io.stderr.write(`touchstone: ${lost.message}\n`);
    return 4;
  } finally {
    await sandbox.close(DRAIN);
  }
}

/** As without `--record`; the file is written once the sandbox has ended. */
async function runRecorded(
  asked: SandboxOptions,
  given: SandboxCommandOptions,
  out: string,
  io: CommandIo,
): Promise<ExitStatus> {
  const [{ startRecordedSandbox }, { finished, writableFile }] = await Promise.all([
    import('../record/recorded-sandbox.ts'),
    import('../record/finished.ts'),
  ]);
  const file = await writableFile(out, io);
  const warn = (what: string) => io.stderr.write(`touchstone: ${what}\n`);
  const recorded = await orUsage(() => startRecordedSandbox(asked, file, warn), PortError, LogError);
  let incident: IncidentFile | undefined;
  try {
    await serve(recorded.sandbox, asked, given, io);
  } finally {
    incident = await recorded.close(DRAIN);
  }
  // A sandbox without any request also ends with status 0.
  await finished(incident, out, given.json === true ? io.stderr : io.stdout, io);
  return 0;
}

/** Writes the profile, prints the addresses, and waits to be interrupted; @returns why it is not the active one now. */
async function serve(
  sandbox: Sandbox,
  asked: SandboxOptions,
  given: SandboxCommandOptions,
  io: CommandIo,
): Promise<LogError | undefined> {
  const profile = await profileFile(sandbox, given, io);
  const { tookOver, controlUrl } = sandbox;
  if (tookOver !== undefined)
    io.stderr.write(`touchstone: took over from ${tookOver}; the control plane is at ${controlUrl}\n`);
  const shown = relative(io.cwd, profile);
  const platform = await platformOfMembers(asked);
  io.stdout.write(given.json === true ? readyLine(sandbox, profile) : banner(sandbox, shown, io.cwd, platform));
  const warning = ticketWarning(asked);
  if (warning !== undefined) io.stderr.write(`touchstone: ${warning}\n`);
  return Promise.race([aborted(io.interrupted), sandbox.lost ?? new Promise<never>(() => undefined)]);
}

/** A process that takes over from another one on NATS writes the file of that one. @throws UsageError */
async function requireFree({ profileOut: file }: SandboxCommandOptions, io: CommandIo): Promise<void> {
  const at = file === undefined ? undefined : await runningSandbox(resolve(io.cwd, file));
  if (at === undefined) return;
  const cure = 'name another file, or leave the option out, which takes a free one';
  throw new UsageError(`--profile-out ${file}: it is the profile of the sandbox at ${at}, which is running: ${cure}`);
}

/** Writes the profile; @returns its file */
async function profileFile({ profile }: Sandbox, given: SandboxCommandOptions, io: CommandIo): Promise<string> {
  const usual = resolve(io.cwd, PROFILE_FILE);
  const file = given.profileOut === undefined ? await freeProfile(usual, profile) : resolve(io.cwd, given.profileOut);
  await writeProfile(file, profile, given.profileOut === undefined);
  if (given.profileOut === undefined && file !== usual) {
    const words = `another sandbox of this folder runs, and its profile is ${PROFILE_FILE}`;
    io.stderr.write(`touchstone: ${words}: that of this one is ${relative(io.cwd, file)}\n`);
  }
  return file;
}

/** The NATS server, without credentials, where members of other processes join; undefined: the process has its own. */
async function platformOfMembers({ serves = true, platform }: SandboxOptions): Promise<string | undefined> {
  if (serves || platform === undefined) return undefined;
  const { withoutCredentials } = await import('../../../platform-sim/nats/connection.ts');
  return withoutCredentials(platform);
}

async function variationList(): Promise<string> {
  const { VARIATIONS } = await import('../../../gateway/variations/index.ts');
  const { GROUPS } = await import('../../../gateway/variations/named.ts');
  const groups = Object.entries(GROUPS).map(([name, of]) => `${name}: ${of.length} variations\n`);
  const rows = VARIATIONS.map(({ name, decision, story }) => `${[name, ...decision].join(' ')}: ${story}\n`);
  return [...groups, ...rows].join('');
}

async function defectList(): Promise<string> {
  const { DEFECTS } = await import('../../../gateway/defects/index.ts');
  return DEFECTS.map(({ name, breaks, story }) => `${[name, ...breaks].join(' ')}: ${story}\n`).join('');
}

/** The log's errors already name the problem. */
function failureOf(error: unknown): string {
  return error instanceof LogError ? error.message : `the control plane failed: ${messageOf(error)}`;
}

function readyLine({ baseUrl, controlUrl, consoleUrl, kept }: Sandbox, profile: string): string {
  return `${JSON.stringify({ ready: true, baseUrl, controlUrl, consoleUrl, profile, ...(kept && { kept }) })}\n`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
