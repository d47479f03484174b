/** The files of `--out`, which `--format` chooses. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CommandIo } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The formats of a list such as `junit,html`, each once. @throws UsageError for an unknown one */
export function namedFormats<Format extends string>(files: Readonly<Record<Format, unknown>>, list: string): Format[] {
  const words = list.split(',').map((word) => word.trim());
  const stranger = words.find((word) => !Object.hasOwn(files, word));
  if (stranger === undefined) return [...new Set(words as Format[])];
  throw new UsageError(`--format ${stranger}: one or more of ${Object.keys(files).join(', ')} is needed`);
}

/**
 * The formats of a list; json always.
 * @param files the row of each format, with the name of its file
 * @throws UsageError for an unknown format, and for formats without a folder
 */
export function formatsOf<Format extends string>(
  files: Readonly<Record<Format | 'json', unknown>>,
  list: string | undefined,
  out: string | undefined,
): readonly (Format | 'json')[] {
  if (list === undefined) return ['json'];
  const named = namedFormats<Format | 'json'>(files, list);
  if (out === undefined) throw new UsageError('--format needs --out DIR, where the files are written');
  return [...new Set(['json' as const, ...named])];
}

/** Writes atomically: if the process ends, the former file stays, or none, never a part. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.part`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}

/**
 * Writes the file of one format after another to the folder of `--out`, each rendered when its turn comes.
 * @throws UsageError if it cannot
 */
export async function writeOutput<Format extends string>(
  out: string,
  files: Readonly<Record<Format, { readonly file: string }>>,
  formats: readonly Format[],
  rendered: (format: Format) => Promise<string>,
  io: CommandIo,
): Promise<void> {
  const folder = resolve(io.cwd, out);
  try {
    await mkdir(folder, { recursive: true });
    for (const format of formats) {
      const name = files[format].file;
      const text = await rendered(format).catch((error: unknown) => {
        // A fault of one format costs that format.
        const line = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
        io.stderr.write(`touchstone: ${join(out, name)} could not be made: ${line}\n`);
        return undefined;
      });
      if (text !== undefined) await writeWhole(join(folder, name), text);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`--out ${out}: cannot be written (${code}); name another folder`);
  }
}
