import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Judgement } from '../../../conformance/runner/judgement.ts';
import { answer, historyOf } from '../../../conformance/testing/sample-history.ts';
import { onDisk } from '../../tidy/source-files.ts';
import { checkFiles, nameFault } from './check-files.ts';

interface Made {
  readonly judge: (history: ReturnType<typeof historyOf>) => Judgement;
}

test('the new check loads, judges what it reads, and has a test beside it that fails for now', async () => {
  const statement = "a read names the member's time";
  const files = checkFiles('pos/reads-name-it-2', { id: 'POS-02', statement });
  const [path = '', testPath = ''] = Object.keys(files);
  expect([path, testPath]).toEqual([
    'conformance/checks/pos/reads-name-it-2.check.ts',
    'conformance/checks/pos/reads-name-it-2.check.test.ts',
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-new-check-'));
  try {
    const file = join(folder, 'new.check.ts');
    writeFileSync(file, (files[path] ?? '').replaceAll('../../', onDisk('conformance/')));
    const { readsNameIt2: made } = (await import(file)) as { readonly readsNameIt2: Made };
    expect(made).toMatchObject({ id: 'pos/reads-name-it-2', proves: ['POS-02'], title: statement });
    const verdicts = [200, 503].map((status) => made.judge(historyOf({ read: answer('GET /me', { status }) })).verdict);
    expect(verdicts).toEqual(['pass', 'inconclusive']);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(files[testPath]).toContain(
    "['the clause broken', { read: answer('GET /me', { status: 200, body: {} }) }, 'violated']",
  );
});

test.each([
  ['pos/reads', undefined],
  ['reads', /is no id: AREA\/NAME/],
  ['pos/Reads', /is no id/],
  ['nowhere/reads', /there is no area nowhere: pos, ord/],
])('the id %s is held to its form', (id, fault) => {
  if (fault === undefined) expect(nameFault(id, ['pos', 'ord'])).toBeUndefined();
  else expect(nameFault(id, ['pos', 'ord'])).toMatch(fault);
});
