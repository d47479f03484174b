/** A server in its own process. It is ready when it prints its first line, and is killed with the process that started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { ProcessFigures } from './process-figures.ts';

export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  /** The first line that it printed. */
  readonly line: string;
  /** Milliseconds from its start until that line. */
  readonly readyMs: number;
  /** Peak resident memory. */
  mostResidentMb(): number;
  /** Open files, sockets included. */
  descriptors(): number;
  /** Figures after a garbage collection. Only for a process that was started as watched. */
  figures(): Promise<ProcessFigures>;
  /** Ends it regularly, so that Node writes its compile cache. Killing it would lose the cache. */
  end(): Promise<void>;
}

export interface ServerOptions {
  /** Whether `figures` will be called: preloads `process-figures.ts`. */
  readonly isWatched?: boolean;
  /** Puts something before the command line, such as `taskset -c 0`. */
  readonly wrap?: (command: readonly string[]) => readonly [string, ...string[]];
  /** What runs the program; absent, Node. */
  readonly runtime?: string;
}

const WATCHED = ['--expose-gc', '--import', new URL('process-figures.ts', import.meta.url).href];

/** Starts a program on Node. Rejects if it ends before it is ready. */
export async function startServerProcess(
  program: string,
  args: readonly string[],
  options: ServerOptions = {},
): Promise<ServerProcess> {
  const { isWatched = false, wrap = ([head = '', ...tail]) => [head, ...tail] } = options;
  const watched = isWatched ? WATCHED : [];
  const [first, ...rest] = wrap([options.runtime ?? process.execPath, ...watched, program, ...args]);
  const stopwatch = startStopwatch();
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit', ...(isWatched ? (['ipc'] as const) : [])] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = once(child, 'exit');
  const ready = once(child.stdout as Readable, 'data');
  const [line] = (await Promise.race([ready, gone.then(() => [undefined])])) as [Buffer?];
  const readyMs = stopwatch.nowMs();
  if (line === undefined) throw new Error(`${program} ended before it was ready`);
  // Drain the pipe: a full one would stop the process.
  child.stdout?.resume();
  return {
    pid: child.pid ?? 0,
    line: String(line).trim(),
    readyMs,
    mostResidentMb() {
      const kilobytes = /VmHWM:\s+([0-9]+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      return Number(kilobytes) / 1_024;
    },
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    async figures() {
      const answer = once(child, 'message');
      child.send('figures');
      const [figures] = (await answer) as [ProcessFigures];
      return figures;
    },
    async end() {
      child.kill('SIGTERM');
      await gone;
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      kill();
      await gone;
    },
  };
}
