/** One command of touchstone as a process that can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const TOUCHSTONE = fileURLToPath(new URL('../../touchstone.mjs', import.meta.url));
const ERRORS_KEPT = 200;

export interface OwnProcess {
  /** Its ready line. Rejects with its output if it ends first. */
  readonly ready: Promise<Readonly<Record<string, unknown>>>;
  /** Its standard error so far. */
  said(): string;
  /** Resolves with its exit status, or null if it was killed. */
  readonly gone: Promise<number | null>;
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

/** @param args with `--json`: the first line of its output says that it is ready */
export function startOwn(args: readonly string[], cwd: string): OwnProcess {
  const child: ChildProcess = spawn(process.execPath, [TOUCHSTONE, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes');
  createInterface(child.stderr).on('line', (line) => {
    said.push(line);
    if (said.length > ERRORS_KEPT) said.shift();
  });
  const gone = once(child, 'exit').then(([status]) => status as number | null);
  const first = new Promise<string>((resolve) =>
    createInterface(child.stdout as NodeJS.ReadableStream).once('line', resolve),
  );
  const ready = Promise.race([
    first.then((line) => JSON.parse(line) as Record<string, unknown>),
    gone.then((status) => Promise.reject(new Error(`${args.join(' ')} ended with ${status}: ${said.join('\n')}`))),
  ]);
  // A standby process is never ready if it does not take over.
  ready.catch(() => undefined);
  return {
    ready,
    gone,
    said: () => said.join('\n'),
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      return gone;
    },
    signal: (signal) => void child.kill(signal),
  };
}
