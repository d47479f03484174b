/**
 * A folder is one process's at a time: two writers would spoil the log. Node has no flock, so it is a file that names its
 * process and when that began; one that a killed process left behind is taken over.
 */
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LogError } from './log-error.ts';

interface Holder {
  readonly pid: number;
  /** Of the process, as the system counts it: the next process of the same number is another. '' where it does not say. */
  readonly began: string;
}

/** @throws LogError where another process that lives has the folder. What is returned gives it back. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock');
  const own: Holder = { pid: process.pid, began: processOf(process.pid).began };
  // Written aside: a lock that names nobody yet would be taken for one that a killed process left behind.
  const whole = `${file}.of-${process.pid}`;
  writeFileSync(whole, JSON.stringify(own), { mode: 0o600 });
  try {
    while (!isLinked(whole, file)) {
      const held = textOf(file);
      const holder = held === undefined ? undefined : holderOf(held);
      if (holder !== undefined && lives(holder)) {
        throw new LogError(`${folder} is in use by process ${holder.pid}: stop it, or name another folder with --data`);
      }
      if (held !== undefined) breakLock(file, held);
    }
  } finally {
    unlinkSync(whole);
  }
  return () => unlinkSync(file);
}

/** false: there is a lock. */
function isLinked(whole: string, file: string): boolean {
  try {
    linkSync(whole, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Of several that find the same dead holder one moves it away; who moved another's new lock gives it back. */
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

/** undefined: it names nobody. */
function holderOf(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function lives({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process, which we may not signal, lives.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = processOf(pid);
  return began === '' || (now.began === began && !DEAD.includes(now.state));
}

/** Killed, and not waited for yet by whoever started it: in a container perhaps never. */
const DEAD: readonly string[] = ['Z', 'X'];

/** Fields 3 and 22 of /proc/PID/stat, behind a name that may hold anything; '' where there is no such file. */
function processOf(pid: number): { readonly state: string; readonly began: string } {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return { state: fields[0] ?? '', began: fields[19] ?? '' };
}
