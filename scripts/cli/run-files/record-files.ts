/** Run records of earlier runs (`report.json`). */
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { ReportProblem, readRunRecord } from '../../../reports/index.ts';
import type { CommandIo } from '../command.ts';
import { readText } from '../open-target.ts';
import { orUsage } from '../usage-error.ts';

/** `what` names it in messages. @throws UsageError */
export async function readRecord(file: string, io: CommandIo, what: string): Promise<RunRecord> {
  const text = await readText(file, io, what);
  return orUsage(() => readRunRecord(text, file), ReportProblem);
}
