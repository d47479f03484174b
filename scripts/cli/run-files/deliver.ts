/** Finishes a gated record: its files, a proposed baseline, the summary, the exit status. */
import { exitStatus } from '../../../conformance/runner/gate/exit-status.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { summary } from '../../../conformance/runner/record/summary.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { coloured } from '../command.ts';
import { asTyped } from '../own-command.ts';
import { propose } from './baseline-files.ts';
import type { Gate, GateOptions } from './gate-options.ts';
import type { ReportFormat } from './write-reports.ts';
import { writeReports } from './write-reports.ts';

export interface Delivery extends Pick<GateOptions, 'updateBaseline'> {
  readonly out?: string;
  readonly quiet?: boolean;
}

/** @throws UsageError if a file cannot be written */
export async function deliver(
  record: RunRecord,
  { baseline }: Gate,
  formats: readonly ReportFormat[],
  { out, quiet, updateBaseline }: Delivery,
  io: CommandIo,
): Promise<ExitStatus> {
  if (out !== undefined) await writeReports(record, out, formats, io);
  await propose(record, baseline, updateBaseline, io);
  if (quiet !== true) io.stdout.write(asTyped(summary(record, coloured(io)), io.cwd));
  return exitStatus(record) as ExitStatus;
}
