/** Reports: pure functions of a run record. `renderReport(record, 'junit')` is the whole text of the file. */
export { REPORT_FORMATS, renderReport } from './formats.ts';
export type { ComparisonData, ReportSources } from './page-data.ts';
export { ReportProblem, readRunRecord } from './read-record.ts';
export type { ReplayRecord, ReplayRow } from './replay-record.ts';
