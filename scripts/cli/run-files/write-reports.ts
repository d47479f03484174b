/** The files of `--out`: report.json always, and the formats of `--format`. */
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { type FormatRow, REPORT_FORMATS } from '../../../reports/formats.ts';
import type { ReportSources } from '../../../reports/page-data.ts';
import type { CommandIo } from '../command.ts';
import { formatsOf, writeOutput } from '../output-files.ts';

/** The formats of a run that was just made or judged again: its evidence is at hand. */
export const RUN_FORMATS = {
  ...REPORT_FORMATS,
  har: {
    file: 'evidence.har',
    use: 'the evidence, for browsers',
    needsNoSources: true,
    renderer: async () => (await import('../../../conformance/runner/record/har.ts')).har,
  },
} as const;

export type ReportFormat = keyof typeof RUN_FORMATS;

/** @throws UsageError for an unknown format, and for formats without an output folder */
export function reportFormats(list: string | undefined, out: string | undefined): readonly ReportFormat[] {
  return formatsOf(RUN_FORMATS, list, out);
}

async function rendered(record: RunRecord, format: ReportFormat): Promise<string> {
  const row: FormatRow<(of: RunRecord, sources: ReportSources) => string> = RUN_FORMATS[format];
  const render = await row.renderer();
  // The sources load all known-bad members of the gateway, which takes longer than writing report.json.
  if (row.needsNoSources) return render(record, {});
  const { reportSources } = await import('../report/report-sources.ts');
  return render(record, reportSources());
}

/** Writes report.json and the other formats to a folder. Throws UsageError if it cannot. */
export async function writeReports(
  record: RunRecord,
  out: string,
  formats: readonly ReportFormat[],
  io: CommandIo,
): Promise<void> {
  await writeOutput(out, RUN_FORMATS, formats, (format) => rendered(record, format), io);
}
