import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { REQUIREMENTS } from '../../contract/requirements.ts';
import { budget, FAILED, ofRun, record, row } from '../../testing/sample-record.ts';
import type { RunRecord } from './run-record.ts';
import { summary } from './summary.ts';

describe('the summary', () => {
  test('shows a failure with everything that is needed to reproduce it', () => {
    const text = summary(record([row('test/good'), FAILED]), false);
    for (const part of [
      'http://h  2026-01-05 00:00 UTC  REST 0.13.0  seed 1',
      'FAIL  test/bad  RID-01 (Request ids)',
      'claim     claim of test/bad',
      'expected  a\n',
      'seen      b\n',
      'given     {"a":1}',
      'rerun     touchstone check --select test/bad --seed 1 --path 0:1',
      "curl      curl 'http://h/orders'",
      '2 checks: 1 pass, 1 fail',
      `${REQUIREMENTS.length} requirements: 0 pass, 1 fail`,
      '9 requests in 1.2 s',
      'Not conforming: 1 failure (1 of 265 requirements, 2 of 2 checks exercised).',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('shows just as clearly what was not exercised, and why', () => {
    const text = summary(record([row('test/lack', { verdict: 'not-exercised', reason: 'no viewer' })]), false);
    expect(text).toContain('no viewer: RID-01');
    expect(text).toMatch(/no check proves it yet: SVC-01, SVC-02, .* and \d+ more/);
    expect(text).toMatch(/Not applicable:\n {4}since 0\.14\.0; the target serves 0\.13\.0: SVC-05, TKT-01/);
    expect(text).toContain('Nothing was exercised (0 of 265 requirements, ');
  });

  test('has one line for equal reasons, whatever their order', () => {
    const lack = (id: string, reason: string, proves: 'RID-01' | 'RID-02') =>
      row(id, { verdict: 'not-exercised', reason, proves: [proves] });
    const text = summary(
      record([lack('a/a', 'no viewer; no writes', 'RID-01'), lack('a/b', 'no writes; no viewer', 'RID-02')]),
      false,
    );
    expect(text).toContain('    no viewer; no writes: RID-01, RID-02\n');
  });

  test('shows what passed in part, and why the rest of it did not run', () => {
    const lacking = row('test/lack', { verdict: 'not-exercised', reason: 'writes are off; no viewer' });
    const text = summary(record([row('test/good'), lacking, row('test/more', { ...lacking, id: 'test/more' })]), false);
    expect(text).toContain(`${REQUIREMENTS.length} requirements: 1 pass, of them 1 in part, 0 fail`);
    expect(text).toContain(
      'Passed in part, because some of their checks did not run:\n    writes are off; no viewer: RID-01 (1 of 3 checks)\n',
    );
  });

  // biome-ignore format: an aligned table
  test.each<[string, RunRecord, string]>([
    ['conforming',           record([row('a/b')]), 'Conforming in all that was exercised: 1 of 265 requirements, 1 of 1 checks.'],
    ['known failures alone', record([{ ...FAILED, known: true }]), 'KNOWN FAILURE'],
    ['a fault',              record([row('a/b', { verdict: 'inconclusive', fault: true, reason: 'threw' })]), 'FAULT OF THE SUITE'],
    ['a stop',               record([row('a/b')], 'time budget'), 'Stopped before its end: time budget (1 of 265 requirements, 1 of 1 checks exercised).'],
  ])('%s', (_, shown, words) => expect(summary(shown, false)).toContain(words));

  test('shows what hooks did, and what failed of them', () => {
    const { run, ...rest } = record([row('test/good')]);
    const of = { hook: 'restart', check: 'a/b', status: 0, durationMs: 1_500 } as const;
    const hooks = [
      { ...of, part: 'run' },
      { ...of, part: 'undo', problem: 'ended with SIGTERM' },
    ] as const;
    expect(summary({ ...rest, run: { ...run, hooks } }, false)).toContain(
      'Hook restart: 1 run and 1 undo, 3.0 s; its undo ended with SIGTERM\n',
    );
  });

  test('shows passes next to what could not be decided', () => {
    const open = row('test/open', { verdict: 'inconclusive', reason: 'busy', proves: ['RID-02'] });
    expect(summary(record([row('test/good'), open]), false)).toContain(
      `${REQUIREMENTS.length} requirements: 1 pass, 0 fail, 1 inconclusive`,
    );
  });

  test('shows a new failure first, and what is accepted after what shows the failure', () => {
    const clause = { requirement: 'RID-01' as const, clause: 'c', expected: 'a', seen: 'b' };
    const known = { reason: 'GW-41', owner: 'edge', expires: '2026-12-31' };
    const mixed = { ...FAILED, id: 'test/mixed', broken: [clause, { ...clause, clause: 'd', known }] };
    const text = summary(record([{ ...FAILED, known: true }, mixed]), false);
    const places = ['FAIL  test/mixed', 'curl ', 'accepted  until', 'KNOWN FAILURE  test/bad', ': 1 new, 2 known ('];
    const at = places.map((place) => text.indexOf(place));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
  });

  test('names the requirements that a failure broke, not all that its check proves', () => {
    const failed = { ...FAILED, proves: ['RID-01', 'RID-02'] as const, breaks: ['RID-02'] as const };
    expect(summary(record([failed]), false)).toContain('FAIL  test/bad  RID-02 (Request ids)\n');
  });

  test('shows server errors, checks that passed on a retry, and states that were not reached', () => {
    const error = { request: 'PUT /users/{id}', status: 500, code: 'INTERNAL_ERROR', message: 'oh no', count: 2 };
    const text = summary(
      record([
        { ...FAILED, serverErrors: [error] },
        row('a/flaky', { flaky: true }),
        row('a/short', { unreached: ['a lease that ends'] }),
      ]),
      false,
    );
    expect(text).toContain('error     PUT /users/{id} answered 500 INTERNAL_ERROR, 2 times: oh no\n');
    expect(text).toContain('Passed only when tried again (flaky): a/flaky\n');
    expect(text).toContain('a/short passed, but no run reached: a lease that ends\n');
  });

  test('fits on a page, however many checks failed', () => {
    const text = summary(record(Array.from({ length: 100 }, (_, i) => ({ ...FAILED, id: `test/c${i}` }))), false);
    expect(text).toContain('... and 88 more: test/c12,');
    expect(text.split('\n').length).toBeLessThan(140);
  });

  test('says how deep the run went, and in its last line what the budget left out', () => {
    const of = record([row('a/b', { depth: { seen: 1, known: 9, unit: 'routes' } })]);
    const quick = budget('quick', 550, { requirements: ['RID-02'], checks: 4, cases: 8 });
    const left = { kind: 'made', row: '/users/17', name: null, check: null, why: 'it was in use' } as const;
    const text = summary(ofRun(of, { budget: quick, left: { file: 'e.jsonl', rows: [left] } }), false);
    expect(text).toContain('\nDepth: 1 of 9 cases; 1 requirement passed by one case alone (--depth quick).\n');
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'Left out by --depth quick: 1 requirement, 4 checks, 8 cases of checks that ran; --depth thorough takes all.',
    );
  });

  test('colour adds nothing but colour codes', () => {
    const shown = record([FAILED, row('a/b', { verdict: 'inconclusive', reason: 'x' })]);
    expect(summary(shown, true)).not.toBe(summary(shown, false));
    expect(stripVTControlCharacters(summary(shown, true))).toBe(summary(shown, false));
  });
});
