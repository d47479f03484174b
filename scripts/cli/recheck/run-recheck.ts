/** `touchstone recheck` as a process. */
import { knownClauses } from '../../../conformance/runner/gate/gate.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { RecheckProblem, rechecked } from '../../../conformance/runner/record/recheck.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { mayPropose } from '../run-files/baseline-files.ts';
import { deliver } from '../run-files/deliver.ts';
import type { Gate, GateOptions } from '../run-files/gate-options.ts';
import { gateOf } from '../run-files/gate-options.ts';
import { readHistory } from '../run-files/history-file.ts';
import { readRecord } from '../run-files/record-files.ts';
import { reportFormats } from '../run-files/write-reports.ts';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';

export interface RecheckOptions extends GateOptions {
  readonly out?: string;
  readonly format?: string;
  readonly quiet?: boolean;
}

async function again(report: string, { baseline }: Gate, io: CommandIo): Promise<RunRecord> {
  const record = await readRecord(report, io, 'report');
  try {
    const knownOf = baseline && knownClauses(baseline, record.run.startedAt);
    return rechecked(record, await readHistory(report, io), await loadChecks(), version(), knownOf);
  } catch (error) {
    if (error instanceof RecheckProblem) throw new UsageError(`${report}: ${error.message}`);
    // A line that no check has written: of the wrong types, or nested past the stack.
    if (error instanceof TypeError || error instanceof RangeError) {
      const what = 'its history has lines that no check has written';
      throw new UsageError(`${report}: ${what} (${error.message}): run touchstone check --keep-history again`);
    }
    throw error;
  }
}

/** @throws UsageError */
export async function runRecheck(report: string, options: RecheckOptions, io: CommandIo): Promise<ExitStatus> {
  const formats = reportFormats(options.format, options.out);
  const gate = await gateOf(options, io);
  await mayPropose(options.updateBaseline, io);
  return deliver(gate.applyTo(await again(report, gate, io)), gate, formats, options, io);
}
