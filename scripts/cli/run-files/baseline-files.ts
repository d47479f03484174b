/** The files of `--baseline` and `--update-baseline`. */
import { access, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Baseline } from '../../../conformance/runner/gate/baseline.ts';
import { BaselineProblem, readBaseline } from '../../../conformance/runner/gate/baseline.ts';
import { proposedBaseline } from '../../../conformance/runner/gate/baseline-proposal.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { CommandIo } from '../command.ts';
import { readText } from '../open-target.ts';
import { UsageError } from '../usage-error.ts';

/** @throws UsageError if it cannot be used */
export async function baselineOf(file: string | undefined, io: CommandIo): Promise<Baseline | undefined> {
  if (file === undefined) return undefined;
  const text = await readText(file, io, '--baseline');
  try {
    return readBaseline(text, file);
  } catch (error) {
    throw error instanceof BaselineProblem ? new UsageError(`--baseline ${error.message}`) : error;
  }
}

function isThere(file: string): UsageError {
  return new UsageError(
    `--update-baseline ${file}: it is there already, and nothing is overwritten; name a new file, compare the two, then move it`,
  );
}

/** Called before the run, which may be long. @throws UsageError if the file exists */
export async function mayPropose(file: string | undefined, io: CommandIo): Promise<void> {
  if (file === undefined) return;
  const found = await access(resolve(io.cwd, file)).then(
    () => true,
    () => false,
  );
  if (found) throw isThere(file);
}

/** Writes the failures of the run as a baseline for a person to complete, and reports it on standard error. */
export async function propose(
  record: RunRecord,
  earlier: Baseline | undefined,
  file: string | undefined,
  io: CommandIo,
): Promise<void> {
  if (file === undefined) return;
  const text = proposedBaseline(record, earlier);
  try {
    await writeFile(resolve(io.cwd, file), text, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw isThere(file);
    throw code === undefined ? error : new UsageError(`--update-baseline ${file}: cannot be written (${code})`);
  }
  const blank = text.split('\n').filter((line) => line === '    reason: ""').length;
  const rest = blank === 0 ? '' : `; ${blank} ${blank === 1 ? 'entry needs' : 'entries need'} a reason and an owner`;
  io.stderr.write(`${file}: a proposed baseline${rest}\n`);
}
