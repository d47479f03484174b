import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const HELD = 400;

/** Takes the lock and gives it back, again and again; whoever has it makes a file that nobody else may have made. */
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

test('of several processes that want a folder at the same moment one has it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lock = new URL('folder-lock.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', LOCKER, lock, folder, `${HELD}`];
  await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
  expect(readdirSync(folder)).toEqual([]);
});

/** Of a process that has ended, and that whoever started it does not wait for. */
async function unreaped(): Promise<{ readonly pid: number; readonly stat: string }> {
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = (await parent.stdout.take(1).toArray()) as readonly Buffer[];
  const pid = Number(`${line}`);
  for (;;) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (stat.includes(') Z ')) return { pid, stat };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a process that was killed, and that nobody has waited for yet, has no folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { pid, stat } = await unreaped();
  const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid, began }));
  lockFolder(folder)();
  expect(readdirSync(folder)).toEqual([]);
});
