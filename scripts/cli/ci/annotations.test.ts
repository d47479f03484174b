import { describe, expect, test } from 'vitest';
import { record, row } from '../../../conformance/testing/sample-record.ts';
import { annotationsOf, asCommand } from './annotations.ts';
import { gateText } from './gate-text.ts';

const broken = (clause: string) => ({ requirement: 'RID-01', clause, expected: 'a', seen: 'b' }) as const;
const result = (...rows: Parameters<typeof record>[0]) => ({
  ...{ status: 1, trouble: [], effects: [], record: record(rows) },
});
const kinds = (...rows: Parameters<typeof record>[0]) =>
  annotationsOf(result(...rows)).map(({ kind, title }) => `${kind} ${title}`);

const SILENT = 'notice Not exercised';

describe('annotations', () => {
  test.each([
    ['a pass', [row('a/b')], [SILENT]],
    ['a new failure', [row('a/b', { verdict: 'fail', broken: [broken('x')] })], [SILENT, 'error New failure: RID-01']],
    [
      'a known failure',
      [row('a/b', { verdict: 'fail', known: true, broken: [broken('x')] })],
      [SILENT, 'notice Known failure: RID-01'],
    ],
    ['a check in doubt', [row('a/b', { verdict: 'inconclusive' })], [SILENT, 'warning Inconclusive']],
    [
      'a fault of the suite',
      [row('a/b', { verdict: 'inconclusive', fault: true })],
      [SILENT, 'error Fault of the suite'],
    ],
    ['what was not exercised', [row('a/b'), row('a/c', { verdict: 'not-exercised' })], [SILENT]],
    ['nothing exercised', [row('a/b', { verdict: 'not-exercised' })], ['error Not exercised']],
  ])('%s', (_, rows, expected) => expect(kinds(...rows)).toEqual(expected));

  test('of a killed run say what to do about what it left', () => {
    const killed = { status: undefined, trouble: [], effects: ['effects-ts1.jsonl'], record: undefined };
    expect(annotationsOf(killed)).toEqual([
      {
        ...{ kind: 'error', title: 'touchstone was killed' },
        message:
          'It wrote no report. Something may be left at the target: run touchstone cleanup with effects-ts1.jsonl.',
      },
    ]);
  });

  test('are ten of a kind at most, and the last one says how many others there are', () => {
    const clauses = Array.from({ length: 12 }, (_, i) => broken(`clause ${i}`));
    const errors = annotationsOf(result(row('a/b', { verdict: 'fail', broken: clauses }))).filter(
      ({ kind }) => kind === 'error',
    );
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)).toEqual({ kind: 'error', title: '3 more', message: 'The job summary has all.' });
  });

  test('have no text that ends the command, or that is one', () => {
    const line = asCommand({ kind: 'error', title: 'a,b::c\n%0A', message: 'x\n::error::y\r%25 ##[group]' });
    expect(line).toBe('::error title=a%2Cb%3A%3Ac %250A::x ::error::y %2525 ##[group]\n');
  });
});

test('the command that the text of a killed run shows can be pasted', () => {
  const killed = { status: undefined, trouble: [], effects: ['effects-ts1.jsonl'], record: undefined };
  const text = gateText(killed, { out: "a desk's", artifact: 'a', artifactUrl: '', base: undefined });
  expect(text).toContain("- `touchstone cleanup 'a desk'\\''s/effects-ts1.jsonl'`\n");
});

test('a brief text has the headline, and where the report is', () => {
  const text = gateText(
    result(row('a/b')),
    { out: 'report', artifact: 'a', artifactUrl: '', base: 'main' },
    'Too long.',
  );
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    expect.stringMatching(/^## Conforming in all that was exercised: 1 of \d+ requirements/),
    'Too long.',
    'No report of the base branch `main`: what is new, fixed or lost is not known.',
    'Exit status 1. Reports and evidence: artifact `a`.',
  ]);
});
