/** Files that hold no text, or are no files. Each is reported in one line, without a wait. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readScenarioFile } from './scenario-file.ts';

const TEXT = 'id: one\nstory: A story with a café.\ncalm:\n  - wait: 1s\n';
const folder = mkdtempSync(join(tmpdir(), 'touchstone-scenario-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function problemOf(name: string): Promise<string> {
  try {
    return (await readScenarioFile(resolve(folder, name), name)).id;
  } catch (thrown) {
    return `${(thrown as Error).name}: ${(thrown as Error).message}`;
  }
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('a scenario is read from its file, with a byte order mark and without', async () => {
  writeFileSync(join(folder, 'one.yaml'), TEXT);
  writeFileSync(join(folder, 'marked.yaml'), `\uFEFF${TEXT}`);
  expect([await problemOf('one.yaml'), await problemOf('marked.yaml')]).toEqual(['one', 'one']);
});

// biome-ignore format: an aligned table
test.each([
  ['UTF-16',                  Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(TEXT)]), /^ScenarioProblem: f:1:1: the file is UTF-16: save/],
  ['UTF-16, the other way',   Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(TEXT).swap16()]), /f:1:1: the file is UTF-16/],
  ['UTF-16 without its mark', utf16(TEXT), /^ScenarioProblem: f:1:2: the file holds a NUL: it is not text, or UTF-16/],
  ['another encoding',        latin1(TEXT), /^ScenarioProblem: f:2:26: the file is not UTF-8 here: save it as UTF-8$/],
  ['a NUL',                   Buffer.from(TEXT.replace('1s', '1s\0')), /^ScenarioProblem: f:4:13: the file holds a NUL/],
  ['a control character',     Buffer.from(TEXT.replace('1s', '1s\u001b[2J')), /^ScenarioProblem: f:4:13: the file holds a control/],
  ['a picture',               Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /^ScenarioProblem: f:2:1: the file holds a control character/],
  ['nothing',                 Buffer.alloc(0), /^ScenarioProblem: f:1:1: a scenario is a mapping of id, story/],
])('%s', async (_, bytes, message) => {
  writeFileSync(join(folder, 'f'), bytes);
  expect(await problemOf('f')).toMatch(message);
  expect(await problemOf('f')).not.toContain('\n');
});

test('100 MB are refused unread', async () => {
  writeFileSync(join(folder, 'huge.yaml'), TEXT);
  truncateSync(join(folder, 'huge.yaml'), 100_000_000);
  expect(await problemOf('huge.yaml')).toMatch(/^ScenarioProblem: huge\.yaml:1:1: the file is larger than 1 MiB/);
});

test('a path that is not a regular file', async () => {
  mkdirSync(join(folder, 'a-folder'));
  symlinkSync('loop', join(folder, 'loop'));
  execFileSync('mkfifo', [join(folder, 'a-pipe')]);
  expect(
    await Promise.all(['a-folder', 'a-pipe', '/dev/zero', 'loop', 'nothing', 'huge.yaml/one'].map(problemOf)),
  ).toEqual([
    'UnreadableFile: is a folder, not a file',
    'UnreadableFile: is not a regular file: a scenario is not read from a device or a pipe',
    'UnreadableFile: is not a regular file: a scenario is not read from a device or a pipe',
    'UnreadableFile: is a link that leads to itself',
    'UnreadableFile: there is no such file',
    'UnreadableFile: there is no such file',
  ]);
});
