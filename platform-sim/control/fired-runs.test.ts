import { expect, test } from 'vitest';
import { createFiredRuns, MOST_RUNS } from './fired-runs.ts';

function runsOf(labels: Iterable<string>) {
  const runs = createFiredRuns();
  for (const [index, label] of [...labels].entries()) runs.add({ atNs: `${index + 1}`, label });
  return runs;
}

test.each([
  ['', []],
  [
    'ab',
    [
      { atNs: '1', label: 'a' },
      { atNs: '2', label: 'b' },
    ],
  ],
  [
    'aaabaa',
    [
      { atNs: '1', label: 'a', times: 3, lastAtNs: '3' },
      { atNs: '4', label: 'b' },
      { atNs: '5', label: 'a', times: 2, lastAtNs: '6' },
    ],
  ],
])('%s', (labels, expected) => {
  const runs = runsOf(labels);
  expect([runs.list(), runs.count()]).toEqual([expected, labels.length]);
});

test('runs past the list are counted', () => {
  const runs = runsOf('ab'.repeat(MOST_RUNS));
  expect([runs.list().length, runs.count()]).toEqual([MOST_RUNS, 2 * MOST_RUNS]);
  expect(runs.list().at(-1)).toEqual({ atNs: `${MOST_RUNS}`, label: 'b' });
});
