/** `history.jsonl.gz` next to a report: written during a run, read by `recheck`. */
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import type { HistoryLine, HistoryRecorder } from '../../../conformance/runner/record/recorded-history.ts';
import { historyRecorder, lineText, readLine } from '../../../conformance/runner/record/recorded-history.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../usage-error.ts';

const NAME = 'history.jsonl.gz';
/** Unpacked. A file of a few megabytes can hold a hundred times that. */
const MOST_BYTES = 500_000_000;

export interface HistoryFile {
  readonly recorder: HistoryRecorder;
  close(): Promise<void>;
}

/** @throws UsageError if the folder cannot be written */
export async function openHistory(out: string, head: HistoryLine, io: CommandIo): Promise<HistoryFile> {
  const folder = resolve(io.cwd, out);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(
      `--out ${out}: cannot be written (${(error as NodeJS.ErrnoException).code}); name another folder`,
    );
  }
  const gzip = createGzip({ level: 1 });
  const file = createWriteStream(join(folder, NAME));
  gzip.pipe(file);
  const write = (line: HistoryLine) => void gzip.write(`${lineText(line)}\n`);
  write(head);
  return {
    recorder: historyRecorder(write),
    async close() {
      gzip.end();
      await finished(file);
    },
  };
}

/** In the report's own folder. @throws UsageError */
export async function readHistory(report: string, io: CommandIo): Promise<readonly HistoryLine[]> {
  const file = join(dirname(report), NAME);
  try {
    const text = gunzipSync(await readFile(resolve(io.cwd, file)), { maxOutputLength: MOST_BYTES }).toString('utf8');
    return text.split('\n').flatMap((line) => (line === '' ? [] : [readLine(line)]));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      throw new UsageError(`${file}: there is no such file; touchstone check --out DIR --keep-history writes it`);
    }
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new UsageError(
        `${file}: has more than ${MOST_BYTES / 1_000_000} MB when it is unpacked, and no history of a check has: name the report of another run`,
      );
    }
    throw new UsageError(`${file}: cannot be read (${code ?? 'no lines of JSON'})`);
  }
}
