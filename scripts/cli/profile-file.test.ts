import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeProfile } from './profile-file.ts';

const profile = { baseUrl: 'http://127.0.0.1:4010' };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-profile-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe('a profile', () => {
  test.each(['new', 'existing'])('is a %s file that only its owner reads', async (which) => {
    const file = join(folder(), 'profile.json');
    if (which === 'existing') writeFileSync(file, 'another', { mode: 0o644 });
    await writeProfile(file, profile, false);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(profile);
    expect(modeOf(file)).toBe(0o600);
  });

  test('goes to what is no file, such as /dev/null, and leaves its mode alone', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', ['-m', '644', pipe]);
    const [read] = await Promise.all([readFile(pipe, 'utf8'), writeProfile(pipe, profile, false)]);
    expect(JSON.parse(read)).toEqual(profile);
    expect(modeOf(pipe)).toBe(0o644);
  });
});
