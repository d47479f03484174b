/** Reports: pure functions of a run record. `renderReport(record, 'junit')` is the whole text of the file. */
import type { RunRecord } from '../conformance/runner/record/run-record.ts';
import { badge } from './badge.ts';
import { canonicalJson } from './canonical-json.ts';
import { htmlPage } from './html.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { ReportSources } from './page-data.ts';

export { comparisonPage } from './html.ts';
export type { ComparisonData, ReportSources } from './page-data.ts';
export { ReportProblem, readRunRecord } from './read-record.ts';
export { replayHtml } from './replay-html.ts';
export { replayJunit } from './replay-junit.ts';
export type { ReplayRecord, ReplayRow } from './replay-record.ts';

/** The file name and renderer of each format. */
export const REPORT_FORMATS = {
  json: { file: 'report.json', render: canonicalJson },
  junit: { file: 'junit.xml', render: (record, { statements }) => junit(record, statements) },
  md: { file: 'report.md', render: markdown },
  html: { file: 'report.html', render: htmlPage },
  badge: { file: 'badge.svg', render: badge },
} as const satisfies Record<
  string,
  { readonly file: string; readonly render: (record: RunRecord, sources: ReportSources) => string }
>;

export type ReportFormat = keyof typeof REPORT_FORMATS;

/** @param sources what readers need and the record does not contain, such as the statement of each requirement. */
export function renderReport(record: RunRecord, format: ReportFormat, sources: ReportSources = {}): string {
  return REPORT_FORMATS[format].render(record, sources);
}
