/**
 * Pins servers to one core and the load to another, so that neither takes time from the other. Linux only: on other systems
 * and on a single core nothing is pinned, and the bench says so.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** Counted before this process is pinned to one core. */
const CORES = availableParallelism();

export const isPinned = CORES > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Prefixes a command line with the command that pins it. */
export type Pinning = (command: readonly string[]) => readonly [string, ...string[]];

export const onServerCore: Pinning = (command) => onCores(`${SERVER_CORE}`, command);

/** On every core, as a user starts it. Use it only when nothing else runs. */
export const onEveryCore: Pinning = (command) => onCores(`0-${CORES - 1}`, command);

function onCores(
  cores: string,
  [program = process.execPath, ...args]: readonly string[],
): readonly [string, ...string[]] {
  return isPinned ? ['taskset', '-c', cores, program, ...args] : [program, ...args];
}

/** Moves all threads of this process to a core. Processes that it starts later inherit the core. */
export function moveTo(core: number): void {
  if (isPinned) spawnSync('taskset', ['-acp', `${core}`, `${process.pid}`]);
}

/** Processor time of all threads of a process, in milliseconds. Other processes do not add to it. */
export function processorMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ofEach = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return ofEach.reduce((sum, ns) => sum + Number(ns), 0) / 1e6;
}
