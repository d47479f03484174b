import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { CommandIo, ExitStatus } from './command.ts';

/** Ctrl-C in `npm start` arrives three times: from the terminal, from npm, and from the set-up. They count as one. */
const ONE_PRESS_MS = 500;

/**
 * Runs `main` as this process: the first SIGINT or SIGTERM aborts `io.interrupted`, another one ends at once (status
 * 2). At the end both streams are flushed and the process exits with the status, whatever is still open.
 */
export async function ownProcess(main: (io: CommandIo) => Promise<ExitStatus>): Promise<never> {
  const interruption = new AbortController();
  const sinceStart = startStopwatch();
  let interruptedAtMs = 0;
  const lastWords = new Set<() => string | undefined>();
  const onSignal = () => {
    if (!interruption.signal.aborted) {
      interruptedAtMs = sinceStart.nowMs();
      interruption.abort();
    } else if (sinceStart.nowMs() - interruptedAtMs > ONE_PRESS_MS) {
      for (const words of lastWords) process.stderr.write(words() ?? '');
      process.exit(2);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // A reader that closes the pipe (`touchstone list | head`) is no error; without one for its warnings, a sandbox still serves.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (stream === process.stdout) process.exit(process.exitCode ?? 0);
    });
  }
  // What still waits for a time, such as a port that drains, does not keep a process alive by itself.
  const { port1: alive } = new MessageChannel();
  alive.on('message', () => {});
  const status = await main({
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    interrupted: interruption.signal,
    lastWords,
  });
  alive.close();
  await Promise.all([process.stdout, process.stderr].map(flush));
  process.exit(status);
}

async function flush(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableNeedDrain) await once(stream, 'drain');
  await new Promise<void>((resolve) => stream.write('', () => resolve()));
}
