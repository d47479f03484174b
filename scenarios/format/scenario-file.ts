/**
 * Reads a scenario from a file, whatever the file is: a device, a pipe, a hundred megabytes, not a text. Each ends in one
 * line.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Place } from './problem.ts';
import { ScenarioProblem } from './problem.ts';
import { readScenario } from './read.ts';
import type { Scenario } from './scenario.ts';
import { MOST_BYTES, TOO_LARGE } from './yaml-document.ts';

/** The file cannot be read at all: its message says why, and not which. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be read',
  ELOOP: 'is a link that leads to itself',
};

const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r]/u;
/** What the decoder puts in place of bytes that are not UTF-8. */
const REPLACED = '\uFFFD';

function placeIn(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The text of a file's bytes. Throws ScenarioProblem if they are none in UTF-8; a byte order mark is left out. */
export function textOf(bytes: Uint8Array, file: string): string {
  const problem = (place: Place, message: string) => new ScenarioProblem([{ file, ...place, message }]);
  const start = { line: 1, column: 1 };
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw problem(start, 'the file is UTF-16: save it as UTF-8');
  }
  const text = new TextDecoder().decode(bytes);
  const control = text.search(CONTROL_CHARACTER);
  if (control >= 0) {
    const what =
      text[control] === '\0'
        ? 'a NUL: it is not text, or UTF-16; save it as UTF-8'
        : 'a control character: it is not text; delete it';
    throw problem(placeIn(text, control), `the file holds ${what}`);
  }
  const replaced = text.indexOf(REPLACED);
  if (replaced >= 0) throw problem(placeIn(text, replaced), 'the file is not UTF-8 here: save it as UTF-8');
  return text;
}

/** At most one byte more than a scenario may have. */
async function bytesOf(path: string): Promise<Uint8Array> {
  // Without O_NONBLOCK a pipe without a writer would be waited for.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (stat.isDirectory()) throw new UnreadableFile('is a folder, not a file');
    if (!stat.isFile())
      throw new UnreadableFile('is not a regular file: a scenario is not read from a device or a pipe');
    const bytes = Buffer.alloc(Math.min(stat.size, MOST_BYTES) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = (await handle.read(bytes, length, bytes.length - length)).bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}

/** @param file its name in messages. Throws UnreadableFile, or ScenarioProblem with every problem found. */
export async function readScenarioFile(path: string, file = path): Promise<Scenario> {
  let bytes: Uint8Array;
  try {
    bytes = await bytesOf(path);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === undefined) throw thrown;
    throw new UnreadableFile(MESSAGES[code] ?? `cannot be read (${code})`);
  }
  if (bytes.length > MOST_BYTES) {
    throw new ScenarioProblem([{ file, line: 1, column: 1, message: TOO_LARGE }]);
  }
  return readScenario(textOf(bytes, file), file);
}
