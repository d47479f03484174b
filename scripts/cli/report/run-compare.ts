/** `touchstone report compare` as a process. */
import type { Comparison } from '../../../conformance/runner/record/compare.ts';
import { compared } from '../../../conformance/runner/record/compare.ts';
import {
  comparisonMarkdown,
  comparisonStatus,
  comparisonText,
} from '../../../conformance/runner/record/comparison-text.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { readRecord } from '../run-files/record-files.ts';
import { UsageError } from '../usage-error.ts';
import type { NamedRecord } from './comparison-data.ts';

export interface CompareOptions {
  readonly format: string;
}

type Writer = (comparison: Comparison, records: readonly NamedRecord[]) => string | Promise<string>;

const FORMATS = {
  text: comparisonText,
  md: comparisonMarkdown,
  json: ({ before: _, after: __, ...said }) => `${JSON.stringify(said, null, 1)}\n`,
  async html(comparison, records) {
    const { comparisonPage } = await import('../../../reports/html.ts');
    const { comparisonData } = await import('./comparison-data.ts');
    return comparisonPage(comparisonData(comparison, records));
  },
} as const satisfies Record<string, Writer>;

/** Two are compared as they were named; more are put in the order of their start, and the last two are compared. */
function inOrder(records: readonly NamedRecord[]): readonly NamedRecord[] {
  if (records.length <= 2) return records;
  return records.toSorted((a, b) => Date.parse(a.record.run.startedAt) - Date.parse(b.record.run.startedAt));
}

/** @throws UsageError */
export async function runCompare(
  files: readonly string[],
  { format }: CompareOptions,
  io: CommandIo,
): Promise<ExitStatus> {
  if (!Object.hasOwn(FORMATS, format)) {
    throw new UsageError(`--format ${format}: one of ${Object.keys(FORMATS).join(', ')} is needed`);
  }
  if (files.length < 2) throw new UsageError('report compare: two reports or more are needed, the earlier one first');
  const records = inOrder(
    await Promise.all(files.map(async (file) => ({ file, record: await readRecord(file, io, 'report') }))),
  );
  const [before, after] = records.slice(-2);
  if (before === undefined || after === undefined) throw new Error('two records were read');
  const comparison = compared(before.record, after.record);
  io.stdout.write(await FORMATS[format as keyof typeof FORMATS](comparison, records));
  return comparisonStatus(comparison) as ExitStatus;
}
