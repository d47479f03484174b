/** Reports: pure functions of a run record. `renderReport(record, 'junit')` is the whole text of the file. */
import type { RunRecord } from '../conformance/runner/run-record.ts';
import { canonicalJson } from './canonical-json.ts';
import { htmlPage } from './html.ts';
import type { Statements } from './html-tables.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';

export type { Statements } from './html-tables.ts';
export { ReportProblem, readRunRecord } from './read-record.ts';
export { replayHtml } from './replay-html.ts';
export { replayJunit } from './replay-junit.ts';
export type { ReplayRecord, ReplayRow } from './replay-record.ts';

/** The file name and renderer of each format. */
export const REPORT_FORMATS = {
  json: { file: 'report.json', render: canonicalJson },
  junit: { file: 'junit.xml', render: junit },
  md: { file: 'report.md', render: markdown },
  html: { file: 'report.html', render: htmlPage },
} as const satisfies Record<
  string,
  { readonly file: string; readonly render: (record: RunRecord, statements?: Statements) => string }
>;

export type ReportFormat = keyof typeof REPORT_FORMATS;

/** @param statements the statement of each requirement, by id; the page shows it next to the id. */
export function renderReport(record: RunRecord, format: ReportFormat, statements: Statements = {}): string {
  return REPORT_FORMATS[format].render(record, statements);
}
