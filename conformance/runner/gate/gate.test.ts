import { describe, expect, test } from 'vitest';
import { record, row } from '../../testing/sample-record.ts';
import type { BrokenClauseRow, CheckRow } from '../record/run-record.ts';
import type { BaselineEntry } from './baseline.ts';
import { exitStatus } from './exit-status.ts';
import { knownClauses, withBaseline } from './gate.ts';

const CLAUSE = 'GET /me: 200';
const entry: BaselineEntry = {
  requirement: 'RID-01',
  check: 'test/bad',
  clause: CLAUSE,
  reason: 'accepted for a while',
  owner: 'desk',
  // The sample record is of 2026-01-05.
  expires: '2026-01-05',
  line: 2,
};

const broken = (clause: string, requirement: BrokenClauseRow['requirement'] = 'RID-01'): BrokenClauseRow => ({
  requirement,
  clause,
  expected: 'a',
  seen: 'b',
});

const failing = (...clauses: readonly BrokenClauseRow[]) =>
  row('test/bad', { verdict: 'fail', proves: ['RID-01', 'RID-02'], broken: clauses });

function gated(rows: readonly CheckRow[], ...entries: readonly BaselineEntry[]) {
  const judged = withBaseline(record(rows), { file: 'k.yaml', entries });
  const { problems = [] } = judged.gate?.baseline ?? {};
  return {
    known: judged.checks.filter((one) => one.known === true).map(({ id }) => id),
    problems: problems.map(({ kind }) => kind),
    sentences: problems.map(({ sentence }) => sentence),
    status: exitStatus(judged),
  };
}

const fine = row('test/good');
const more = row('test/more', { verdict: 'fail', broken: [broken(CLAUSE)] });
const expired = { ...entry, expires: '2026-01-04' };

describe('a failure with a baseline', () => {
  // biome-ignore format: an aligned table
  test.each<[string, readonly CheckRow[], readonly BaselineEntry[], object]>([
    ['is known where exactly its clause is',              [fine, failing(broken(CLAUSE))], [entry], { known: ['test/bad'], problems: [], status: 0 }],
    ['of another clause of the same requirement is new',  [failing(broken(CLAUSE), broken('GET /me: 404'))], [entry], { known: [], problems: [], status: 1 }],
    ['of the same clause for another requirement is new', [failing(broken(CLAUSE), broken(CLAUSE, 'RID-02'))], [entry], { known: [], problems: [], status: 1 }],
    ['of the same clause in another check is new',        [failing(broken(CLAUSE)), more], [entry], { known: ['test/bad'], problems: [], status: 1 }],
    ['is new where its entry has expired',                [failing(broken(CLAUSE))], [expired], { known: [], problems: ['expired'], status: 1 }],
    ['without clauses in the record is new',              [row('test/bad', { verdict: 'fail' })], [entry], { known: [], status: 1 }],
  ])('%s', (_, rows, entries, seen) => expect(gated(rows, ...entries)).toMatchObject(seen));
});

describe('an entry', () => {
  const passing = row('test/bad');
  const claims = (first: 'pass' | 'fail' | 'inconclusive') => [
    { id: 'RID-01' as const, verdict: first },
    { id: 'RID-02' as const, verdict: 'fail' as const },
  ];
  const other = broken(CLAUSE, 'RID-02');
  // biome-ignore format: an aligned table
  test.each<[string, CheckRow, Partial<BaselineEntry>, readonly string[]]>([
    ['of a check that passes is stale',                  passing, {}, ['stale']],
    ['of a claim that passes is stale',                  { ...failing(other), claims: claims('pass') }, {}, ['stale']],
    ['of a claim that could not be decided is not',      { ...failing(other), claims: claims('inconclusive') }, {}, []],
    ['of a check that did not run is not',               { ...passing, verdict: 'not-exercised' }, {}, []],
    ['of an inconclusive check is not',                  { ...passing, verdict: 'inconclusive' }, {}, []],
    ['that a new failure may hide is not',               failing(broken('GET /me: 404')), {}, []],
    ['of a check that does not exist is unknown',        passing, { check: 'test/gone' }, ['unknown']],
    ['of a requirement that does not exist is unknown',  passing, { requirement: 'RID-99' }, ['unknown']],
    ['that has expired says so, whatever the check did', fine, { check: 'test/good', expires: '2025-12-31' }, ['expired']],
  ])('%s', (_, of, over, problems) => {
    const seen = gated([fine, of], { ...entry, ...over });
    expect(seen.problems).toEqual(problems);
  });

  const second = { ...entry, clause: 'GET /me: 404', line: 9 };
  const counterexample = (path: string | null) => ({
    ...{ seed: 1, path, given: null, expected: 'a', seen: 'b', exchanges: [], rerun: '', curl: null },
  });

  test.each<[string, string | null, readonly string[]]>([
    ['is stale where a check of fixed inputs breaks only another clause of its claim', null, ['stale']],
    ['is not where the inputs are generated: another run may show it', '0:1', []],
  ])('%s', (_, path, problems) => {
    const seen = gated([{ ...failing(broken(CLAUSE)), counterexample: counterexample(path) }], entry, second);
    expect([seen.known, seen.problems]).toEqual([['test/bad'], problems]);
  });

  test('a problem that must be fixed fails the run, with one line that names it and its reason', () => {
    const { status, sentences } = gated([fine, passing], entry);
    expect([status, sentences]).toEqual([
      1,
      [`k.yaml:2: RID-01 of test/bad, "${CLAUSE}" no longer fails; delete the entry`],
    ]);
  });
});

test('a search continues past the failures of its check that the baseline knows', () => {
  const known = knownClauses({ file: 'k.yaml', entries: [entry] }, '2026-01-05T10:00:00.000Z');
  expect([known('test/bad')('RID-01', CLAUSE), known('test/more')('RID-01', CLAUSE)]).toEqual([true, false]);
});

test('a search does not pass over an entry that has expired: its failure is new', () => {
  const known = knownClauses({ file: 'k.yaml', entries: [entry] }, '2026-01-06T00:00:00.000Z');
  expect(known('test/bad')('RID-01', CLAUSE)).toBe(false);
});

test('a record that was made without the baseline shows its new failure, not the accepted one', () => {
  const accepted = { ...broken(CLAUSE), expected: 'accepted', seen: 'as before' };
  const fresh = { ...broken('GET /orders: 200'), expected: 'new', seen: 'never before' };
  const shown = {
    ...{ seed: 1, path: null, given: null, expected: 'accepted', clause: CLAUSE, seen: 'as before' },
    ...{
      exchanges: [1],
      rerun: 'touchstone check',
      curl: "curl 'http://h/me'",
      scenario: 'failures/a.yaml',
      replay: 'r',
    },
  };
  const before = { ...failing(accepted, fresh), counterexample: shown, reason: 'expected accepted; seen as before' };
  const [row] = withBaseline(record([before]), { file: 'k.yaml', entries: [entry] }).checks;
  expect(row?.broken?.map(({ clause }) => clause)).toEqual(['GET /orders: 200', CLAUSE]);
  expect(row?.reason).toBe('expected new; seen never before');
  expect(row?.counterexample).toEqual({
    ...{ seed: 1, path: null, given: null, expected: 'new', clause: 'GET /orders: 200', seen: 'never before' },
    ...{ exchanges: [], rerun: 'touchstone check', curl: null },
  });
});
