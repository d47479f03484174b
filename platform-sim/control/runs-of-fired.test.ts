import { expect, test } from 'vitest';
import { runsOfFired } from './runs-of-fired.ts';

const fired = (labels: string) => [...labels].map((label, index) => ({ atNs: `${index + 1}`, label }));

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
])('%s', (labels, runs) => {
  expect(runsOfFired(fired(labels))).toEqual(runs);
});
