/** The record of effects of a run, a file that every write is put into before it is sent: it outlives the process. */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Entry } from '../../conformance/client/effects/entry.ts';
import { entryLine } from '../../conformance/client/effects/entry.ts';
import { UsageError } from './usage-error.ts';

export class EffectsFile {
  /** As a person may name it in the folder where the command was started. */
  readonly name: string;
  readonly #path: string;
  readonly #entries: Entry[];
  #isWritten: boolean;

  /** `entries`: what it holds already; none: there is no such file yet. */
  constructor(name: string, cwd: string, entries: readonly Entry[]) {
    this.name = name;
    this.#path = resolve(cwd, name);
    this.#entries = [...entries];
    this.#isWritten = entries.length > 0;
  }

  /** Its first line, put in with the second: a run that writes nothing leaves no file. */
  begin(run: Entry): void {
    this.#entries.unshift(run);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Throws a UsageError where it cannot be written: what is not recorded is not sent. */
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

  /** Nothing is left that anybody would want it for. */
  remove(): void {
    if (this.#isWritten) rmSync(this.#path, { force: true });
  }
}
