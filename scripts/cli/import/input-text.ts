/** The text of a file that may be anything: too long, binary, in another encoding. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../usage-error.ts';

/** A HAR of an hour's work in a browser has a few megabytes. */
const LONGEST_MB = 64;

/** @throws UsageError in one line */
export async function inputText(file: string, io: CommandIo): Promise<string> {
  const bytes = await bytesOf(file, io);
  const refuse = (why: string) => new UsageError(`import ${file}: ${why}`);
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0 && second === 0x7b)) {
    throw refuse('it is UTF-16; save it as UTF-8');
  }
  if (bytes.subarray(0, 4).includes(0) && bytes.includes(0x7b)) throw refuse('it is no UTF-8 text; save it as UTF-8');
  if (bytes.subarray(0, 8_192).includes(0)) throw refuse('it is binary; a HAR or JSON Lines file is needed');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('it is no UTF-8 text; a HAR or JSON Lines file is needed');
  }
}

async function bytesOf(file: string, io: CommandIo): Promise<Buffer> {
  const path = resolve(io.cwd, file);
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new UsageError(`import ${file}: it is no file`);
    const mb = found.size / 1_000_000;
    if (mb > LONGEST_MB)
      throw new UsageError(
        `import ${file}: it has ${Math.ceil(mb)} MB, and ${LONGEST_MB} are the most; export the part with the incident`,
      );
    return await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `import ${file}: ${code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`}`,
    );
  }
}
