/**
 * Who runs where: servers on one core, the load on another, so that neither takes time from the other. Linux only;
 * elsewhere and on one core nothing is pinned, and the bench prints so.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** Counted before this process is moved to one of them. */
const CORES = availableParallelism();

export const isPinned = CORES > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Puts what pins it before a command line. */
export type Pinning = (command: readonly string[]) => readonly [string, ...string[]];

export const onServerCore: Pinning = (command) => onCores(`${SERVER_CORE}`, command);

/** Where nothing else runs meanwhile: on every core, as a user starts it. */
export const onEveryCore: Pinning = (command) => onCores(`0-${CORES - 1}`, command);

function onCores(
  cores: string,
  [program = process.execPath, ...args]: readonly string[],
): readonly [string, ...string[]] {
  return isPinned ? ['taskset', '-c', cores, program, ...args] : [program, ...args];
}

/** Moves this process to a core, all its threads. What it starts from then on begins there. */
export function moveTo(core: number): void {
  if (isPinned) spawnSync('taskset', ['-acp', `${core}`, `${process.pid}`]);
}

/** Milliseconds that all threads of a process have run; other processes of the machine do not add to it. */
export function processorMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ofEach = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return ofEach.reduce((sum, ns) => sum + Number(ns), 0) / 1e6;
}
