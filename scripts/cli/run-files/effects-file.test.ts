import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Entry } from '../../../conformance/member/effects/entry.ts';
import { EffectsFile, effectsName } from './effects-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'effects-'));
});
afterEach(() => rm(folder, { recursive: true }));

const entry: Entry = { what: 'refused', n: 1 };

test.each<[string, string | undefined, string | undefined, string, boolean]>([
  ['by default in a folder that git does not show', undefined, undefined, '.touchstone/ts1.effects.jsonl', true],
  ['in a folder that is there, which stays as it is', undefined, '.touchstone', '.touchstone/ts1.effects.jsonl', false],
  ['with --out in the folder of the reports', 'report', undefined, 'report/effects-ts1.jsonl', false],
])('the record of effects stands %s', async (_, out, present, name, isIgnored) => {
  if (present !== undefined) await mkdir(join(folder, present));
  expect(effectsName(out, 'ts1')).toBe(name);
  using file = new EffectsFile(name, folder, []);
  expect(existsSync(dirname(join(folder, name)))).toBe(present !== undefined);
  file.add(entry);
  expect(await readFile(join(folder, name), 'utf8')).toContain('refused');
  const ignored = join(folder, dirname(name), '.gitignore');
  expect(existsSync(ignored) && (await readFile(ignored, 'utf8'))).toBe(isIgnored && '*\n');
  file.remove();
  expect(await readdir(join(folder, dirname(name)))).toEqual(isIgnored ? ['.gitignore'] : []);
});
