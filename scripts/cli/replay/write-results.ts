/** The files of `replay --out`: replay.json always, and the formats of `--format`; and the transcript. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { REPLAY_FORMATS, type ReplayFormat } from '../../../reports/formats.ts';
import type { ReplayRecord } from '../../../reports/index.ts';
import type { Played } from '../../../scenarios/index.ts';
import { transcriptOf } from '../../../scenarios/index.ts';
import type { CommandIo } from '../command.ts';
import { formatsOf, writeOutput } from '../output-files.ts';
import { UsageError } from '../usage-error.ts';

/** @throws UsageError for an unknown format, and for formats without a folder */
export function replayFormats(list: string | undefined, out: string | undefined): readonly ReplayFormat[] {
  return formatsOf(REPLAY_FORMATS, list, out);
}

/** @throws UsageError */
export async function writeResults(
  record: ReplayRecord,
  out: string,
  formats: readonly ReplayFormat[],
  io: CommandIo,
): Promise<void> {
  const rendered = async (format: ReplayFormat) => (await REPLAY_FORMATS[format].renderer())(record);
  await writeOutput(out, REPLAY_FORMATS, formats, rendered, io);
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
