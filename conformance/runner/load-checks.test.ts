import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadChecks } from './load-checks.ts';

describe('checks are found', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-checks-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const checkText = (id: string) =>
    `{ id: '${id}', proves: ['RID-01'], title: '', needs: [], drive: async () => {}, judge: () => ({}) }`;

  async function loaded(name: string, text: string) {
    const root = await mkdtemp(join(folder, 'root-'));
    await writeFile(join(root, `${name}.check.ts`), text);
    await writeFile(join(root, `${name}.check.test.ts`), 'throw new Error("a test is no check")');
    return loadChecks(pathToFileURL(`${root}/`));
  }

  test('by their files, beside what else a file exports', async () => {
    const text = `export const helper = 1; export const it = ${checkText('one')}`;
    expect((await loaded('one', text)).map(({ id }) => id)).toEqual(['one']);
  });

  test.each([
    ['another id', `export const it = ${checkText('two')}`, "must have the id 'one', not 'two'"],
    ['none', 'export const x = 1', 'one.check.ts must export exactly one check'],
    ['two', `export const a = ${checkText('one')}; export const b = ${checkText('one')}`, 'exactly one check'],
  ])('and refused where a file has %s', async (_, text, message) => {
    await expect(loaded('one', text)).rejects.toThrow(message);
  });

  test('in this tree, in order of their ids, each with a claim', async () => {
    const checks = await loadChecks();
    const ids = checks.map(({ id }) => id);
    expect(ids).toContain('idem/owner-refusal-spends-the-key');
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title } of checks) expect(title).toMatch(/[^.]$/);
  });
});
