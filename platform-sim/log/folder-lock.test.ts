import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

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
