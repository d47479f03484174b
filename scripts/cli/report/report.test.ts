import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REQUIREMENTS } from '../../../conformance/contract/requirements.ts';
import { exitStatus } from '../../../conformance/runner/gate/exit-status.ts';
import { conclusionOf } from '../../../conformance/runner/record/headline.ts';
import { row, record as sampleRecord } from '../../../conformance/testing/sample-record.ts';
import type { ComparisonData } from '../../../reports/index.ts';
import { renderReport } from '../../../reports/index.ts';
import { anyRecord } from '../../../reports/testing/any-record.ts';
import { testShell } from '../testing/test-folder.ts';

/** The statements that a reader of a report sees. */
const STATEMENTS = Object.fromEntries(REQUIREMENTS.map(({ id, statement }) => [id, statement]));

const [record] = fc.sample(anyRecord, { numRuns: 1, seed: 3 });
if (record === undefined) throw new Error('no record');
const shell = testShell({ 'report.json': await renderReport(record, 'json') });
const report = (line: string) => shell.run(['report', ...line.split(' ')]);

test('report render writes the requested formats and prints their paths', async () => {
  const { status, out, err } = await report('render report.json --format md,html,junit,json --out again');
  expect([status, err]).toEqual([0, '']);
  expect(out).toBe('again/report.md\nagain/report.html\nagain/junit.xml\nagain/report.json\n');
  const files = await readdir(join(shell.folder, 'again'));
  expect(files.toSorted()).toEqual(['junit.xml', 'report.html', 'report.json', 'report.md']);
  expect(await shell.read('again/report.json')).toBe(await shell.read('report.json'));
  expect(await shell.read('again/junit.xml')).toBe(await renderReport(record, 'junit', { statements: STATEMENTS }));
});

test('report merge merges the reports of shards, and gates the result', async () => {
  const left = (id: string) => row(id, { verdict: 'not-exercised', reason: 'of another shard (--shard)', runs: 0 });
  await shell.file('one.json', sampleRecord([row('a/b'), left('a/c')]));
  await shell.file('two.json', sampleRecord([left('a/b'), row('a/c')]));
  const merge = 'merge one.json two.json --out merged';
  const { status, out } = await report(`${merge} --format junit`);
  expect(out).toContain('Conforming in all that was exercised: 1 of 265 requirements, 2 of 2 checks.\n');
  expect(status).toBe(0);
  expect((await readdir(join(shell.folder, 'merged'))).toSorted()).toEqual(['junit.xml', 'report.json']);
  expect(await report(`${merge} --min-passed 2 --quiet`)).toEqual({ status: 3, out: '', err: '' });
});

test('report compare prints the changes, and fails on a new failure', async () => {
  await shell.file('before.json', sampleRecord([row('a/b')]));
  await shell.file('after.json', sampleRecord([row('a/b', { verdict: 'fail' })]));
  expect(await report('compare before.json after.json')).toMatchObject({
    status: 1,
    out: expect.stringMatching(/^New failures:\n {4}a\/b {2}RID-01/),
  });
  expect((await report('compare after.json before.json')).status).toBe(0);
  expect((await report('compare after.json before.json --format md')).out).toMatch(/^## 0 new, 1 fixed, 0 lost/);
});

test('report compare of many records: the two latest by their start, and the trend over all, as a page', async () => {
  const started = (day: number, checks: Parameters<typeof sampleRecord>[0]) => {
    const of = sampleRecord(checks);
    return JSON.stringify({ ...of, run: { ...of.run, startedAt: `2026-01-0${day}T00:00:00.000Z` } });
  };
  const bad = row('a/b', { verdict: 'fail' });
  await shell.file('third.json', started(3, [row('a/b')]));
  await shell.file('first.json', started(1, [row('a/b'), row('a/c')]));
  await shell.file('second.json', started(2, [bad, row('a/c')]));
  const { status, out } = await report('compare third.json first.json second.json --format html');
  // Fixed since the second, but a check is gone.
  expect(status).toBe(3);
  const [, text = ''] = /id="data">(.*?)<\/script>/s.exec(out) ?? [];
  const data = JSON.parse(text) as ComparisonData;
  expect(data.trend.map(({ file, tone }) => [file, tone])).toEqual([
    ['first.json', 'good'],
    ['second.json', 'bad'],
    ['third.json', 'good'],
  ]);
  expect(data.unsteady).toEqual([
    { id: 'a/b', verdicts: ['pass', 'fail', 'pass'] },
    { id: 'a/c', verdicts: ['pass', 'pass', null] },
  ]);
  expect(data.changes.fixed).toEqual([expect.objectContaining({ check: 'a/b' })]);
});

test.each([
  ['conforming', row('a/b'), /conforming: 1 of 265/],
  ['failing', row('a/b', { verdict: 'fail' }), /1 of 265 failing/],
  ['without a verdict', row('a/b', { verdict: 'inconclusive' }), /inconclusive/],
])('the badge of a run is an image that says what it is: %s', async (_, check, words) => {
  await shell.file('badged.json', sampleRecord([check]));
  await report('render badged.json --format badge --out badged');
  const text = await shell.read('badged/badge.svg');
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(text).toMatch(words);
});

test('the conclusion of a report always equals the exit status', () => {
  const tones = { 0: 'good', 1: 'bad', 2: 'bad', 3: 'unsure', 4: 'unsure' } as const;
  fc.assert(
    fc.property(anyRecord, (any) => {
      const isKnown = any.checks.some(({ verdict }) => verdict === 'fail') || (any.since?.lost.length ?? 0) > 0;
      expect(conclusionOf(any).tone).toBe(
        exitStatus(any) === 0 && isKnown ? 'unsure' : tones[exitStatus(any) as keyof typeof tones],
      );
    }),
    { numRuns: 300 },
  );
});
