/** `touchstone report merge` as a process: merges the reports of shards into one, gated like one run. */
import { MergeProblem, merged } from '../../conformance/runner/record/merge.ts';
import { mayPropose } from './baseline-files.ts';
import type { CommandIo, ExitStatus } from './command.ts';
import { deliver } from './deliver.ts';
import type { GateOptions } from './gate-options.ts';
import { gateOf } from './gate-options.ts';
import { readRecord } from './record-files.ts';
import { orUsage } from './usage-error.ts';
import { reportFormats } from './write-reports.ts';

export interface MergeOptions extends GateOptions {
  readonly out: string;
  readonly format?: string;
  readonly quiet?: boolean;
}

/** @throws UsageError */
export async function runMerge(files: readonly string[], options: MergeOptions, io: CommandIo): Promise<ExitStatus> {
  const formats = reportFormats(options.format, options.out);
  const gate = await gateOf(options, io);
  await mayPropose(options.updateBaseline, io);
  const parts = await Promise.all(files.map(async (file) => ({ file, record: await readRecord(file, io, 'report') })));
  const record = await orUsage(() => merged(parts), MergeProblem);
  return deliver(gate.applyTo(record), gate, formats, options, io);
}
