/** The files of `replay --out`: replay.json always, and what `--format` asks for; and the transcript. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ReplayRecord } from '../../../reports/index.ts';
import type { Played } from '../../../scenarios/index.ts';
import { transcriptOf } from '../../../scenarios/index.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { writeWhole } from '../write-reports.ts';

const FILES = { json: 'replay.json', junit: 'junit.xml', html: 'replay.html' } as const;

export type ReplayFormat = keyof typeof FILES;

/** @throws UsageError for an unknown format, and for formats without a folder */
export function replayFormats(list: string | undefined, out: string | undefined): readonly ReplayFormat[] {
  const words = list?.split(',').map((word) => word.trim()) ?? [];
  const stranger = words.find((word) => !Object.hasOwn(FILES, word));
  if (stranger !== undefined) {
    throw new UsageError(`--format ${stranger}: one or more of ${Object.keys(FILES).join(', ')} is needed`);
  }
  if (out === undefined && list !== undefined) {
    throw new UsageError('--format needs --out DIR, where the files are written');
  }
  return [...new Set(['json' as const, ...(words as ReplayFormat[])])];
}

async function rendered(record: ReplayRecord, format: ReplayFormat): Promise<string> {
  if (format === 'json') return `${JSON.stringify(record, null, 2)}\n`;
  const { replayHtml, replayJunit } = await import('../../../reports/index.ts');
  return format === 'junit' ? replayJunit(record) : replayHtml(record);
}

/** @throws UsageError */
export async function writeResults(
  record: ReplayRecord,
  out: string,
  formats: readonly ReplayFormat[],
  io: CommandIo,
): Promise<void> {
  const folder = resolve(io.cwd, out);
  try {
    await mkdir(folder, { recursive: true });
    for (const format of formats) await writeWhole(join(folder, FILES[format]), await rendered(record, format));
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === undefined) throw thrown;
    throw new UsageError(`--out ${out}: cannot be written (${code}); name another folder`);
  }
}

/** @throws UsageError */
export async function writeTranscript(file: string, played: readonly Played[], io: CommandIo): Promise<void> {
  try {
    await writeFile(resolve(io.cwd, file), played.map(transcriptOf).join(''));
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`--transcript ${file}: cannot be written (${code}); name another file`);
  }
}
