/** `touchstone recheck` as a process. */
import { exitStatus } from '../../conformance/runner/exit-status.ts';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { RecheckProblem, rechecked } from '../../conformance/runner/recheck.ts';
import type { RunRecord } from '../../conformance/runner/run-record.ts';
import { summary } from '../../conformance/runner/summary.ts';
import { mayPropose, propose } from './baseline-files.ts';
import type { CommandIo, ExitStatus } from './command.ts';
import { coloured } from './command.ts';
import type { GateOptions } from './gate-options.ts';
import { gateOf } from './gate-options.ts';
import { readHistory } from './history-file.ts';
import { readRecord } from './record-files.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { reportFormats, writeReports } from './write-reports.ts';

export interface RecheckOptions extends GateOptions {
  readonly out?: string;
  readonly format?: string;
  readonly quiet?: boolean;
}

async function again(report: string, io: CommandIo): Promise<RunRecord> {
  const record = await readRecord(report, io, 'report');
  try {
    return rechecked(record, await readHistory(report, io), await loadChecks(), version());
  } catch (error) {
    throw error instanceof RecheckProblem ? new UsageError(`${report}: ${error.message}`) : error;
  }
}

/** @throws UsageError */
export async function runRecheck(report: string, options: RecheckOptions, io: CommandIo): Promise<ExitStatus> {
  const formats = reportFormats(options.format, options.out);
  const gate = await gateOf(options, io);
  await mayPropose(options.updateBaseline, io);
  const record = gate.applyTo(await again(report, io));
  if (options.out !== undefined) await writeReports(record, options.out, formats, io);
  await propose(record, gate.baseline, options.updateBaseline, io);
  if (options.quiet !== true) io.stdout.write(summary(record, coloured(io)));
  return exitStatus(record) as ExitStatus;
}
