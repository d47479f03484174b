/** `touchstone import` as a process: reads a file of what was seen, and writes a scenario of it. */

import { writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import type { PrincipalName } from '../../../conformance/member/profile/principals.ts';
import { PRINCIPAL_NAMES } from '../../../conformance/member/profile/principals.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import { ProfileProblem, parseProfile } from '../../../conformance/member/profile/read-profile.ts';
import { type Draft, readScenario, ScenarioProblem } from '../../../scenarios/index.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { readText } from '../open-target.ts';
import { UsageError } from '../usage-error.ts';
import { imported, TooMuch } from './imported.ts';
import { inputText } from './input-text.ts';
import type { ReadLog } from './log-row.ts';
import { type HarOptions, readHar } from './read-har.ts';
import { itemsOf, readLog, rowsOf } from './read-lines.ts';

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
  const read = readInput(text, file, { baseUrl: options.baseUrl, profile });
  const story = `Imported from ${basename(file)}.`;
  const draft = orUsage(file, () => imported(read, { id: options.id ?? idOf(file), story, profile, as }));
  const { unmapped } = draft;
  for (const sentence of unmapped.slice(0, MOST_SENTENCES))
    io.stderr.write(`touchstone: ${file}: ${inLine(sentence)}\n`);
  const more = unmapped.length - MOST_SENTENCES;
  if (more > 0) io.stderr.write(`touchstone: ${file}: and ${more} more\n`);
  mustBeRead(draft.text, file);
  if (options.out === undefined) io.stdout.write(draft.text);
  else await written(options.out, draft.text, io);
  return 0;
}

function orUsage(file: string, make: () => Draft): Draft {
  try {
    return make();
  } catch (thrown) {
    throw thrown instanceof TooMuch ? new UsageError(`import ${file}: ${thrown.message}`) : thrown;
  }
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
    throw thrown instanceof ProfileProblem ? UsageError.ofEach(thrown) : thrown;
  }
}

/** A HAR, or a log: recognised by its content, not by its name. */
function readInput(text: string, file: string, options: HarOptions): ReadLog {
  const notes: string[] = [];
  const document = jsonIn(text);
  if (document.value === undefined) {
    const rows = rowsOf(text, notes);
    if (rows.length === 0) throw new UsageError(`import ${file}: it is neither JSON nor JSON Lines: ${document.why}`);
    return readLog(rows, file, notes);
  }
  const items = itemsOf(document.value);
  if (items !== undefined) return readLog(items, file, notes);
  const isOneLine = typeof document.value === 'object' && document.value !== null && !('log' in document.value);
  return isOneLine ? readLog(rowsOf(text, notes), file, notes) : readHar(document.value, file, options);
}

function jsonIn(text: string): { readonly value?: unknown; readonly why?: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (thrown) {
    return { why: (thrown as Error).message.replaceAll(/\s+/g, ' ').slice(0, 120) };
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
