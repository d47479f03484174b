/**
 * The formats of reports, one row each: the file name, the text of the help, and the renderer, which is loaded when it is
 * used. The command line and the tests take everything else from these rows.
 */
import type { RunRecord } from '../conformance/runner/record/run-record.ts';
import type { ClientRecord } from './client-record.ts';
import type { ReportSources } from './page-data.ts';
import type { ReplayRecord } from './replay-record.ts';

type Render = (record: RunRecord, sources: ReportSources) => string;
type RenderReplay = (record: ReplayRecord) => string;
type RenderClient = (record: ClientRecord) => string;

export interface FormatRow<Renderer> {
  readonly file: string;
  /** What the format is for, in the help. */
  readonly use: string;
  /** true: the renderer uses only the record. Sources take long to load. */
  readonly needsNoSources?: true;
  renderer(): Promise<Renderer>;
}

/** The formats of the record of a run. */
export const REPORT_FORMATS = {
  json: {
    file: 'report.json',
    use: 'the whole record',
    needsNoSources: true,
    renderer: async () => (await import('./canonical-json.ts')).canonicalJson,
  },
  junit: {
    file: 'junit.xml',
    use: 'for CI: one test case a requirement',
    renderer: async () => (await import('./junit.ts')).junit,
  },
  md: { file: 'report.md', use: 'a summary', renderer: async () => (await import('./markdown.ts')).markdown },
  html: { file: 'report.html', use: 'a page', renderer: async () => (await import('./html.ts')).htmlPage },
  badge: { file: 'badge.svg', use: 'the verdict as SVG', renderer: async () => (await import('./badge.ts')).badge },
} as const satisfies Record<string, FormatRow<Render>>;

export type ReportFormat = keyof typeof REPORT_FORMATS;

/** The formats of the record of a replay. */
export const REPLAY_FORMATS = {
  json: {
    file: 'replay.json',
    use: 'the whole record',
    renderer: async () => (record) => `${JSON.stringify(record, null, 2)}\n`,
  },
  junit: {
    file: 'junit.xml',
    use: 'for CI: one test case a scenario',
    renderer: async () => (await import('./replay-junit.ts')).replayJunit,
  },
  html: { file: 'replay.html', use: 'a page', renderer: async () => (await import('./replay-html.ts')).replayHtml },
} as const satisfies Record<string, FormatRow<RenderReplay>>;

export type ReplayFormat = keyof typeof REPLAY_FORMATS;

/** The formats of the judgement of a client. */
export const CLIENT_FORMATS = {
  json: {
    file: 'client.json',
    use: 'the whole record',
    renderer: async () => (record) => `${JSON.stringify(record, null, 2)}\n`,
  },
  junit: {
    file: 'junit.xml',
    use: 'for CI: one test case a rule',
    renderer: async () => (await import('./client-junit.ts')).clientJunit,
  },
  md: {
    file: 'client.md',
    use: 'a summary',
    renderer: async () => (await import('./client-markdown.ts')).clientMarkdown,
  },
  html: { file: 'client.html', use: 'a page', renderer: async () => (await import('./client-html.ts')).clientHtml },
} as const satisfies Record<string, FormatRow<RenderClient>>;

export type ClientFormat = keyof typeof CLIENT_FORMATS;

/**
 * The whole text of the file.
 * @param sources what readers need and the record does not contain, such as the statement of each requirement.
 */
export async function renderReport(
  record: RunRecord,
  format: ReportFormat,
  sources: ReportSources = {},
): Promise<string> {
  const render: Render = await REPORT_FORMATS[format].renderer();
  return render(record, sources);
}

/** `json (the whole record), html (a page)`: for the help of an option. */
export function formatsInWords(rows: Readonly<Record<string, Pick<FormatRow<unknown>, 'use'>>>): string {
  return Object.entries(rows)
    .map(([name, { use }]) => `${name} (${use})`)
    .join(', ');
}
