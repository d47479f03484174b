import { describe, expect, test } from 'vitest';
import type { ReportFormat } from './formats.ts';
import { passesInPart } from './reading.ts';
import { readMarkup } from './testing/markup.ts';
import { rendered } from './testing/rendered.ts';
import { check, passing, recordOf } from './testing/sample-record.ts';

const OFF = { reason: 'writes are off (--read-only)' };
const checks = [
  check('a/one', 'pass'),
  check('a/two', 'pass'),
  check('a/writes', 'not-exercised', OFF),
  check('a/more', 'not-exercised', OFF),
  check('a/viewer', 'not-exercised', { reason: 'the profile names no principal viewer' }),
  check('a/old', 'not-applicable', { reason: 'of contracts before 0.9.0' }),
  check('a/bad', 'fail'),
];
const record = recordOf(
  [
    passing('RID-01', ['a/one', 'a/two', 'a/viewer', 'a/writes', 'a/more', 'a/old']),
    passing('RID-02', ['a/one', 'a/two', 'a/old']),
    passing('RID-03', ['a/one', 'a/writes']),
    { ...passing('SVC-01', ['a/one', 'a/writes', 'a/bad']), verdict: 'fail' },
  ],
  checks,
);
const whole = recordOf([passing('RID-02', ['a/one', 'a/two', 'a/old'])], checks);

const shown = (format: ReportFormat, of = record) => rendered(of, format);
/** What the page shows where no script runs. */
const plain = (page: string) => /<noscript>([\s\S]*)<\/noscript>/.exec(page)?.[1] ?? '';
const line = (text: string, start: string) => text.split('\n').find((one) => one.startsWith(start));

test('a pass is partial if a check that applies did not run, and it lists those checks by reason', () => {
  expect([...passesInPart(record)]).toEqual([
    [
      'RID-01',
      {
        passed: 2,
        of: 5,
        notRun: new Map([
          ['writes are off (--read-only)', ['a/writes', 'a/more']],
          ['the profile names no principal viewer', ['a/viewer']],
        ]),
      },
    ],
    ['RID-03', { passed: 1, of: 2, notRun: new Map([['writes are off (--read-only)', ['a/writes']]]) }],
  ]);
});

describe('the page without scripts', () => {
  const elements = readMarkup(`<!doctype html>\n<body>${plain(shown('html'))}</body>`);
  const row = (id: string) => elements.findIndex(({ name, text }) => name === 'th' && text === id);

  test.each([
    ['RID-01', 'pass part', 'pass in part, 2 of 5 checks'],
    ['RID-02', 'pass', 'pass'],
    ['RID-03', 'pass part', 'pass in part, 1 of 2 checks'],
    ['SVC-01', 'fail', 'fail'],
  ])('marks %s with a word: %s', (id, kind, words) => {
    const at = row(id);
    expect([elements[at - 1]?.attributes['class'], elements[at + 1]?.text]).toEqual([kind, words]);
  });

  test('lists the checks that did not run with the reasons, and counts them', () => {
    const text = plain(shown('html'));
    expect(text).toContain(
      '3 of its 5 checks did not run: a/writes, a/more (writes are off (--read-only)); a/viewer (the profile names no principal viewer)',
    );
    expect(text).toContain('3 of 4 requirements passed (of them 2 in part), 1 failed');
  });
});

test('Markdown marks the row, counts them, and lists the checks that did not run with the reasons', () => {
  const text = shown('md');
  expect(line(text, '| RID-01 |')).toBe('| RID-01 | 🟡 pass, 2 of 5 checks | 1 | 6 |');
  expect(line(text, '| RID-02 |')).toBe('| RID-02 | ✅ pass | 1 | 3 |');
  expect(line(text, '| 3, of them')).toMatch(/^\| 3, of them 🟡 2 in part \| 1 \|/);
  expect(line(text, '- RID-03')).toBe(
    '- RID-03, 1 of 2 checks; did not run: `a/writes` (writes are off (--read-only))',
  );
});

test('JUnit states it in the output of the suite; the test case passes', () => {
  const elements = readMarkup(shown('junit'));
  const [text] = elements.filter(({ name }) => name === 'system-out').map((each) => each.text);
  expect(text).toBe(
    'RID-01: pass, 2 of 5 checks\ndid not run: a/writes, a/more (writes are off (--read-only))\ndid not run: a/viewer (the profile names no principal viewer)\nRID-03: pass, 1 of 2 checks\ndid not run: a/writes (writes are off (--read-only))\n',
  );
  expect(elements.find(({ name }) => name === 'testsuite')?.attributes).toMatchObject({
    tests: '3',
    failures: '0',
    errors: '0',
    skipped: '0',
  });
});

test.each(['html', 'md', 'junit'] as const)('%s omits it if all checks ran', (format) => {
  const text = shown(format, whole);
  expect(format === 'html' ? plain(text) : text).not.toMatch(/in part[ ,)]|pass, \d+ of \d+ checks/);
});
