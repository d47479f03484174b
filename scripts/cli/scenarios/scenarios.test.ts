import { expect, test } from 'vitest';
import { calm, reads, testShell } from '../testing/test-folder.ts';

const shell = testShell({ 'own.yaml': calm('own', reads()).replace('calm:', 'client: c\ncalm:') });

test('lists the library with story and requirements', async () => {
  const { status, out } = await shell.run(['scenarios']);
  expect(out).toMatch(
    /^202-then-poll\n {2}The orders owner answers after the sync deadline;.*\n(.*\n)* {2}IDEM-11, IDEM-12, IDEM-13\n/m,
  );
  expect(out).toMatch(/^\d+ scenarios\n$/m);
  expect(status).toBe(0);
});

test.each([
  [['--requirement', 'idem-13'], /^202-then-poll$/m],
  [['--text', 'POLLS, then'], /^202-then-poll$/m],
])('%j: those that fit', async (options, line) => {
  const { out } = await shell.run(['scenarios', ...options]);
  expect(out).toMatch(line);
  expect(out).not.toMatch(/^a-read-fails-twice$/m);
  expect(out).toMatch(/^\d+ of \d+ scenarios\n$/m);
});

test('with a name, the whole file: what is printed plays', async () => {
  const { out } = await shell.run(['scenarios', '202-then-poll']);
  expect(out).toMatch(/^# yaml-language-server: \$schema=\/.*\/scenarios\/scenario\.schema\.json\nid: 202-then-poll\n/);
  await shell.file('copy.yaml', out);
  expect((await shell.run(['replay', 'copy.yaml', '--quiet'])).status).toBe(0);
});

test("a file's own, as JSON", async () => {
  const { out } = await shell.run(['scenarios', 'own.yaml', '--json']);
  expect(JSON.parse(out)).toEqual([{ id: 'own', story: 's', client: 'c', proves: [], file: 'own.yaml' }]);
});
