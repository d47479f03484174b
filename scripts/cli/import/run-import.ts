/** `touchstone import` as a process: reads a file of what was seen, and writes a scenario of it. */
import { writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { PrincipalName } from '../../../conformance/client/principals.ts';
import { PRINCIPAL_NAMES } from '../../../conformance/client/principals.ts';
import type { Profile } from '../../../conformance/client/profile.ts';
import { ProfileProblem, parseProfile } from '../../../conformance/client/read-profile.ts';
import { readScenario, ScenarioProblem, scenarioOf, WireReader } from '../../../scenarios/index.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { readText } from '../open-target.ts';
import { UsageError } from '../usage-error.ts';
import { inputText } from './input-text.ts';
import { readHar } from './read-har.ts';

export interface ImportOptions {
  readonly out?: string;
  readonly as?: string;
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly id?: string;
}

/** More sentences are counted. */
const MOST_SENTENCES = 40;

/** @throws UsageError in one line */
export async function runImport(
  [file = '']: readonly string[],
  options: ImportOptions,
  io: CommandIo,
): Promise<ExitStatus> {
  const as = principalOf(options.as);
  if (options.baseUrl !== undefined && !/^https?:\/\//.test(options.baseUrl))
    throw new UsageError(`--base-url ${options.baseUrl}: an http or https address is needed`);
  const profile = options.profile === undefined ? undefined : await profileIn(options.profile, io);
  const text = await inputText(file, io);
  const value = jsonIn(text, file);
  const har = readHar(value, file, { baseUrl: options.baseUrl, profile });
  const reader = new WireReader({ profile, fallback: as, isSanitised: har.isSanitised });
  har.into(reader);
  const traffic = reader.traffic();
  const sanitised = har.isSanitised
    ? [`no request has an Authorization header, so each acts as ${as ?? 'trader'} (--as names another principal)`]
    : [];
  const id = options.id ?? idOf(file);
  const draft = scenarioOf(traffic, { id, story: `Imported from ${basename(file)}.` });
  const unmapped = [...har.told, ...sanitised, ...traffic.unmapped, ...draft.unmapped];
  for (const sentence of unmapped.slice(0, MOST_SENTENCES)) io.stderr.write(`touchstone: ${file}: ${sentence}\n`);
  const more = unmapped.length - MOST_SENTENCES;
  if (more > 0) io.stderr.write(`touchstone: ${file}: and ${more} more\n`);
  mustBeRead(draft.text, file);
  if (options.out === undefined) io.stdout.write(draft.text);
  else await written(options.out, draft.text, io);
  return 0;
}

function principalOf(as: string | undefined): PrincipalName | 'anonymous' | undefined {
  if (as === undefined) return undefined;
  const known: readonly string[] = [...PRINCIPAL_NAMES, 'anonymous'];
  if (!known.includes(as)) throw new UsageError(`--as ${as}: a principal is needed: ${known.join(', ')}`);
  return as as PrincipalName | 'anonymous';
}

async function profileIn(file: string, io: CommandIo): Promise<Profile> {
  try {
    return parseProfile(await readText(file, io, '--profile'), file, io.env, dirname(resolve(io.cwd, file))).profile;
  } catch (thrown) {
    throw thrown instanceof ProfileProblem ? new UsageError(thrown.message) : thrown;
  }
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message.replaceAll(/\s+/g, ' ').slice(0, 120) : String(thrown);
    throw new UsageError(`import ${file}: it is no JSON: ${why}`);
  }
}

/** The file's name as an id. */
function idOf(file: string): string {
  const name = basename(file)
    .replace(/\.[^.]*$/, '')
    .toLowerCase();
  return (
    name
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 64) || 'imported'
  );
}

function mustBeRead(text: string, file: string): void {
  try {
    readScenario(text, file);
  } catch (thrown) {
    if (!(thrown instanceof ScenarioProblem)) throw thrown;
    throw new UsageError(`import ${file}: nothing of it makes a scenario (${thrown.message.split('\n')[0]})`);
  }
}

async function written(out: string, text: string, io: CommandIo): Promise<void> {
  try {
    await writeFile(resolve(io.cwd, out), text);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`--out ${out}: cannot be written (${code}); name another file`);
  }
}
