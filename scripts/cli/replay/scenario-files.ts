/** The scenario files that operands name: a file, a folder with all below it, a glob, a name of the library. */
import { glob, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Scenario } from '../../../scenarios/index.ts';
import { readScenarioFile, suggestion, UnreadableFile } from '../../../scenarios/index.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { libraryNames, libraryPath } from './library.ts';

export interface ScenarioFile {
  /** As messages name it: relative to the folder that the command is run in, unless it was given otherwise. */
  readonly name: string;
  readonly path: string;
}

const YAML = '**/*.{yaml,yml}';
/** What a folder may hold besides. */
const NOT_ONES_OWN = (entry: { readonly name: string } | string): boolean => {
  const name = typeof entry === 'string' ? entry : entry.name;
  return name === 'node_modules' || (name.startsWith('.') && name.length > 1 && name !== '..');
};

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

async function matching(pattern: string, cwd: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd, exclude: NOT_ONES_OWN })) found.push(path);
  return found.toSorted();
}

async function filesOf(operand: string, { cwd }: CommandIo): Promise<readonly ScenarioFile[]> {
  const path = resolve(cwd, operand);
  const kind = await kindOf(path);
  if (kind === 'file') return [{ name: operand, path }];
  const named = (found: string) => {
    const whole = resolve(cwd, found);
    return { name: isAbsolute(operand) ? whole : relative(cwd, whole), path: whole };
  };
  if (kind === 'folder') {
    const found = await matching(YAML, path);
    if (found.length === 0) throw new UsageError(`scenario ${operand}: there is no .yaml or .yml file in this folder`);
    return found.map((file) => named(join(path, file)));
  }
  if (/[*?[\]{}]/.test(operand)) {
    const files: ScenarioFile[] = [];
    for (const file of await matching(operand, cwd)) {
      if ((await kindOf(resolve(cwd, file))) === 'file') files.push(named(file));
    }
    if (files.length === 0) throw new UsageError(`scenario ${operand}: no file matches this pattern`);
    return files;
  }
  return [await fromLibrary(operand, cwd)];
}

async function fromLibrary(operand: string, cwd: string): Promise<ScenarioFile> {
  const names = await libraryNames();
  if (names.includes(operand)) {
    const path = libraryPath(operand);
    const near = relative(cwd, path);
    return { name: near.startsWith('..') ? path : near, path };
  }
  const isName = !/[/\\.]/.test(operand);
  const suggested = suggestion(operand.replace(/^.*[/\\]|\.ya?ml$/g, ''), names);
  throw new UsageError(
    isName
      ? `scenario ${operand}: there is no such file, and no scenario of this name in the library${suggested === '' ? '; touchstone scenarios lists it' : suggested}`
      : `scenario ${operand}: there is no such file${suggested}`,
  );
}

/** In the order of the operands, each file once. Throws UsageError for an operand that names nothing. */
export async function scenarioFiles(operands: readonly string[], io: CommandIo): Promise<readonly ScenarioFile[]> {
  const files = new Map<string, ScenarioFile>();
  for (const operand of operands) {
    for (const file of await filesOf(operand, io)) if (!files.has(file.path)) files.set(file.path, file);
  }
  return [...files.values()];
}

/** @throws ScenarioProblem for a file that is no scenario, UsageError for one that cannot be read */
export async function readNamed({ name, path }: ScenarioFile, io: CommandIo): Promise<Scenario> {
  try {
    return await readScenarioFile(resolve(io.cwd, path), name);
  } catch (thrown) {
    throw thrown instanceof UnreadableFile ? new UsageError(`scenario ${name}: ${thrown.message}`) : thrown;
  }
}
