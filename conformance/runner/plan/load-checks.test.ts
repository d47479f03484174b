import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

  const same = `export const a = ${checkText('x/a')}`;
  const twice = { 'x/one.check': same, 'x/two.check': same };

  async function loaded(files: Readonly<Record<string, string>>) {
    const root = await mkdtemp(join(folder, 'root-'));
    for (const [name, text] of Object.entries({
      ...files,
      'x/a.check.test': 'throw new Error("a test is no check")',
    })) {
      const file = join(root, `${name}.ts`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return loadChecks(pathToFileURL(`${root}/`));
  }

  test("singly and in tables, among a file's other exports, each with its file", async () => {
    const one = `export const helper = 1; export const it = ${checkText('x/b')};`;
    const table = `export const table = { b: ${checkText('x/c')}, a: ${checkText('x/a')} };`;
    const checks = await loaded({ 'x/one.check': one, 'x/table.check': table });
    expect(checks.map(({ id, file }) => [id, file])).toEqual([
      ['x/a', 'conformance/checks/x/table.check.ts'],
      ['x/b', 'conformance/checks/x/one.check.ts'],
      ['x/c', 'conformance/checks/x/table.check.ts'],
    ]);
  });

  // biome-ignore format: an aligned table
  test.each([
    ['an id of another folder', { 'x/one.check': `export const it = ${checkText('y/one')}` }, "x/NAME, not 'y/one'"],
    ['no check',                { 'x/one.check': 'export const x = 1' },                      'x/one.check.ts exports no check'],
    ['the id of another file',  twice,                                                        "two checks have the id 'x/a'"],
  ])('refuses a file with %s', (_, files, message) => expect(loaded(files)).rejects.toThrow(message));

  test('finds the checks of this tree in order of their ids, each with a claim', async () => {
    const checks = await loadChecks();
    const ids = checks.map(({ id }) => id);
    expect(ids).toContain('idem/owner-refusal-spends-the-key');
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title } of checks) expect(title).toMatch(/[^.]$/);
  });
});
