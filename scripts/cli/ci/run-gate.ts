/** `touchstone ci check`: the check, or the merge of its shards, as the inputs of a job state it. */
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CommandIo, ExitStatus } from '../command.ts';
import { runCommandLine } from '../command-line.ts';
import { UsageError } from '../usage-error.ts';
import { forget, keep, recordIn } from './gate-result.ts';
import { argsOf, BASE_FOLDER, comparesWithBase, inputOf } from './inputs.ts';

/** What the summary shows of standard error. */
const MOST_LINES = 5;

async function shardReports(io: CommandIo): Promise<readonly string[]> {
  const folder = inputOf(io, 'shards');
  if (inputOf(io, 'mode') !== 'merge' || folder === '') return [];
  const found = await readdir(resolve(io.cwd, folder), { recursive: true }).catch(() => []);
  return found
    .filter((file) => /(^|[\\/])report\.json$/.test(file))
    .map((file) => join(folder, file))
    .sort();
}

async function sinceOf(io: CommandIo): Promise<string | undefined> {
  const stated = inputOf(io, 'since');
  if (stated === 'none') return undefined;
  if (stated !== 'auto') return stated;
  const file = join(BASE_FOLDER, 'report.json');
  // A base report that cannot be read is none: it is no reason to fail the gate.
  const isThere = comparesWithBase(io) && (await recordIn(resolve(io.cwd, file))) !== undefined;
  return isThere ? file : undefined;
}

/** @throws UsageError */
export async function runGate(io: CommandIo): Promise<ExitStatus> {
  const out = inputOf(io, 'out');
  await mkdir(resolve(io.cwd, out), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`out ${out}: cannot be made (${error.code ?? error.message})`);
  });
  await forget(io);
  let said = '';
  const { unguarded = io } = io;
  const stderr = {
    write(text: string) {
      said += text;
      return unguarded.stderr.write(text);
    },
  };
  const trouble = () =>
    said
      .split('\n')
      .filter((line) => line.startsWith('touchstone: '))
      .slice(-MOST_LINES);
  try {
    const args = argsOf(io, await sinceOf(io), await shardReports(io));
    const status = await runCommandLine(args, { ...unguarded, stderr });
    await keep(status, trouble(), io);
    return status;
  } catch (error) {
    if (error instanceof UsageError) await keep(2, error.lines, io);
    throw error;
  }
}
