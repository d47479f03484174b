/** What `ci check` leaves for `ci report`, which also runs where the check was killed. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { readRunRecord } from '../../../reports/index.ts';
import type { CommandIo } from '../command.ts';
import { writeWhole } from '../output-files.ts';
import { inputOf } from './inputs.ts';

export interface GateResult {
  /** Undefined: the check was killed before it ended. */
  readonly status: number | undefined;
  /** The last lines that it wrote to standard error. */
  readonly trouble: readonly string[];
  /** Undefined: it wrote no report that can be read. */
  readonly record: RunRecord | undefined;
  /** Records of effects: something may be left at the target. */
  readonly effects: readonly string[];
}

const NAME = 'gate.json';
const OF_A_RUN = [NAME, 'report.json', 'report.md', 'report.html', 'junit.xml'];

const folderOf = (io: CommandIo) => resolve(io.cwd, inputOf(io, 'out'));

/**
 * Removes the reports of an earlier run: they would be taken for the result of this one. A record of effects stays, because
 * it is there as long as something is left at the target.
 */
export async function forget(io: CommandIo): Promise<void> {
  for (const file of OF_A_RUN) await rm(join(folderOf(io), file), { force: true });
}

export async function keep(status: number, trouble: readonly string[], io: CommandIo): Promise<void> {
  await writeWhole(join(folderOf(io), NAME), `${JSON.stringify({ status, trouble })}\n`);
}

/** The record of a file; undefined: there is none that can be read. */
export async function recordIn(file: string): Promise<RunRecord | undefined> {
  try {
    return readRunRecord(await readFile(file, 'utf8'), file);
  } catch {
    return undefined;
  }
}

export async function gateResult(io: CommandIo): Promise<GateResult> {
  const folder = folderOf(io);
  const kept = await readFile(join(folder, NAME), 'utf8').catch(() => '{}');
  const { status, trouble = [] } = JSON.parse(kept) as Partial<GateResult>;
  const files = await readdir(folder).catch(() => []);
  const effects = files.filter((file) => /^effects-.*\.jsonl$/.test(file));
  return { status, trouble, effects, record: await recordIn(join(folder, 'report.json')) };
}
