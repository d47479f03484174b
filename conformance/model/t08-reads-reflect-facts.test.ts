import { describe, expect, test } from 'vitest';
import { unanswered } from '../runner/sample-history.ts';
import { CANCELLED, cancelled, judged, orderRow, page, rowRead, STRICT, submitted, timeOf } from './sample-story.ts';
import { readsReflectFacts } from './t08-reads-reflect-facts.ts';

const a = orderRow(2, 'a');
const b = orderRow(4, 'b');
const gone = orderRow(2, 'a', CANCELLED);
const partly = orderRow(2, 'a', { cumQty: '0.4', leavesQty: '0.6' });

describe('a row', () => {
  test.each([
    ['is there from its creation on', [submitted('a', 2), rowRead(2, 2, a), rowRead(2, 9, a)], 'pass'],
    ['is not there before', [rowRead(2, 1, null), submitted('a', 2)], 'pass'],
    ['is missing afterwards', [submitted('a', 2), rowRead(2, 3, null)], 'violated'],
    ['is missing at its own position', [submitted('a', 2), rowRead(2, 2, null)], 'violated'],
    ['is seen before its creation', [rowRead(2, 1, a), submitted('a', 2)], 'violated'],
    ['is as its cancel left it', [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 5, gone)], 'pass'],
    ['is as before the cancel', [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 5, a)], 'violated'],
    [
      'is as before its cancel later on',
      [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 7, a)],
      'violated',
    ],
    ['was traded on in between', [submitted('a', 2), rowRead(2, 4, partly), rowRead(2, 6, partly)], 'pass'],
    ['goes back to what it was', [submitted('a', 2), rowRead(2, 4, partly), rowRead(2, 6, a)], 'violated'],
    ['is seen of two kinds at one position', [rowRead(2, 4, partly), page('', 4, [a])], 'violated'],
    [
      'vanishes, made by a request whose answer was lost',
      [unanswered('POST /orders', { key: 'a' }), rowRead(2, 4, a), rowRead(2, 5, null)],
      'violated',
    ],
    ['of another organisation is not there', [submitted('a', 2), rowRead(2, 3, null, { actor: 'outsider' })], 'pass'],
  ])('%s', (_, samples, verdict) => expect(judged(readsReflectFacts, samples)).toBe(verdict));
});

describe('a page', () => {
  const made = [submitted('a', 2), submitted('b', 4)];
  const next = (cursor: string) => `?limit=1&cursor=${cursor}`;
  test.each([
    ['holds every order', [...made, page('', 4, [b, a])], 'pass'],
    ['lacks the newest', [...made, page('', 4, [a])], 'violated'],
    ['lacks the oldest', [...made, page('', 4, [b])], 'violated'],
    ['lacks one that came later', [...made, page('', 3, [a])], 'pass'],
    ['holds one that came later', [...made, page('', 3, [b, a])], 'violated'],
    ['is full', [...made, page('?limit=1', 4, [b], { next: 'n1' })], 'pass'],
    ['is full of the wrong one', [...made, page('?limit=1', 4, [a], { next: 'n1' })], 'violated'],
    ['goes on', [...made, page('?limit=1', 4, [b], { next: 'n1' }), page(next('n1'), 4, [a])], 'pass'],
    ['skips one', [...made, page('?limit=1', 4, [b], { next: 'n1' }), page(next('n1'), 4, [])], 'violated'],
    [
      'goes on while others come',
      [...made, page('?limit=1', 4, [b], { next: 'n1' }), submitted('c', 6), page(next('n1'), 6, [a])],
      'pass',
    ],
    [
      'goes back',
      [
        ...made,
        page('?limit=1', 4, [b], { next: 'n1' }),
        page(next('n1'), 4, [a], { previous: 'p1' }),
        page(next('p1'), 4, [b]),
      ],
      'pass',
    ],
    [
      'goes back and lacks what is new',
      [
        ...made,
        page('?limit=1', 4, [b], { next: 'n1' }),
        page(next('n1'), 4, [a], { previous: 'p1' }),
        submitted('c', 6),
        page('?limit=5&cursor=p1', 6, [b]),
      ],
      'violated',
    ],
    ['of a cursor that nobody gave says nothing', [...made, page(next('x'), 4, [])], 'pass'],
    ['of the other organisation lacks it', [...made, page('', 4, [], { actor: 'outsider' })], 'pass'],
  ])('%s', (_, samples, verdict) => expect(judged(readsReflectFacts, samples)).toBe(verdict));
});

describe('on the sandbox, whose venue is known, an order that nothing was traded on', () => {
  test.each([
    ['changed though nobody cancelled it', [submitted('a', 2), rowRead(2, 5, gone)], 'violated'],
    ['changed before its cancel', [submitted('a', 2), rowRead(2, 3, gone), cancelled('c', ['a', 2], 5)], 'violated'],
    ['was traded on', [submitted('a', 2), rowRead(2, 5, partly)], 'pass'],
    [
      'changed by a cancel whose answer was lost',
      [submitted('a', 2), unanswered(`POST /orders/${timeOf(2)}/cancel`, { key: 'c' }), rowRead(2, 5, gone)],
      'pass',
    ],
  ])('%s', (_, samples, verdict) => {
    expect(judged(readsReflectFacts, samples, STRICT)).toBe(verdict);
    expect(judged(readsReflectFacts, samples)).toBe('pass');
  });
});
