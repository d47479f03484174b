import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const HELD = 400;

/** Repeatedly takes and releases the lock; the holder creates a file that must not exist yet. */
const LOCKER = `
  import { closeSync, openSync, unlinkSync } from 'node:fs';
  const [, lock, folder, held] = process.argv;
  const { lockFolder } = await import(lock);
  for (let count = 0; count < Number(held); ) {
    let unlock;
    try {
      unlock = lockFolder(folder);
    } catch (error) {
      if (error.name === 'LogError') continue;
      throw error;
    }
    count += 1;
    closeSync(openSync(folder + '/alone', 'wx'));
    unlinkSync(folder + '/alone');
    unlock();
  }
`;

test('of several processes that lock a folder at the same moment one gets it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lock = new URL('folder-lock.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', LOCKER, lock, folder, `${HELD}`];
  await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
  expect(readdirSync(folder)).toEqual([]);
});

/** A process that has ended, and that its parent does not wait for. */
async function unreaped(): Promise<{ readonly pid: number; readonly stat: string }> {
  // The child ends with its input, when its parent is no shell any more: a shell would wait for it.
  const script = 'cat <&3 & echo $!; exec sleep 60 3<&-';
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [, told, , held] = parent.stdio as unknown as readonly [null, Readable, null, Writable];
  const [line] = (await told.take(1).toArray()) as readonly Buffer[];
  const pid = Number(`${line}`);
  await statThat(parent.pid ?? 0, (stat) => stat.includes('(sleep)'));
  held.end();
  return { pid, stat: await statThat(pid, (stat) => stat.includes(') Z ')) };
}

/** Turns the event loop until the condition holds; fails by the test's own timeout. */
async function statThat(pid: number, isSo: (stat: string) => boolean): Promise<string> {
  for (;;) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (isSo(stat)) return stat;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a killed process that its parent has not waited for holds no folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { pid, stat } = await unreaped();
  const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid, began }));
  lockFolder(folder)();
  expect(readdirSync(folder)).toEqual([]);
});
