import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { record, row } from '../../testing/sample-record.ts';
import { BaselineProblem, readBaseline } from './baseline.ts';
import { proposedBaseline } from './baseline-proposal.ts';
import { withBaseline } from './gate.ts';

describe('a baseline', () => {
  const entry = {
    requirement: 'RID-01',
    check: 'test/bad',
    clause: 'GET /me: 200',
    reason: 'known to the team',
    owner: 'desk@example.com',
    expires: '2026-12-31',
  };

  function fileOf(...entries: readonly Readonly<Record<string, string>>[]): string {
    const lines = entries.map((of) =>
      Object.entries(of)
        .map(([name, value], i) => `${i === 0 ? '  - ' : '    '}${name}: ${JSON.stringify(value)}\n`)
        .join(''),
    );
    return `failures:\n${lines.join('')}`;
  }

  test('a baseline has its entries, each with its line', () => {
    expect(readBaseline(fileOf(entry, { ...entry, clause: 'GET /me: 404' }), 'known.yaml')).toEqual({
      file: 'known.yaml',
      entries: [
        { ...entry, line: 2 },
        { ...entry, clause: 'GET /me: 404', line: 8 },
      ],
    });
  });

  test('a baseline may have no entries', () => expect(readBaseline('failures: []\n', 'k').entries).toEqual([]));

  describe('is refused with a one-line message', () => {
    // biome-ignore format: an aligned table
    test.each([
    ['no YAML',                             'failures: [',                               /^k\.yaml: /],
    ['another file',                        'a: 1',                                      /^k\.yaml is no baseline: a list named failures is needed/],
    ['an empty file',                       '',                                          /is no baseline/],
    ['a report, which was a baseline once', '{"schema":1,"checks":[]}',                  /^k\.yaml is a report, .*touchstone check --update-baseline FILE/],
    ['a reason that was not filled in',     fileOf({ ...entry, reason: '' }),            /^k\.yaml:5: reason must be filled in/],
    ['an owner that was not filled in',     fileOf({ ...entry, owner: ' ' }),            /^k\.yaml:6: owner must be filled in/],
    ['an entry without expiry',             fileOf({ ...entry, expires: '' }),           /^k\.yaml:7: expires must be filled in/],
    ['an invalid date',                     fileOf({ ...entry, expires: '2026-02-30' }), /^k\.yaml:2: expires 2026-02-30: a day/],
    ['an unknown member',                   fileOf({ ...entry, why: 'x' }),              /^k\.yaml:8: why is no part of an entry/],
    ['another top-level member',            `${fileOf(entry)}version: 1\n`,              /^k\.yaml:8: version is no part of a baseline/],
    ['the same entry twice',                fileOf(entry, entry),                        /^k\.yaml:8: the same entry as in line 2; delete one$/],
    ['an entry that is a string',           'failures: [x]',                             /^k\.yaml:1: an entry with requirement, check/],
  ])('%s', (_, text, message) => {
    expect(() => readBaseline(text, 'k.yaml')).toThrow(BaselineProblem);
    expect(() => readBaseline(text, 'k.yaml')).toThrow(message);
  });
  });
});

describe('a proposal', () => {
  const CLAUSES = ['GET /me: 200', 'PUT /users/{id}: "quoted": # and more'];
  const judged = record([
    row('test/good'),
    row('test/bad', {
      verdict: 'fail',
      broken: CLAUSES.map((clause) => ({ requirement: 'RID-01', clause, expected: 'a', seen: 'b\n: - c' })),
    }),
  ]);

  /** The proposal as a person completes it. */
  const completed = (text: string) =>
    text.replaceAll('reason: ""', 'reason: why').replaceAll('owner: ""', 'owner: desk');

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
});
