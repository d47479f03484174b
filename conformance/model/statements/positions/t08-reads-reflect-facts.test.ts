import { describe, expect, test } from 'vitest';
import { unanswered } from '../../../testing/sample-history.ts';
import {
  CANCELLED,
  cancelled,
  judged,
  orderRow,
  page,
  pageOf,
  readOf,
  rowRead,
  STRICT,
  submitted,
  timeOf,
  wrote,
} from '../../../testing/sample-story.ts';
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
    ['is on a page before its creation', [submitted('b', 4), page('', 3, [b])], 'violated'],
    ['is as its cancel left it', [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 5, gone)], 'pass'],
    ['is as before the cancel', [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 5, a)], 'violated'],
    [
      'is as before its cancel later on',
      [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 7, a)],
      'violated',
    ],
    ['was traded on in between', [submitted('a', 2), rowRead(2, 4, partly), rowRead(2, 6, partly)], 'pass'],
    ['goes back to what it was', [submitted('a', 2), rowRead(2, 4, partly), rowRead(2, 6, a)], 'violated'],
    ['has two states at one position', [rowRead(2, 4, partly), page('', 4, [a])], 'violated'],
    [
      'vanishes, made by a request whose answer was lost',
      [unanswered('POST /orders', { key: 'a' }), rowRead(2, 4, a), rowRead(2, 5, null)],
      'violated',
    ],
    [
      'does not exist for another organisation',
      [submitted('a', 2), rowRead(2, 3, null, { actor: 'outsider' })],
      'pass',
    ],
  ])('%s', (_, samples, verdict) => expect(judged(readsReflectFacts, samples)).toBe(verdict));
});

describe('on the sandbox, whose venue is known, an order that nothing was traded on', () => {
  test.each([
    ['changed without a cancel', [submitted('a', 2), rowRead(2, 5, gone)], 'violated'],
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

const portfolio = (version: number, displayName: string) => ({ portfolioId: 7, displayName, version });
const [old, renamed] = [portfolio(1, 'old'), portfolio(2, 'renamed')];

describe('a row of the register', () => {
  test.each([
    ['is there from its creation on', [wrote('POST /portfolios', 2, old), readOf('/portfolios/7', 3, old)], 'pass'],
    ['is missing afterwards', [wrote('POST /portfolios', 2, old), readOf('/portfolios/7', 3, null)], 'violated'],
    ['is seen before its creation', [readOf('/portfolios/7', 1, old), wrote('POST /portfolios', 2, old)], 'violated'],
    [
      'is of two kinds at one position',
      [readOf('/portfolios/7', 3, old), pageOf('/portfolios', 3, [renamed])],
      'violated',
    ],
    [
      'has two states in its two views',
      [readOf('/portfolios/7', 3, renamed), pageOf('/portfolios?view=approved', 3, [old])],
      'pass',
    ],
    [
      'is not there in its approved view',
      [readOf('/portfolios/7', 3, old), readOf('/portfolios/7?view=approved', 3, null)],
      'pass',
    ],
  ])('%s', (_, samples, verdict) => expect(judged(readsReflectFacts, samples)).toBe(verdict));
});

describe('on the sandbox, where there is no other writer, a row of the register', () => {
  const restated = wrote('PUT /portfolios/7', 4, renamed);
  test.each([
    ['is as it was restated', [readOf('/portfolios/7', 3, old), restated, readOf('/portfolios/7', 5, renamed)], 'pass'],
    ['is as it was before', [readOf('/portfolios/7', 3, old), restated, readOf('/portfolios/7', 5, old)], 'violated'],
    ['is as it will be', [readOf('/portfolios/7', 2, old), readOf('/portfolios/7', 3, renamed), restated], 'violated'],
    ['changes without a write', [readOf('/portfolios/7', 3, old), readOf('/portfolios/7', 5, renamed)], 'violated'],
    [
      'changes by a write whose answer was lost',
      [
        readOf('/portfolios/7', 3, old),
        unanswered('PUT /portfolios/7', { key: 'lost', actor: 'admin' }),
        readOf('/portfolios/7', 5, renamed),
      ],
      'pass',
    ],
    [
      'returns to an earlier version',
      [
        wrote('POST /credentials/7/approve', 2, { credentialId: 7, version: 3 }),
        readOf('/credentials/7', 4, { credentialId: 7, version: 2 }),
      ],
      'violated',
    ],
    [
      'has two states at one version',
      [
        readOf('/credentials/7', 3, { credentialId: 7, version: 3 }),
        readOf('/credentials/7', 4, { credentialId: 7, version: 3, status: 'X' }),
      ],
      'violated',
    ],
    [
      'is changed by its venue',
      [
        readOf('/credentials/7', 3, { credentialId: 7, version: 3 }),
        readOf('/credentials/7', 4, { credentialId: 7, version: 4 }),
      ],
      'pass',
    ],
  ])('%s', (_, samples, verdict) => {
    expect(judged(readsReflectFacts, samples, STRICT)).toBe(verdict);
    expect(judged(readsReflectFacts, samples)).toBe('pass');
  });
});
