/**
 * Locks a folder for one process: two writers would corrupt the log. Node has no flock, so it is a file with the
 * process id and its start time; a lock left by a killed process is taken over.
 */
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
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
  const own: Holder = { pid: process.pid, began: processOf(process.pid).began };
  // Written to another name first: an empty lock would look like one that a killed process left.
  const whole = `${file}.of-${process.pid}`;
  writeFileSync(whole, JSON.stringify(own), { mode: 0o600 });
  try {
    while (!isLinked(whole, file)) {
      const held = textOf(file);
      const holder = held === undefined ? undefined : holderOf(held);
      if (holder !== undefined && isRunning(holder)) {
        throw new LogError(`${folder} is in use by process ${holder.pid}: stop it, or name another folder with --data`);
      }
      if (held !== undefined) breakLock(file, held);
    }
  } finally {
    unlinkSync(whole);
  }
  return () => unlinkSync(file);
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
