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
const OF_A_RUN = /^(gate\.json|report\.(json|md|html)|junit\.xml)$/;

const folderOf = (io: CommandIo) => resolve(io.cwd, inputOf(io, 'out'));
const filesOf = (io: CommandIo) => readdir(folderOf(io)).catch(() => []);

/**
 * Removes the reports of an earlier run: they would be taken for the result of this one. A record of effects stays, because
 * it is there as long as something is left at the target.
 */
export async function forget(io: CommandIo): Promise<void> {
  for (const file of await filesOf(io)) if (OF_A_RUN.test(file)) await rm(join(folderOf(io), file), { force: true });
}

export async function keep(status: number, trouble: readonly string[], io: CommandIo): Promise<void> {
  await writeWhole(join(folderOf(io), NAME), `${JSON.stringify({ status, trouble })}\n`);
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** The record of a file; undefined: there is none that can be read. */
export async function recordIn(file: string): Promise<RunRecord | undefined> {
  const text = await textOf(file);
  if (text === undefined) return undefined;
  try {
    return readRunRecord(text, file);
  } catch {
    return undefined;
  }
}

export async function gateResult(io: CommandIo): Promise<GateResult> {
  const kept = await textOf(join(folderOf(io), NAME));
  const { status, trouble = [] } = (kept === undefined ? {} : JSON.parse(kept)) as Partial<GateResult>;
  const files = await filesOf(io);
  const effects = files.filter((file) => /^effects-.*\.jsonl$/.test(file));
  return { status, trouble, effects, record: await recordIn(join(folderOf(io), 'report.json')) };
}
