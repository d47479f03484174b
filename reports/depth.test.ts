import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../conformance/runner/record/run-record.ts';
import { readRunRecord } from './read-record.ts';
import { readMarkup } from './testing/markup.ts';
import { rendered } from './testing/rendered.ts';
import { check, passing, recordOf } from './testing/sample-record.ts';

const requirements = [
  { ...passing('RID-01', ['a/routes']), depth: { seen: 3, known: 121 } },
  { ...passing('RID-02', ['a/one']), depth: { seen: 1, known: 1 } },
];
const checks = [
  check('a/routes', 'pass', { depth: { seen: 3, known: 121, unit: 'routes' } }),
  check('a/one', 'pass', { depth: { seen: 1, known: 1 } }),
];
const leftOut = { requirements: ['RID-03' as const], checks: 2, cases: 118 };
const record = recordOf(requirements, checks, { budget: { depth: 'quick', requests: 550, leftOut } });
const { budget: _, ...run } = record.run;
const older: RunRecord = {
  ...record,
  run,
  requirements: requirements.map(({ depth: __, ...row }) => row),
  checks: checks.map(({ depth: __, ...row }) => row),
};

const DEPTH = 'Depth: 4 of 122 cases; 0 requirements passed by one case alone (--depth quick)';
const LEFT =
  'Left out by --depth quick: 1 requirement, 2 checks, 118 cases of checks that ran; --depth thorough takes all';

describe('a pass of 3 of 121 cases differs from one of all', () => {
  test('in Markdown, which says what the budget left out', () => {
    const text = rendered(record, 'md');
    expect(text).toContain('| requirement | verdict | cases seen | checks |');
    expect(text).toContain('| RID-01 | ✅ pass | 3 of 121 cases (routes) | 1 |');
    expect(text).toContain('| RID-02 | ✅ pass | 1 of 1 case | 1 |');
    expect(text).toContain(`\n\n${DEPTH}.\n\n${LEFT}.\n\n`);
  });

  test('on the page, with and without scripts', () => {
    const page = rendered(record, 'html');
    const [, plain = ''] = /<noscript>([\s\S]*)<\/noscript>/.exec(page) ?? [];
    expect(plain).toContain('<td>pass</td><td>3 of 121 cases (routes)</td>');
    expect(plain).toContain(`<p>${DEPTH}.</p>\n<p>${LEFT}.</p>`);
  });

  test('in JUnit, in the output of the suite', () => {
    const elements = readMarkup(rendered(record, 'junit'));
    expect(elements.find(({ name }) => name === 'system-out')?.text).toBe('RID-01: pass, 3 of 121 cases (routes)\n');
    const values = elements.filter(({ name }) => name === 'property').map(({ attributes }) => attributes['value']);
    expect(values).toEqual(expect.arrayContaining([DEPTH, LEFT]));
  });

  test('on the badge, if the budget left something out', () => {
    expect(rendered(record, 'badge')).toContain('conforming: 2 of 2, quick');
    expect(rendered(older, 'badge')).not.toContain('quick');
  });
});

test('report.json keeps depth and budget', () => {
  expect(readRunRecord(rendered(record, 'json'), 'report.json')).toEqual(record);
});

test('an older record is read and shown with how often each requirement was exercised', () => {
  const read = readRunRecord(rendered(older, 'json'), 'report.json');
  expect(read).toEqual(older);
  expect(rendered(read, 'md')).toContain('| requirement | verdict | times exercised | checks |');
  expect(rendered(read, 'md')).toContain('| RID-01 | ✅ pass | 1 | 1 |');
});
