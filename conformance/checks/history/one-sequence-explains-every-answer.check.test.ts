import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { historyOf } from '../../testing/sample-history.ts';
import {
  accepted,
  CANCELLED,
  cancelled,
  orderRow,
  page,
  refusedByOwner,
  rowRead,
  submitted,
} from '../../testing/sample-story.ts';
import { oneSequenceExplainsEveryAnswer } from './one-sequence-explains-every-answer.check.ts';

const replay = { replay: true };
const a = orderRow(2, 'a');
const gone = orderRow(2, 'a', CANCELLED);

const good = [
  refusedByOwner('b', 1),
  submitted('a', 2),
  page('', 2, [a]),
  cancelled('c', ['a', 2], 3),
  rowRead(2, 3, gone),
  submitted('a', 2, replay),
  refusedByOwner('b', 1, replay),
];

test('a history that one sequence explains passes', () => {
  expect(judged(oneSequenceExplainsEveryAnswer, historyOf(good, { singleMember: true, strict: true }))).toEqual({
    verdict: 'pass',
  });
});

test.each([
  ['a second effect', submitted('a', 5, replay), 'T6', ['IDEM-16', 'IDEM-19']],
  ['the row of today', submitted('a', 2, { ...replay, body: gone }), 'T12', ['IDEM-02', 'IDEM-04', 'IDEM-19']],
  ['a read that lags', rowRead(2, 4, a), 'T8', ['POS-08']],
  ['a promise that leads nowhere', accepted('d', { headers: {} }), 'T16', ['IDEM-05', 'IDEM-11']],
])('%s does not, and says what it breaks', (_, bad, statement, breaks) => {
  const judgement = judged(oneSequenceExplainsEveryAnswer, historyOf([...good, bad]));
  expect(judgement).toMatchObject({
    verdict: 'violated',
    breaks,
    expected: expect.stringContaining(`(${statement}: ${breaks.join(', ')})`),
  });
});
