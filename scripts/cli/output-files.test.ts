import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandIo } from './command.ts';
import { writeOutput } from './output-files.ts';

test('a format that cannot be made costs a line, and the others are written', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'output-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  let err = '';
  const io = { cwd, stderr: { write: (text: string) => (err += text) } } as unknown as CommandIo;
  const rendered = async (format: string) => {
    if (format === 'html') throw new RangeError('Maximum call stack size exceeded\nmore');
    return format;
  };
  const files = { json: { file: 'a.json' }, html: { file: 'b.html' }, md: { file: 'c.md' } };
  await writeOutput('out', files, ['json', 'html', 'md'], rendered, io);
  expect(await readdir(join(cwd, 'out'))).toEqual(['a.json', 'c.md']);
  expect(err).toBe('touchstone: out/b.html could not be made: Maximum call stack size exceeded\n');
});
