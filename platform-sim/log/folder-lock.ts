/**
 * Locks a folder for one process: two writers would corrupt the log. It is a file with the process id and its start time,
 * and the system's own lock, because a process of another container has another count of ids. A lock left by a killed
 * process is taken over.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LogError } from './log-error.ts';

interface Holder {
  readonly pid: number;
  /** The start of the process by the system's count, which distinguishes a reused process id. '' if unknown. */
  readonly began: string;
}

/** @throws LogError if another live process holds the folder. Returns a function that releases it. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock');
  refuseIfHeld(folder, textOf(file));
  const release = systemLock(folder);
  if (release === undefined) throw inUse(folder, 'a process of another container');
  const own: Holder = { pid: process.pid, began: processOf(process.pid).began };
  // Written to another name first: an empty lock would look like one that a killed process left.
  const whole = `${file}.of-${process.pid}`;
  try {
    writeFileSync(whole, JSON.stringify(own), { mode: 0o600 });
    while (!isLinked(whole, file)) {
      const held = textOf(file);
      refuseIfHeld(folder, held);
      if (held !== undefined) breakLock(file, held);
    }
  } catch (error) {
    release();
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
  return () => {
    unlinkSync(file);
    release();
  };
}

/** @throws LogError if the lock file is of a live process */
function refuseIfHeld(folder: string, held: string | undefined): void {
  const holder = held === undefined ? undefined : holderOf(held);
  if (holder !== undefined && isRunning(holder)) throw inUse(folder, `process ${holder.pid}`);
}

function inUse(folder: string, holder: string): LogError {
  return new LogError(`${folder} is in use by ${holder}: stop it, or name another folder with --data`);
}

/**
 * Returns what releases it; undefined: another process has it. The lock belongs to the descriptor, which the program
 * `flock` inherits for the call, and ends with this process. Where there is no such program the file alone locks.
 */
function systemLock(folder: string): (() => void) | undefined {
  if (process.platform !== 'linux') return () => undefined;
  const fd = openSync(folder, 'r');
  const { status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  if (status !== 1) return () => closeSync(fd);
  closeSync(fd);
  return undefined;
}

/** false: a lock exists. */
function isLinked(whole: string, file: string): boolean {
  try {
    linkSync(whole, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** If several processes find a stale lock, one moves it away. A process that moved a newer lock restores it. */
function breakLock(file: string, held: string): void {
  const away = `${file}.${process.pid}`;
  try {
    renameSync(file, away);
    if (textOf(away) !== held) linkSync(away, file);
    unlinkSync(away);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** undefined if it names no process. */
function holderOf(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user, which we may not signal, is alive.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = processOf(pid);
  return began === '' || (now.began === began && !DEAD.includes(now.state));
}

/** States of a killed process before its parent waits for it; in a container that may never happen. */
const DEAD: readonly string[] = ['Z', 'X'];

/** Fields 3 and 22 of /proc/PID/stat, after a name with arbitrary characters; '' if there is no such file. */
function processOf(pid: number): { readonly state: string; readonly began: string } {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return { state: fields[0] ?? '', began: fields[19] ?? '' };
}
