import { describe, expect, test } from 'vitest';
import { historyOf } from '../../../testing/sample-history.ts';
import {
  accepted,
  judged,
  operationRead,
  PENDING,
  refusedByOwner,
  SINGLE,
  STRICT,
  submitted,
  succeeded,
  turnedAway,
} from '../../../testing/sample-story.ts';
import { chronicleOf } from '../../chronicle.ts';
import { LAST_LOOK, promiseKept } from './t17-promise-kept.ts';

const replay = { replay: true };
const refused = { status: 'REFUSED', orderId: null, code: 'TICK_SIZE_VIOLATION', globalSequence: '2' };

describe('after a 202', () => {
  test.each([
    [
      'the operation is pending, then final',
      [accepted('a'), operationRead('a', 1, PENDING), operationRead('a', 2, succeeded(2))],
      SINGLE,
      'pass',
    ],
    ['the operation is unknown', [accepted('a'), operationRead('a', 1, null)], {}, 'violated'],
    [
      'the operation is unknown before 0.11.4',
      [accepted('a'), operationRead('a', 1, null)],
      { rest: '0.11.3' },
      'pass',
    ],
    [
      'the operation is unknown before 0.11.4, on the sandbox',
      [accepted('a'), operationRead('a', 1, null)],
      { ...STRICT, rest: '0.11.3' },
      'violated',
    ],
    ['the operation was unknown before', [operationRead('a', 1, null), accepted('a')], {}, 'pass'],
    [
      'it is unknown to another organisation',
      [accepted('a'), operationRead('a', 1, null, { actor: 'outsider' })],
      {},
      'pass',
    ],
    [
      'it is final and then pending again',
      [
        accepted('a'),
        operationRead('a', 1, PENDING),
        operationRead('a', 2, succeeded(2)),
        operationRead('a', 2, PENDING),
      ],
      SINGLE,
      'violated',
    ],
    [
      'it has two final outcomes',
      [
        accepted('a'),
        operationRead('a', 1, PENDING),
        operationRead('a', 2, succeeded(2)),
        operationRead('a', 2, refused),
      ],
      SINGLE,
      'violated',
    ],
    [
      'members lag by different amounts',
      [
        accepted('a'),
        operationRead('a', 2, succeeded(2)),
        operationRead('a', 1, PENDING),
        operationRead('a', 2, succeeded(2)),
      ],
      {},
      'pass',
    ],
  ])('%s', (_, samples, target, verdict) => expect(judged(promiseKept, samples, target)).toBe(verdict));
});

describe('after an answer', () => {
  test.each([
    ['the operation is unknown', [submitted('a', 2), operationRead('a', 2, null)], SINGLE, 'violated'],
    ['another member does not know it yet', [submitted('a', 2), operationRead('a', 1, null)], {}, 'pass'],
  ])('%s', (_, samples, target, verdict) => expect(judged(promiseKept, samples, target)).toBe(verdict));
});

describe('on the sandbox, whose record format is known', () => {
  test.each([
    ["the outcome is the key's answer", [submitted('a', 2), operationRead('a', 2, succeeded(2))], 'pass'],
    ["the outcome is the key's refusal", [refusedByOwner('a', 2), operationRead('a', 2, refused)], 'pass'],
    [
      'the outcome is another order',
      [submitted('a', 2), operationRead('a', 2, { ...succeeded(3), globalSequence: '2' })],
      'violated',
    ],
    [
      'the outcome is at another position',
      [submitted('a', 2), operationRead('a', 2, { ...succeeded(2), globalSequence: '3' })],
      'violated',
    ],
    ['a refusal is recorded as a success', [refusedByOwner('a', 2), operationRead('a', 2, succeeded(2))], 'violated'],
    ['an answered key is pending', [submitted('a', 2), operationRead('a', 2, PENDING)], 'violated'],
    [
      'a settled key is promised again',
      [accepted('a'), operationRead('a', 2, succeeded(2)), accepted('a'), submitted('a', 2, replay)],
      'violated',
    ],
    [
      'a pending key is promised again',
      [accepted('a'), operationRead('a', 1, PENDING), accepted('a'), submitted('a', 2, replay)],
      'pass',
    ],
  ])('%s', (_, samples, verdict) => {
    expect(judged(promiseKept, samples, STRICT)).toBe(verdict);
    expect(judged(promiseKept, samples)).toBe('pass');
  });

  test('an operation that is still pending at the last read never settled', () => {
    const history = historyOf({ promised: accepted('a'), [LAST_LOOK]: operationRead('a', 1, PENDING) }, STRICT);
    expect(promiseKept.judge(chronicleOf(history)).verdict).toBe('violated');
  });

  test('nothing is known of an operation that is read just after the platform was away', () => {
    const away = turnedAway('a', { status: 503, code: 'NOT_SERVING', retryable: true });
    const read = { [LAST_LOOK]: operationRead('a', 1, PENDING) };
    const [later, sooner] = [
      { promised: accepted('a'), away, ...read },
      { away, promised: accepted('a'), ...read },
    ];
    expect(promiseKept.judge(chronicleOf(historyOf(later, STRICT))).verdict).toBe('inconclusive');
    expect(promiseKept.judge(chronicleOf(historyOf(sooner, STRICT))).verdict).toBe('violated');
  });
});
