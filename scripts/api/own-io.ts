import type { CommandIo } from '../cli/command.ts';

const quiet = { write: () => true };

/** What a command uses of its process, for tests: nothing is printed, and nothing interrupts. */
export function ownIo(): CommandIo {
  return {
    stdout: quiet,
    stderr: quiet,
    env: process.env,
    cwd: process.cwd(),
    interrupted: new AbortController().signal,
  };
}
