/** The files of `--out`: report.json always, and what `--format` asks for. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { har } from '../../conformance/runner/har.ts';
import type { RunRecord } from '../../conformance/runner/run-record.ts';
import type { CommandIo } from './command.ts';
import { UsageError } from './usage-error.ts';

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
  if (list === undefined) return ['json'];
  const words = list.split(',').map((word) => word.trim());
  const stranger = words.find((word) => !Object.hasOwn(FILES, word));
  if (stranger !== undefined) {
    throw new UsageError(`--format ${stranger}: one or more of ${Object.keys(FILES).join(', ')} is needed`);
  }
  if (out === undefined) throw new UsageError('--format needs --out DIR, where the files are written');
  return [...new Set(['json' as const, ...(words as ReportFormat[])])];
}

async function rendered(record: RunRecord, format: ReportFormat): Promise<string> {
  if (format === 'har') return har(record);
  const { renderReport } = await import('../../reports/index.ts');
  const { reportSources } = await import('./report-sources.ts');
  return renderReport(record, format, reportSources());
}

/** Writes atomically: if the process ends, the former file stays, or none, never a part. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.part`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}

/** Writes report.json and the other formats to a folder. Throws UsageError if it cannot. */
export async function writeReports(
  record: RunRecord,
  out: string,
  formats: readonly ReportFormat[],
  io: CommandIo,
): Promise<void> {
  const folder = resolve(io.cwd, out);
  try {
    await mkdir(folder, { recursive: true });
    for (const format of formats) await writeWhole(join(folder, FILES[format]), await rendered(record, format));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw new UsageError(`--out ${out}: cannot be written (${code}); name another folder`);
  }
}
