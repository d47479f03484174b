/** For tests: runs commands in this process, as if they were typed in a folder. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { CommandIo } from '../command.ts';
import { runCommandLine } from '../command-line.ts';
import { ownCommand } from '../own-command.ts';

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export interface Typing {
  /** What is typed, a line each; then the input ends. */
  readonly typed?: readonly string[];
  readonly interrupted?: AbortSignal;
  /** Called with all that was printed so far. */
  readonly onOut?: (out: string) => void;
  /** The same of standard error. */
  readonly onErr?: (err: string) => void;
}

/** A command's standard error without the plan of its run. */
export function withoutPlan(stderr: string): string {
  return stderr.replace(/^Plan: .*\n( {4}.*\n)*/m, '');
}

/** Commands are read as in the documents: `touchstone COMMAND`. */
export function commandIn(folder: string, env: CommandIo['env'] = {}) {
  const read = (text: string) => text.replaceAll(`${ownCommand(folder)} `, 'touchstone ');
  return {
    async run(args: readonly string[], { typed = [], interrupted, onOut, onErr }: Typing = {}): Promise<Ran> {
      const said = { out: '', err: '' };
      const io: CommandIo = {
        stdout: {
          write(text) {
            said.out += read(text);
            onOut?.(said.out);
          },
        },
        stderr: {
          write(text) {
            said.err += read(text);
            onErr?.(said.err);
          },
        },
        stdin: Readable.from(typed.map((line) => `${line}\n`)),
        env,
        cwd: folder,
        interrupted: interrupted ?? new AbortController().signal,
      };
      const status = await runCommandLine(args, io);
      return { status, ...said };
    },
    /** Returns the name. */
    async file(name: string, content: unknown): Promise<string> {
      await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
      return name;
    },
  };
}
