import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { record, row } from '../../testing/sample-record.ts';
import { BaselineProblem, readBaseline } from './baseline.ts';
import { proposedBaseline } from './baseline-proposal.ts';
import { withBaseline } from './gate.ts';

const CLAUSES = ['GET /me: 200', 'PUT /users/{id}: "quoted": # and more'];
const judged = record([
  row('test/good'),
  row('test/bad', {
    verdict: 'fail',
    broken: CLAUSES.map((clause) => ({ requirement: 'RID-01', clause, expected: 'a', seen: 'b\n: - c' })),
  }),
]);

/** The proposal as a person completes it. */
const completed = (text: string) => text.replaceAll('reason: ""', 'reason: why').replaceAll('owner: ""', 'owner: desk');

test('names every broken clause, accepted for a month, and leaves reason and owner to a person', () => {
  const text = proposedBaseline(judged);
  const blank = { requirement: 'RID-01', check: 'test/bad', reason: '', owner: '', expires: '2026-02-04' };
  expect(parse(text)).toEqual({ failures: CLAUSES.map((clause) => ({ ...blank, clause })) });
  expect(() => readBaseline(text, 'new.yaml')).toThrow(BaselineProblem);
  expect(() => readBaseline(text, 'new.yaml')).toThrow(/reason must be filled in/);
});

test('a completed proposal knows exactly these failures', () => {
  const baseline = readBaseline(completed(proposedBaseline(judged)), 'new.yaml');
  const { checks, gate } = withBaseline(judged, baseline);
  expect(checks.map(({ known }) => known)).toEqual([undefined, true]);
  expect(gate?.baseline?.problems).toEqual([]);
});

test('keeps what a person wrote about a failure that still exists', () => {
  const baseline = readBaseline(completed(proposedBaseline(judged)), 'old.yaml');
  const [first] = baseline.entries;
  if (first === undefined) throw new Error('an entry');
  const earlier = { ...baseline, entries: [{ ...first, reason: 'of old', owner: 'ops', expires: '2027-01-01' }] };
  expect(parse(proposedBaseline(judged, earlier))).toMatchObject({
    failures: [
      { reason: 'of old', owner: 'ops', expires: '2027-01-01' },
      { reason: '', owner: '' },
    ],
  });
});

test('a run without failures yields an empty baseline', () =>
  expect(readBaseline(proposedBaseline(record([row('test/good')])), 'new.yaml').entries).toEqual([]));
