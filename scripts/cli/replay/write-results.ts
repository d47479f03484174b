/** The files of `replay --out`: replay.json always, and what `--format` asks for; and the transcript. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ReplayRecord } from '../../../reports/index.ts';
import type { Played } from '../../../scenarios/index.ts';
import { transcriptOf } from '../../../scenarios/index.ts';
import type { CommandIo } from '../command.ts';
import { formatsOf, writeOutput } from '../output-files.ts';
import { UsageError } from '../usage-error.ts';

const FILES = { json: 'replay.json', junit: 'junit.xml', html: 'replay.html' } as const;

export type ReplayFormat = keyof typeof FILES;

/** @throws UsageError for an unknown format, and for formats without a folder */
export function replayFormats(list: string | undefined, out: string | undefined): readonly ReplayFormat[] {
  return formatsOf(FILES, list, out);
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
  await writeOutput(out, FILES, formats, (format) => rendered(record, format), io);
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
