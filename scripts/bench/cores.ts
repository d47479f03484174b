/**
 * Who runs where: servers on one core, the load on another, so that neither takes time from the other. Linux only;
 * elsewhere and on one core nothing is pinned, and the bench prints so.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const SERVER_CORE = 0;
const LOAD_CORE = 1;

/** Counted before this process is moved to one of them. */
const CORES = availableParallelism();

export const isPinned = CORES > 1 && spawnSync('taskset', ['--version']).status === 0;

type CommandLine = readonly [string, ...string[]];

/** A command line as it is started on the servers' core. */
export function onServerCore(command: readonly string[]): CommandLine {
  return onCores(`${SERVER_CORE}`, command);
}

/** A command line as it is started where nothing else runs meanwhile: on every core, as a user starts it. */
export function onEveryCore(command: readonly string[]): CommandLine {
  return onCores(`0-${CORES - 1}`, command);
}

function onCores(cores: string, [program = process.execPath, ...args]: readonly string[]): CommandLine {
  return isPinned ? ['taskset', '-c', cores, program, ...args] : [program, ...args];
}

/** Moves this process to the core of the load, all its threads. */
export function moveToLoadCore(): void {
  if (isPinned) spawnSync('taskset', ['-acp', `${LOAD_CORE}`, `${process.pid}`]);
}

/** Milliseconds that all threads of a process have run; other processes of the machine do not add to it. */
export function processorMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ofEach = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return ofEach.reduce((sum, ns) => sum + Number(ns), 0) / 1e6;
}
