import { describe, expect, test } from 'vitest';
import { budget, leftOutRow, ofRun, record, row } from '../../testing/sample-record.ts';
import { compared } from './compare.ts';
import { comparisonMarkdown, comparisonStatus, comparisonText } from './comparison-text.ts';
import type { CheckRow, RunRecord } from './run-record.ts';

const failing = (id: string, ...clauses: readonly string[]) =>
  row(id, {
    verdict: 'fail',
    broken: clauses.map((clause) => ({ requirement: 'RID-01', clause, expected: 'a', seen: 'b' })),
  });
const lacking = (id: string) => row(id, { verdict: 'not-exercised', reason: 'no viewer' });

const FEWER = 'suite: 1 checks fewer (a/c)';
const NO_MORE = 'the suite no longer has it';
const gone = (id: string, why: string) => ({ id, why });
const failure = (check: string, clause: string) => ({ check, requirement: 'RID-01', clause });

function of(before: readonly CheckRow[], after: readonly CheckRow[]) {
  return compared(record(before), record(after));
}

const contract = { rest: '0.14.0', socket: '1.4.0' };

const x = failure('a/b', 'x');
const RID01 = { requirementsLost: ['RID-01'] };

describe('between two runs', () => {
  // biome-ignore format: an aligned table
  test.each<[string, readonly CheckRow[], readonly CheckRow[], object, number]>([
    ['nothing changed',            [row('a/b')], [row('a/b')], { changed: [], newFailures: [], fixed: [], noLongerExercised: [] }, 0],
    ['a check fails',              [row('a/b')], [failing('a/b', 'x')], { newFailures: [x], fixed: [] }, 1],
    ['another clause fails',       [failing('a/b', 'x')], [failing('a/b', 'x', 'y')], { newFailures: [failure('a/b', 'y')], stillFailing: [x] }, 1],
    ['a failure is gone',          [failing('a/b', 'x')], [row('a/b')], { newFailures: [], fixed: [x] }, 0],
    ['not looked for',             [failing('a/b', 'x')], [lacking('a/b')], { fixed: [], noLongerExercised: [gone('a/b', 'no viewer')], ...RID01 }, 3],
    ['a check is newly exercised', [lacking('a/b')], [row('a/b')], { newlyExercised: ['a/b'] }, 0],
    ['a check is flaky',           [row('a/b', { flaky: true })], [row('a/b')], { flaky: ['a/b'] }, 0],
    ['the suite lost one',         [row('a/b'), row('a/c')], [row('a/b')], { changed: [FEWER], noLongerExercised: [gone('a/c', NO_MORE)] }, 3],
    ['the suite has another',      [row('a/b')], [row('a/b'), row('a/c')], { changed: ['suite: 1 checks more (a/c)'], newlyExercised: ['a/c'] }, 0],
    ['another claim',              [row('a/b')], [row('a/b', { title: 'other' })], { changed: ['suite: 1 checks that claim or prove something else'] }, 0],
  ])('%s', (_, before, after, seen, status) => {
    const comparison = of(before, after);
    expect(comparison).toMatchObject(seen);
    expect(comparisonStatus(comparison)).toBe(status);
  });

  // biome-ignore format: an aligned table
  test.each<[string, (run: RunRecord['run']) => Partial<RunRecord['run']>, string]>([
    ['another address',  ({ target }) => ({ target: { ...target, baseUrl: 'http://i' } }), 'member: http://h, then http://i'],
    ['another contract', ({ target }) => ({ target: { ...target, contract } }),            'member: contract 0.13.0, then contract 0.14.0, socket 1.4.0'],
    ['another seed',     () => ({ seed: 7 }),                                              'seed: 1, then 7'],
    ['another budget',   () => ({ budget: budget('quick', 550) }),                         'budget: no budget, then --depth quick'],
    ['another profile',  () => ({ profile: ['principal trader'] }),                        'profile: without principal viewer'],
  ])('%s is reported', (_, change, sentence) => {
    const before = ofRun(record([row('a/b')]), { profile: ['principal trader', 'principal viewer'] });
    expect(compared(before, ofRun(before, change(before.run))).changed).toEqual([sentence]);
  });
});

describe('a change of depth is no failure and no lost coverage', () => {
  const seen = (count: number, over: Partial<CheckRow> = {}) =>
    row('a/b', { depth: { seen: count, known: 121 }, ...over });
  const went = (from: string, to: string, fewer: number, more: number) =>
    `${from} cases, then ${to} cases; requirements with fewer: ${fewer}, with more: ${more}`;
  const other = row('a/c', { depth: { seen: 2, known: 2 } });
  const left = leftOutRow('a/c', 2);
  const nothing = { newFailures: [], noLongerExercised: [], newlyExercised: [], requirementsLost: [] };
  // biome-ignore format: an aligned table
  test.each<[string, readonly CheckRow[], readonly CheckRow[], readonly string[]]>([
    ['less than half of the cases',          [seen(121)], [seen(3)], [went('121 of 121', '3 of 121', 1, 0), 'RID-01: 121 of 121 cases, then 3 of 121 cases']],
    ['a few cases fewer',                    [seen(121)], [seen(100)], [went('121 of 121', '100 of 121', 1, 0)]],
    ['a check that the budget left out',     [seen(9), other], [seen(9), left], [went('11 of 123', '9 of 123', 1, 0)]],
    ['a check that the budget had left out', [seen(9), left], [seen(9), other], [went('9 of 123', '11 of 123', 0, 1)]],
    ['an older record',                      [row('a/b')], [seen(3)], []],
  ])('%s', (_, before, after, depth) => {
    const comparison = of(before, after);
    expect(comparison).toMatchObject({ ...nothing, depth });
    expect(comparisonStatus(comparison)).toBe(0);
  });

  test('the text of a comparison shows it', () =>
    expect(comparisonText(of([seen(121)], [seen(3)]))).toMatch(/^Depth:\n {4}121 of 121 cases, then 3 of 121 cases;/));
});

test('a report without broken clauses is compared by its expectations', () => {
  const { broken: _, ...old } = failing('a/b', 'x');
  expect(of([row('a/b')], [old]).newFailures).toEqual([failure('a/b', '')]);
});

test('regressions come first, in a terminal and in Markdown', () => {
  const comparison = of([failing('a/b', 'x'), row('a/c')], [row('a/b'), failing('a/c', '`y` @all')]);
  expect(comparisonText(comparison)).toBe(
    `New failures:\n    a/c  RID-01  \`y\` @all\n\nFixed:\n    a/b  RID-01  x\n\n1 new, 1 fixed, 0 lost; 0 still failing, 0 newly exercised.\n`,
  );
  expect(comparisonMarkdown(comparison)).toContain('### New failures\n\n- `` a/c RID-01 `y` @all ``\n');
});
