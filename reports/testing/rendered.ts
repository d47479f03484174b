/** The renderers of all formats, loaded before the tests: a property needs the text at once. */
import type { RunRecord } from '../../conformance/runner/record/run-record.ts';
import { REPORT_FORMATS, type ReportFormat } from '../formats.ts';
import type { ReportSources } from '../page-data.ts';

const loaded = await Promise.all(
  Object.entries(REPORT_FORMATS).map(async ([name, row]) => [name, await row.renderer()] as const),
);
const RENDERERS = Object.fromEntries(loaded) as Record<
  ReportFormat,
  (record: RunRecord, sources: ReportSources) => string
>;

/** The whole text of the file of a format. */
export function rendered(record: RunRecord, format: ReportFormat, sources: ReportSources = {}): string {
  return RENDERERS[format](record, sources);
}
