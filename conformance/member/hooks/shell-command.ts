/**
 * Runs a hook by /bin/sh: bounded in time and output, in its own process group, so that Ctrl-C does not end an undo. A
 * tokenCommand keeps the terminal instead (tokens.ts): it may prompt.
 */
import { spawn } from 'node:child_process';
import type { Stopwatch } from '../../runner/stopwatch.ts';

export interface ShellCommand {
  readonly command: string;
  readonly folder: string;
  /** Variables beside those of this process; each value is one word of letters and digits. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly stopwatch: Stopwatch;
  /** Ends the command at once. */
  readonly signal?: AbortSignal | undefined;
}

export interface CommandEnd {
  /** Why it did not succeed, in words that follow the name of the command; undefined: exit status 0. */
  readonly problem: string | undefined;
  /** null: it did not exit by itself. */
  readonly status: number | null;
  /** The first line of standard error, shortened. */
  readonly said: string;
  readonly tookMs: number;
}

const MOST_BYTES = 4096;
const LONGEST_LINE = 200;
/** How long output is awaited once the command has ended: a process in the background may hold it open. */
const OUTPUT_MS = 200;

/** Keeps the first bytes and reads on, so that the command never waits for its reader. */
function collected(stream: NodeJS.ReadableStream): () => string {
  const kept: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < MOST_BYTES) kept.push(chunk.subarray(0, MOST_BYTES - size));
    size += chunk.length;
  });
  return () => Buffer.concat(kept).toString();
}

/** Settles when the command has ended, whatever it has left in the background; never rejects. */
export function runShell(asked: ShellCommand): Promise<CommandEnd> {
  const { command, folder, variables = {}, timeoutMs, stopwatch, signal } = asked;
  const { promise, resolve } = Promise.withResolvers<CommandEnd>();
  const begunMs = stopwatch.nowMs();
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${value}\n`);
  const child = spawn('/bin/sh', ['-c', exports.join('') + command], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stderr = collected(child.stderr);
  let killed: string | undefined;
  const kill = (why: string) => {
    killed ??= why;
    try {
      // The whole group: the shell's own children may be what hangs.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  };
  const limit = stopwatch.after(timeoutMs, () => kill(`took longer than ${timeoutMs / 1000} s`));
  const interrupt = () => kill('was interrupted');
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  const spare = () => {
    limit.cancel();
    signal?.removeEventListener('abort', interrupt);
  };
  const ended = (status: number | null, why: string | undefined) => {
    spare();
    child.stderr.destroy();
    const said = (stderr().trim().split(/\r?\n/, 1)[0] ?? '').slice(0, LONGEST_LINE);
    resolve({ problem: killed ?? why, status, said, tookMs: stopwatch.nowMs() - begunMs });
  };
  child.once('error', (error) => ended(null, `did not start: ${error.message}`));
  child.once('exit', (status, signalled) => {
    // What it has left in the background is meant to stay.
    spare();
    const why = status === 0 ? undefined : `ended with ${status === null ? signalled : `status ${status}`}`;
    const late = stopwatch.after(OUTPUT_MS, () => ended(status, why));
    child.once('close', () => {
      late.cancel();
      ended(status, why);
    });
  });
  return promise;
}
