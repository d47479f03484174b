/** `touchstone report merge` as a process: merges the reports of shards into one, gated like one run. */
import { MergeProblem, merged } from '../../../conformance/runner/record/merge.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { mayPropose } from '../run-files/baseline-files.ts';
import { deliver } from '../run-files/deliver.ts';
import type { GateOptions } from '../run-files/gate-options.ts';
import { gateOf } from '../run-files/gate-options.ts';
import { readRecord } from '../run-files/record-files.ts';
import { reportFormats } from '../run-files/write-reports.ts';
import { orUsage } from '../usage-error.ts';

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
