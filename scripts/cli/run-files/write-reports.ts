/** The files of `--out`: report.json always, and what `--format` asks for. */
import { har } from '../../../conformance/runner/record/har.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { CommandIo } from '../command.ts';
import { formatsOf, writeOutput } from '../output-files.ts';

const FILES = {
  json: 'report.json',
  junit: 'junit.xml',
  html: 'report.html',
  md: 'report.md',
  badge: 'badge.svg',
  har: 'evidence.har',
} as const;

export type ReportFormat = keyof typeof FILES;

/** @throws UsageError for an unknown format, and for formats without an output folder */
export function reportFormats(list: string | undefined, out: string | undefined): readonly ReportFormat[] {
  return formatsOf(FILES, list, out);
}

async function rendered(record: RunRecord, format: ReportFormat): Promise<string> {
  if (format === 'har') return har(record);
  const { renderReport } = await import('../../../reports/index.ts');
  // The record alone: the sources load all known-bad members of the gateway, which takes longer than writing report.json.
  if (format === 'json') return renderReport(record, format);
  const { reportSources } = await import('../report/report-sources.ts');
  return renderReport(record, format, reportSources());
}

/** Writes report.json and the other formats to a folder. Throws UsageError if it cannot. */
export async function writeReports(
  record: RunRecord,
  out: string,
  formats: readonly ReportFormat[],
  io: CommandIo,
): Promise<void> {
  await writeOutput(out, FILES, formats, (format) => rendered(record, format), io);
}
