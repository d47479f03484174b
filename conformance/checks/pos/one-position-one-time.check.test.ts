import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { onePositionOneTime } from './one-position-one-time.check.ts';

test.each([
  [
    'times that grow with positions',
    [
      [7, 100],
      [7, 100],
      [8, 200],
    ],
    'pass',
  ],
  [
    'two positions of one time',
    [
      [7, 100],
      [8, 100],
    ],
    'pass',
  ],
  [
    'members that answer in turn',
    [
      [8, 200],
      [7, 100],
      [8, 200],
    ],
    'pass',
  ],
  [
    'two times of one position',
    [
      [7, 100],
      [7, 101],
      [8, 200],
    ],
    'violated',
  ],
  [
    'two times of one position, by turns',
    [
      [8, 200],
      [7, 100],
      [8, 201],
    ],
    'violated',
  ],
  [
    'a time that goes back',
    [
      [7, 100],
      [8, 99],
    ],
    'violated',
  ],
  [
    'one position alone',
    [
      [7, 100],
      [7, 100],
    ],
    'inconclusive',
  ],
] as const)('%s', (_, pairs, verdict) => {
  const read = pairs.map(([position, asOf]) => answer('GET /me', { status: 200, position, asOf }));
  expect(judged(onePositionOneTime, historyOf({ read })).verdict).toBe(verdict);
});

test('reads without a time prove nothing', () => {
  const history = historyOf({ read: answer('GET /me', { status: 200, position: 7 }) }, { rest: '0.12.0' });
  expect(judged(onePositionOneTime, history).verdict).toBe('inconclusive');
});
