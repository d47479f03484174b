/** The effects of a run in a file: every write is recorded before it is sent, so the file outlives the process. */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Entry } from '../../conformance/client/effects/entry.ts';
import { entryLine } from '../../conformance/client/effects/entry.ts';
import { UsageError } from './usage-error.ts';

/** Appends the effects of a run to a file, each before its write is sent. */
export class EffectsFile {
  /** Its name relative to the folder where the command was started. */
  readonly name: string;
  readonly #path: string;
  readonly #entries: Entry[];
  #isWritten: boolean;

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
      if (!this.#isWritten) {
        mkdirSync(dirname(this.#path), { recursive: true });
        appendFileSync(this.#path, this.#entries.map(entryLine).join(''));
        this.#isWritten = true;
      }
      appendFileSync(this.#path, entryLine(entry));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`the record of effects ${this.name} cannot be written (${code ?? message})`);
    }
    this.#entries.push(entry);
  };

  /** Removes the file: nothing is left to clean up. */
  remove(): void {
    if (this.#isWritten) rmSync(this.#path, { force: true });
  }
}
