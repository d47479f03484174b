import { describe, expect, test } from 'vitest';
import type { CheckRow, Verdict } from '../conformance/runner/record/run-record.ts';
import { junit } from './junit.ts';
import { readMarkup } from './testing/markup.ts';
import { check, passing, recordOf } from './testing/sample-record.ts';

const counterexample = {
  seed: 7,
  path: '3:0',
  given: '{"price":"100.001"}',
  expected: '422 TICK_SIZE_VIOLATION',
  seen: '201, position 8',
  exchanges: [1],
  rerun: 'touchstone check --select a/b --seed 7 --path 3:0',
  curl: "curl -X POST 'http://h/orders'",
};

function only(verdict: Verdict, checks: readonly CheckRow[], reason?: string) {
  const row = { id: 'IDEM-01' as const, verdict, checks: checks.map(({ id }) => id), exercised: checks.length };
  const elements = readMarkup(junit(recordOf([reason === undefined ? row : { ...row, reason }], checks)));
  const inside = elements.find(({ name }) => ['failure', 'error', 'skipped'].includes(name));
  const { tests, failures, errors, skipped } = elements.find(({ name }) => name === 'testsuite')?.attributes ?? {};
  return {
    outcome: inside?.name ?? 'passed',
    message: inside?.attributes['message'],
    text: inside?.text,
    counts: [tests, failures, errors, skipped].join(' '),
  };
}

describe('a requirement as a test case', () => {
  // biome-ignore format: an aligned table
  test.each<[string, ReturnType<typeof only>, string, string | undefined, string]>([
    ['pass', only('pass', [check('a/b', 'pass')]), 'passed', undefined, '1 0 0 0'],
    ['fail', only('fail', [check('a/b', 'fail', { counterexample }), check('a/c', 'pass')]), 'failure', '422 TICK_SIZE_VIOLATION', '1 1 0 0'],
    ['known', only('fail', [check('a/b', 'fail', { counterexample, known: true })]), 'skipped', 'known failure: 422 TICK_SIZE_VIOLATION', '1 0 0 1'],
    ['known, and a new one', only('fail', [check('a/b', 'fail', { counterexample, known: true }), check('a/c', 'fail')]), 'failure', 'claim of a/c', '1 1 0 0'],
    ['inconclusive', only('inconclusive', [check('a/b', 'inconclusive', { reason: 'a timeout' })]), 'error', 'a timeout', '1 0 1 0'],
    ['not exercised', only('not-exercised', [], 'needs control'), 'skipped', 'not exercised: needs control', '1 0 0 1'],
    ['not applicable', only('not-applicable', [], 'no algos'), 'skipped', 'not applicable: no algos', '1 0 0 1'],
  ])('%s', (_, seen, outcome, message, counts) => {
    expect([seen.outcome, seen.message, seen.counts]).toEqual([outcome, message, counts]);
  });

  test('a failure shows what was expected, what was observed, and how to reproduce it', () => {
    const { text } = only('fail', [check('a/b', 'fail', { counterexample })]);
    const { expected, seen, given, rerun, curl } = counterexample;
    expect(text).toBe(
      `check: a/b: claim of a/b\nfile: conformance/checks/a/b.check.ts\nexpected: ${expected}\nseen: ${seen}\ngiven: ${given}\nseed: 7\npath: 3:0\nrerun: ${rerun}\ncurl: ${curl}\n`,
    );
  });

  test("times add up to the checks', each counted once", () => {
    const rows = (['IDEM-01', 'IDEM-02', 'ORD-01'] as const).map((id) => passing(id, ['a/b']));
    const both = check('a/b', 'pass', { proves: ['IDEM-02', 'ORD-01'] });
    const elements = readMarkup(junit(recordOf(rows, [both, check('a/c', 'pass', { proves: ['IDEM-01'] })])));
    expect(
      elements
        .filter(({ name }) => name === 'testsuite')
        .map(({ attributes }) => [attributes['name'], attributes['time']]),
    ).toEqual([
      ['IDEM Idempotency', '3.000'],
      ['ORD Orders', '0.000'],
    ]);
  });
});

test('the name of a test case contains the statement of the requirement', () => {
  const record = recordOf([{ id: 'IDEM-01', verdict: 'pass', checks: [], exercised: 1 }], []);
  const elements = readMarkup(junit(record, { statements: { 'IDEM-01': 'a key has one effect' } }));
  expect(elements.find(({ name }) => name === 'testcase')?.attributes['name']).toBe('IDEM-01 a key has one effect');
});

describe('an accepted and a new failure of one requirement', () => {
  const accepted = { reason: 'the proxy', owner: 'desk', expires: '2026-12-31' };
  const clause = (name: string, requirement: 'IDEM-01' | 'IDEM-02' = 'IDEM-01') =>
    ({ requirement, clause: name, expected: `what ${name} asks`, seen: `what ${name} saw` }) as const;

  test.each<[string, readonly CheckRow[], { readonly shown: string; readonly isNot: string }]>([
    [
      'of two checks: the message and the text are of the new one, the other is named as known',
      [
        check('a/old', 'fail', {
          known: true,
          broken: [{ ...clause('old'), known: accepted }],
          counterexample: { ...counterexample, expected: 'what old asks', clause: 'old' },
        }),
        check('a/new', 'fail', {
          broken: [clause('new')],
          counterexample: { ...counterexample, expected: 'what new asks', seen: 'what new saw', clause: 'new' },
        }),
      ],
      { shown: 'what new asks', isNot: 'what old asks' },
    ],
    [
      'of one check that shows another requirement: the text is of this one, without the request of the other',
      [
        check('a/both', 'fail', {
          broken: [clause('other', 'IDEM-02'), clause('own')],
          counterexample: { ...counterexample, expected: 'what other asks', clause: 'other' },
        }),
      ],
      { shown: 'what own asks', isNot: counterexample.curl },
    ],
  ])('%s', (_, checks, { shown, isNot }) => {
    const { outcome, message, text } = only('fail', checks);
    expect([outcome, message]).toEqual(['failure', shown]);
    expect(text).toContain(`expected: ${shown}`);
    expect(text).not.toContain(`expected: ${isNot}`);
    expect(text).not.toContain(`curl: ${isNot}`);
  });
});
