/** One process of the client under test: started with what it needs, watched, and ended with all its children. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { ClientProcess } from '../../../conformance/clients/history.ts';
import type { ClientContext, RunningClient } from './one-start.ts';

/** Lines of output that a report shows. */
const LAST_LINES = 20;
const LONGEST_LINE = 400;
/** Between the request to end and the signal that no process survives, in milliseconds. */
const GRACE_MS = 2_000;
/** The last output of a process comes so soon after its end, in milliseconds. */
const OUTPUT_WITHIN_MS = 1_000;

export interface ClientCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts the command in its own process group, so that none of its children outlives the start.
 *
 * @param limitMs how long it may run before it counts as hung
 */
export function startClient(
  { program, args, cwd, env }: ClientCommand,
  watch: Pick<ClientContext, 'nowMs' | 'after' | 'line'>,
  limitMs: number,
): RunningClient {
  const startedMs = watch.nowMs();
  const child = spawn(program, args, { cwd, env: { ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  const keep = (line: string): void => {
    output.push(line.slice(0, LONGEST_LINE));
    if (output.length > LAST_LINES) output.shift();
  };
  eachLine(child.stdout, (line) => {
    keep(line);
    watch.line(line);
  });
  eachLine(child.stderr, keep);
  let [killed, hung] = [false, false];
  const limit = watch.after(limitMs, () => {
    hung = true;
    signal(child, 'SIGTERM');
    watch.after(GRACE_MS, () => signal(child, 'SIGKILL'));
  });
  const ended = new Promise<ClientProcess>((resolve) => {
    const end = (status: number | null, endedMs = watch.nowMs()): void => {
      limit.cancel();
      // Children that it left behind.
      signal(child, 'SIGKILL');
      resolve({ startedMs, endedMs, status, killed, hung, output: [...output] });
    };
    child.once('error', (error) => {
      keep(error.message);
      end(127);
    });
    child.once('exit', (status) => {
      const endedMs = watch.nowMs();
      // A child in a group of another name may hold the output open: it is not waited for.
      const late = watch.after(OUTPUT_WITHIN_MS, () => {
        child.stdout.destroy();
        child.stderr.destroy();
        end(status, endedMs);
      });
      child.once('close', () => {
        late.cancel();
        end(status, endedMs);
      });
    });
  });
  return {
    ended,
    kill() {
      killed = true;
      signal(child, 'SIGKILL');
      return ended;
    },
  };
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // It is gone.
  }
}

/** Calls `take` with each line; what is longer than a line can sensibly be is cut. */
function eachLine(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, 65_536);
    for (const line of lines) take(line);
  });
  stream?.on('end', () => {
    if (rest !== '') take(rest);
  });
}
