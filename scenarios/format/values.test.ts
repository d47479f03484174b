/** The small grammars of a scenario: durations, paths into a body, references. */
import { describe, expect, test } from 'vitest';
import { durationMs, durationText } from './scenario-duration.ts';
import { references, substitute, Unsaved } from './variables.ts';
import { follow, readWay } from './way.ts';

test.each([
  ['250ms', 250],
  ['2s', 2_000],
  ['1.5s', 1_500],
  ['90m', 5_400_000],
  ['24h', 86_400_000],
  ['1d', 86_400_000],
  [0, 0],
  [1500, 1500],
  ['2', undefined],
  ['-2s', undefined],
  ['2 s', undefined],
  ['0.0001ms', undefined],
  [1.5, undefined],
  [null, undefined],
])('the duration %j is %j milliseconds', (written, ms) => {
  expect(durationMs(written)).toBe(ms);
});

test.each([
  [0, '0ms'],
  [250, '250ms'],
  [90_000, '90s'],
  [7_200_000, '2h'],
])('%d milliseconds are written %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
  expect(durationMs(text)).toBe(ms);
});

describe('a path into a body', () => {
  const body = { orderId: '7', items: [{ status: 'OPEN' }, { status: 'FILLED' }], 'odd name': 1 };
  test.each([
    ['$', body],
    ['$.orderId', '7'],
    ['$.items[1].status', 'FILLED'],
    ['$.items[-1].status', 'FILLED'],
    ["$['odd name']", 1],
    ['$.items[5].status', undefined],
    ['$.toString', undefined],
  ])('%s', (text, value) => {
    const way = readWay(text);
    expect(way).toBeDefined();
    expect(follow(body, way ?? [])).toEqual(value);
  });

  test.each(['orderId', '$orderId', '$.', '$.items[', '$.items[x]', '$..a'])('%s is not a path', (text) => {
    expect(readWay(text)).toBeUndefined();
  });
});

describe('references', () => {
  const known = new Map<string, unknown>([
    ['order', '17'],
    ['count', 3],
  ]);
  const ref = (name: string) => `\${${name}}`;

  test('alone they give the value itself, within text its spelling', () => {
    const written = { path: `/orders/${ref('order')}/${ref('count')}`, n: ref('count'), list: [ref(' order ')] };
    expect(substitute(written, known)).toEqual({ path: '/orders/17/3', n: 3, list: ['17'] });
  });

  test('are plain text after a second $', () => {
    expect(substitute(`a $${ref('order')}`, known)).toBe(`a ${ref('order')}`);
    expect(references(`$${ref('order')}`)).toEqual([]);
  });

  test('without a value throw', () => {
    expect(() => substitute([ref('gone')], known)).toThrow(Unsaved);
  });

  test('are found with their paths', () => {
    expect(references({ body: { list: ['x', ref('a')] }, path: `/${ref('b')}` })).toEqual([
      { name: 'a', way: ['body', 'list', 1] },
      { name: 'b', way: ['path'] },
    ]);
  });
});
