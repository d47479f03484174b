import { describe, expect, test } from 'vitest';
import { judged, orderRow, page, pageOf, STRICT, submitted, wrote } from '../../../testing/sample-story.ts';
import { walksMissNothing } from './t25-walks-miss-nothing.ts';

const a = orderRow(2, 'a');
const b = orderRow(4, 'b');

describe('a page of orders that', () => {
  const made = [submitted('a', 2), submitted('b', 4)];
  const next = (cursor: string) => `?limit=1&cursor=${cursor}`;
  test.each([
    ['holds every order', [...made, page('', 4, [b, a])], 'pass'],
    ['lacks the newest', [...made, page('', 4, [a])], 'violated'],
    ['lacks the oldest', [...made, page('', 4, [b])], 'violated'],
    ['lacks one that came later', [...made, page('', 3, [a])], 'pass'],
    ['is full', [...made, page('?limit=1', 4, [b], { next: 'n1' })], 'pass'],
    ['is full and holds the wrong order', [...made, page('?limit=1', 4, [a], { next: 'n1' })], 'violated'],
    ['continues the walk', [...made, page('?limit=1', 4, [b], { next: 'n1' }), page(next('n1'), 4, [a])], 'pass'],
    ['skips one', [...made, page('?limit=1', 4, [b], { next: 'n1' }), page(next('n1'), 4, [])], 'violated'],
    [
      'continues while orders are created',
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
      'goes back and lacks a new order',
      [
        ...made,
        page('?limit=1', 4, [b], { next: 'n1' }),
        page(next('n1'), 4, [a], { previous: 'p1' }),
        submitted('c', 6),
        page('?limit=5&cursor=p1', 6, [b]),
      ],
      'violated',
    ],
    ['has a cursor that no page issued: nothing is judged', [...made, page(next('x'), 4, [])], 'pass'],
    ['belongs to the other organisation and lacks it', [...made, page('', 4, [], { actor: 'outsider' })], 'pass'],
  ])('%s', (_, samples, verdict) => expect(judged(walksMissNothing, samples)).toBe(verdict));
});

describe('a page of the register that', () => {
  const row = (portfolioId: number) => ({ portfolioId });
  const made = [wrote('POST /portfolios', 2, row(5)), wrote('POST /portfolios', 3, row(9))];
  test.each([
    ['holds every row', [...made, pageOf('/portfolios', 4, [row(5), row(9)])], 'pass'],
    ['lacks the newest', [...made, pageOf('/portfolios', 4, [row(5)])], 'violated'],
    ['lacks one before its last', [...made, pageOf('/portfolios?limit=1', 4, [row(9)], { next: 'n' })], 'violated'],
    ['is full', [...made, pageOf('/portfolios?limit=1', 4, [row(5)], { next: 'n' })], 'pass'],
    [
      'skips one that was renamed since',
      [
        ...made,
        pageOf('/portfolios?limit=1', 4, [row(3)], { next: 'n' }),
        pageOf('/portfolios?limit=1&cursor=n', 5, [row(9)], { next: 'm' }),
      ],
      'violated',
    ],
  ])('%s', (_, samples, verdict) => expect(judged(walksMissNothing, samples)).toBe(verdict));

  test('a page of approved rows that lacks an approved one: only the sandbox says from which position it is approved', () => {
    const samples = [pageOf('/portfolios?view=approved', 2, [row(5)]), pageOf('/portfolios?view=approved', 3, [])];
    expect(judged(walksMissNothing, samples, STRICT)).toBe('violated');
    expect(judged(walksMissNothing, samples)).toBe('pass');
  });
});

describe('a page of a filter that', () => {
  const user = (userId: number, status: string) => ({ userId, status });
  const all = (position: number, status: string) => pageOf('/users', position, [user(1, 'ACTIVE'), user(2, status)]);
  const active = (position: number, ...users: object[]) => pageOf('/users?status=ACTIVE', position, users);
  test.each([
    ['holds a row that matches', [all(3, 'ACTIVE'), active(3, user(1, 'ACTIVE'), user(2, 'ACTIVE'))], 'pass'],
    ['lacks a row that matches', [all(3, 'ACTIVE'), active(3, user(1, 'ACTIVE'))], 'violated'],
    ['lacks a row that does not match', [all(3, 'DISABLED'), active(3, user(1, 'ACTIVE'))], 'pass'],
    [
      'lacks a row that matched before and after',
      [all(3, 'ACTIVE'), active(4, user(1, 'ACTIVE')), all(5, 'ACTIVE')],
      'violated',
    ],
    [
      'lacks a row that may no longer match',
      [all(3, 'ACTIVE'), active(4, user(1, 'ACTIVE')), all(5, 'DISABLED')],
      'pass',
    ],
    [
      'lacks a row that may not match yet',
      [all(3, 'DISABLED'), active(4, user(1, 'ACTIVE')), all(5, 'ACTIVE')],
      'pass',
    ],
    ['holds a row that does not match', [active(3, user(1, 'ACTIVE'), user(2, 'DISABLED'))], 'violated'],
    [
      'filters by account and holds a row of another one',
      [pageOf('/account-balances?accountId=1', 3, [{ accountId: 2, assetId: 1 }])],
      'violated',
    ],
    [
      'filters by instance and holds the order of another one',
      [pageOf('/algos/instances/3/orders', 3, [{ ...a, algoInstanceId: 4 }])],
      'violated',
    ],
  ])('%s', (_, samples, verdict) => expect(judged(walksMissNothing, samples)).toBe(verdict));
});

describe('a whole walk over rows without a known order that', () => {
  const document = (seq: number) => ({ seq });
  const path = '/algos/instances/3/configs';
  const staged = [
    wrote('PUT /algos/instances/3/config', 2, document(1)),
    wrote('PUT /algos/instances/3/config', 3, document(2)),
  ];
  test.each([
    ['holds all', [...staged, pageOf(path, 3, [document(2), document(1)])], 'pass'],
    ['lacks one', [...staged, pageOf(path, 3, [document(2)])], 'violated'],
    ['lacks one that came while it went on', [...staged, pageOf(path, 2, [document(1)])], 'pass'],
    ['is not complete', [...staged, pageOf(`${path}?limit=1`, 3, [document(2)], { next: 'n' })], 'pass'],
    ['holds rows of another instance', [...staged, pageOf('/algos/instances/4/configs', 3, [])], 'pass'],
  ])('%s', (_, samples, verdict) => expect(judged(walksMissNothing, samples)).toBe(verdict));
});

test.each([
  ['a row of two organisations', '/portfolios', { portfolioId: 5 }, 'violated'],
  [
    'a version of the catalogue, which all organisations share',
    '/algos/versions',
    { pool: 'a', algoVersionId: 1 },
    'pass',
  ],
])('%s', (_, path, row, verdict) => {
  expect(judged(walksMissNothing, [pageOf(path, 2, [row]), pageOf(path, 2, [row], { actor: 'outsider' })])).toBe(
    verdict,
  );
});
