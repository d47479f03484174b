/** Measurements of servers other than load: start time, memory, open sessions. Also programs that measure themselves. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { holdSessions } from '../load/held-sessions.ts';
import { onEveryCore, onServerCore, type Pinning } from './cores.ts';
import type { OpenSide, Sample, Side } from './row.ts';
import type { Served, Server } from './servers.ts';

const stateless = (measure: () => Promise<Sample>): OpenSide => ({ measure, [Symbol.asyncDispose]: async () => {} });

/** Started on every core, as by a user. `readyMs`: from the start of the process to its first line. */
export function started(server: Server): Side {
  return async (tree) => {
    const start = async () => {
      await using one = await server(tree, undefined, { wrap: onEveryCore });
      // Stop it regularly: Node writes its compile cache at exit.
      await one.end();
      return { readyMs: one.readyMs };
    };
    // The first start fills Node's compile cache on disk.
    await start();
    return stateless(start);
  };
}

const WARM_ANSWERS = 20;

/** `beyondMs`: by how much the first answer after the ready line is slower than a warm one. It may be below 0. */
export function firstAnswer(server: Server): Side {
  return async (tree) =>
    stateless(async () => {
      await using one = await server(tree, undefined, { wrap: onEveryCore });
      const first = await answeredMs(one);
      for (let n = 0; n < WARM_ANSWERS; n += 1) await answeredMs(one);
      return { beyondMs: first - (await answeredMs(one)) };
    });
}

async function answeredMs({ port, token }: Served): Promise<number> {
  const stopwatch = startStopwatch();
  const answer = await fetch(`http://127.0.0.1:${port}/me`, { headers: { Authorization: `Bearer ${token}` } });
  await answer.text();
  return stopwatch.nowMs();
}

/** Peak resident memory, garbage included, in MB: `startMb` when it is ready, `documentMb` after its document was read. */
export function resident(server: Server): Side {
  return async (tree) =>
    stateless(async () => {
      await using one = await server(tree);
      const startMb = one.mostResidentMb();
      await (await fetch(`http://127.0.0.1:${one.port}/openapi.json`)).text();
      return { startMb, documentMb: one.mostResidentMb() };
    });
}

const HELD = 10_000;
/** Sessions that are opened and closed first, so that one-time loading and compiling is not counted. */
const WARM_SESSIONS = 500;
const POLL_MS = 20;
const { sleep } = startStopwatch();

/** `kb`: memory of an idle session, in KB, while 10,000 are open. */
export function idleSessions(server: Server, path: string): Side {
  return async (tree) =>
    stateless(async () => {
      await using one = await server(tree, undefined, { wrap: onServerCore, isWatched: true });
      const url = `ws://127.0.0.1:${one.port}${path}`;
      const headers = { Authorization: `Bearer ${one.token}` };
      const idle = one.descriptors();
      for (const peer of await holdSessions(url, headers, WARM_SESSIONS)) peer.destroy();
      // Sockets that are still closing must not release memory during the measurement.
      while (one.descriptors() > idle) await sleep(POLL_MS);
      const before = await one.figures();
      const held = await holdSessions(url, headers, HELD);
      const after = await one.figures();
      for (const peer of held) peer.destroy();
      return { kb: (after.residentBytes - before.residentBytes) / HELD / 1_024 };
    });
}

/** Prints the processor time of all threads, in seconds, as the last line of standard error. */
const TIMED = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error((user + system) / 1e6); });",
)}`;

/**
 * Runs a program of a tree on Node to its end: `wallS`, `processorS`, and the figures that it prints as JSON. `{folder}` in its
 * arguments is replaced by a temporary folder. Rejects with its output if it fails.
 */
export function ran(program: string, args: readonly string[] = [], where: Pinning = onServerCore): Side {
  return async (tree) =>
    stateless(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'touchstone-ran-'));
      const filled = args.map((arg) => arg.replace('{folder}', folder));
      const command = [process.execPath, '--expose-gc', '--import', TIMED, tree.path(program), ...filled];
      const { wallS, stdout, stderr } = await timed(where(command));
      rmSync(folder, { recursive: true });
      const printed = stdout.startsWith('{') ? (JSON.parse(stdout) as Sample) : {};
      return { wallS, processorS: Number(stderr.trim().split('\n').at(-1)), ...printed };
    });
}

/** Runs a program other than Node: `wallS` only. */
export function executed(file: string): Side {
  return async (tree) =>
    stateless(async () => {
      const { wallS } = await timed(onEveryCore([tree.path(file)]));
      return { wallS };
    });
}

async function timed([first, ...rest]: readonly [string, ...string[]]) {
  const stopwatch = startStopwatch();
  const { stdout, stderr } = await promisify(execFile)(first, rest, { maxBuffer: 1e8 });
  return { wallS: stopwatch.nowMs() / 1_000, stdout, stderr };
}
