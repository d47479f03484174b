/** The effects of a run in a file: every write is recorded before it is sent, so the file outlives the process. */
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Entry } from '../../../conformance/member/effects/entry.ts';
import { entryLine } from '../../../conformance/member/effects/entry.ts';
import { UsageError } from '../usage-error.ts';

/** Where Touchstone keeps files of its own beside a user's. */
const OWN_FOLDER = '.touchstone';

/** The record of a run: in the folder of its reports, or in one that git does not show. */
export function effectsName(out: string | undefined, run: string): string {
  return out === undefined ? join(OWN_FOLDER, `${run}.effects.jsonl`) : join(out, `effects-${run}.jsonl`);
}

function makeFolder(folder: string): void {
  const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isNew && basename(folder) === OWN_FOLDER) writeFileSync(join(folder, '.gitignore'), '*\n');
}

/** Appends the effects of a run to a file, each before its write is sent. */
export class EffectsFile {
  /** Its name relative to the folder where the command was started. */
  readonly name: string;
  readonly #path: string;
  readonly #entries: Entry[];
  #isWritten: boolean;
  /** Open while the run writes: to open it for each entry would cost more than the entries. */
  #file: number | undefined;

  /** `entries`: its existing content; absent: the file does not exist yet. */
  constructor(name: string, cwd: string, entries: readonly Entry[]) {
    this.name = name;
    this.#path = resolve(cwd, name);
    this.#entries = [...entries];
    this.#isWritten = entries.length > 0;
  }

  /** Sets its first line, which is written with the second: a run without writes leaves no file. */
  begin(run: Entry): void {
    this.#entries.unshift(run);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Throws UsageError if it cannot be written: a write that is not recorded is not sent. */
  readonly add = (entry: Entry): void => {
    try {
      if (this.#file === undefined) {
        if (!this.#isWritten) makeFolder(dirname(this.#path));
        this.#file = openSync(this.#path, 'a');
        if (!this.#isWritten) writeSync(this.#file, this.#entries.map(entryLine).join(''));
        this.#isWritten = true;
      }
      writeSync(this.#file, entryLine(entry));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`the record of effects ${this.name} cannot be written (${code ?? message})`);
    }
    this.#entries.push(entry);
  };

  /** Whether the file is there: something may be left. */
  get isThere(): boolean {
    return this.#isWritten;
  }

  /** Removes the file: nothing is left to clean up. */
  remove(): void {
    this[Symbol.dispose]();
    if (this.#isWritten) rmSync(this.#path, { force: true });
    this.#isWritten = false;
  }

  /** Nothing more is expected; a further entry opens the file again. */
  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
