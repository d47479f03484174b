import { describe, expect, test } from 'vitest';
import type { CheckRow, RequirementRow, RunRecord } from '../conformance/runner/record/run-record.ts';
import { causesOf } from './causes.ts';
import { check, passing, recordOf as recordOfAll } from './testing/sample-record.ts';

function row(id: string, over: Partial<CheckRow>): CheckRow {
  return check(id, 'pass', { proves: ['ORD-01'], ...over });
}

function fails(id: string, ...broken: readonly (readonly [CheckRow['proves'][number], string])[]): CheckRow {
  return check(id, 'fail', {
    proves: broken.map(([requirement]) => requirement),
    broken: broken.map(([requirement, clause]) => ({ requirement, clause, expected: 'a', seen: 'b' })),
  });
}

/** The record of these checks; each requirement has the worst of its checks' verdicts. */
function recordOf(checks: readonly CheckRow[], over: Partial<RunRecord['run']> = {}): RunRecord {
  const ids = [...new Set(checks.flatMap(({ proves }) => proves))];
  const requirements = ids.map((id): RequirementRow => {
    const of = checks.filter(({ proves }) => proves.includes(id));
    const worst = (['fail', 'inconclusive', 'pass'] as const).find((one) => of.some((each) => each.verdict === one));
    const named = of.map((each) => each.id);
    return { ...passing(id, named), verdict: worst ?? 'not-exercised' };
  });
  return recordOfAll(requirements, checks, over);
}

const SUBMIT = 'POST /orders: 201';
const LACKS_DEPUTY = { key: 'principals.deputy', why: 'the profile names no principal deputy' };
const LACKS_WRITES = { key: 'limits.writes: true', why: 'writes are off' };
const silent = (id: string, proves: CheckRow['proves'], ...lacks: readonly (typeof LACKS_DEPUTY)[]) =>
  row(id, { verdict: 'not-exercised', proves, runs: 0, reason: lacks.map(({ why }) => why).join('; '), lacks });

describe('causes of failures', () => {
  test('the check that claims least shows it, and one that fails over nothing else is collateral', () => {
    const { causes, collateral } = causesOf(
      recordOf([
        fails('history/all', ['ORD-01', 'POST /orders: one answer'], ['ORD-02', 'POST /orders: one answer']),
        fails('ord/first', ['ORD-01', SUBMIT]),
        fails('ord/other', ['ORD-01', 'POST /orders: another text']),
      ]),
    );
    expect(causes.map(({ shownBy, checks }) => [shownBy, checks])).toEqual([
      ['history/all', ['history/all']],
      ['ord/first', ['ord/first', 'ord/other']],
    ]);
    expect(collateral).toEqual([expect.objectContaining({ check: 'ord/other', of: 'ord/first' })]);
  });

  test('one requirement on two routes is two causes', () => {
    const { causes } = causesOf(recordOf([fails('a/x', ['RID-01', 'GET /me: 200']), fails('a/y', ['RID-01', SUBMIT])]));
    expect(causes.map(({ title }) => title)).toEqual(['GET /me: 200', SUBMIT]);
  });
});

test('answers of a proxy are one cause, and the checks that they left without a verdict are its collateral', () => {
  const sentence = '37 answers did not come from the member: 429 text/html.';
  const lost = (id: string, path: string) =>
    row(id, { verdict: 'inconclusive', reason: `the answer to GET ${path} did not come from the member: 429` });
  const { causes, collateral } = causesOf(
    recordOf([lost('a/x', '/me'), lost('a/y', '/orders')], { foreign: { sentence, answers: [] } }),
  );
  expect(causes).toEqual([
    expect.objectContaining({ kind: 'no verdict', title: sentence, checks: ['a/x', 'a/y'], requirements: ['ORD-01'] }),
  ]);
  expect(collateral.map(({ check }) => check)).toEqual(['a/x', 'a/y']);
});

test('reasons that differ in ids alone are one cause', () => {
  const doubt = (id: string, n: number) =>
    row(id, { verdict: 'inconclusive', reason: `PUT /users/${n} was not answered` });
  expect(causesOf(recordOf([doubt('a/x', 1), doubt('a/y', 22)])).causes).toHaveLength(1);
});

describe('what was not exercised', () => {
  test.each([
    ['the only thing that is missing', [silent('a/x', ['ORD-01'], LACKS_DEPUTY)], ['ORD-01']],
    ['one of two', [silent('a/x', ['ORD-01'], LACKS_DEPUTY, LACKS_WRITES)], []],
    ['one that others prove', [silent('a/x', ['ORD-01'], LACKS_DEPUTY), row('a/y', {})], []],
  ] as const)('a key is named with the requirements that it alone would add: %s', (_, checks, wouldAdd) => {
    const { causes } = causesOf(recordOf(checks));
    expect(causes.find(({ key }) => key === LACKS_DEPUTY.key)).toMatchObject({ title: LACKS_DEPUTY.why, wouldAdd });
  });

  test('a record of an older version has reasons alone', () => {
    const older = row('a/x', { verdict: 'not-exercised', reason: 'not selected (--select)' });
    const [cause] = causesOf(recordOf([older])).causes;
    expect([cause?.title, cause?.key]).toEqual(['not selected (--select)', undefined]);
  });
});
