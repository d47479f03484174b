import { describe, expect, test } from 'vitest';
import { differences, valueWords, wrongMatcher } from './matchers.ts';

describe('a value matches', () => {
  test.each([
    ['the same text', 'OPEN', 'OPEN', true],
    ['another text', 'OPEN', 'FILLED', false],
    ['a number for a text', '1', 1, false],
    ['null for null', null, null, true],
    ['nothing for null', null, undefined, false],
    ['a mapping with more keys', { a: 1 }, { a: 1, b: 2 }, true],
    ['a mapping with fewer keys', { a: 1, b: 2 }, { a: 1 }, false],
    ['an empty mapping', {}, { a: 1 }, true],
    ['a sequence where a mapping is expected', {}, [], false],
    ['a sequence of the same length', [1, { a: 1 }], [1, { a: 1, b: 2 }], true],
    ['a longer sequence', [1], [1, 2], false],
    ['something present', { a: { $present: true } }, { a: null }, true],
    ['something absent', { a: { $present: true } }, {}, false],
    ['nothing, as expected', { a: { $present: false } }, {}, true],
    ['a property of the prototype', { toString: { $present: false } }, {}, true],
    ['a match', { $matches: '^[0-9]+$' }, '17', true],
    ['no match', { $matches: '^[0-9]+$' }, 'x17', false],
    ['one of several', { $oneOf: ['OPEN', 'FILLED'] }, 'FILLED', true],
    ['none of several', { $oneOf: ['OPEN', 'FILLED'] }, 'CANCELLED', false],
    ['not that', { $not: 'OPEN' }, 'FILLED', true],
    ['that after all', { $not: 'OPEN' }, 'OPEN', false],
    ['a decimal with more places', { $decimal: '1.5' }, '1.500', true],
    ['another decimal', { $decimal: '1.5' }, '1.51', false],
    ['a number for a decimal', { $decimal: '1.5' }, 1.5, false],
    ['a saved value that is no decimal', { $decimal: 'OPEN' }, 'OPEN', false],
    ['so many items', { $length: 2 }, [1, 2], true],
    ['an item among others', { $contains: { id: 2 } }, [{ id: 1 }, { id: 2, more: true }], true],
    ['no such item', { $contains: { id: 3 } }, [{ id: 1 }], false],
    ['items in their order', { $inOrder: [1, { id: 3 }] }, [1, 2, { id: 3, more: true }], true],
    ['items in another order', { $inOrder: [3, 1] }, [1, 2, 3], false],
    ['one item twice', { $inOrder: [1, 1] }, [1, 2], false],
    ['a text for a sequence', { $inOrder: ['a'] }, 'abc', false],
    ['exactly that', { $equals: { a: 1 } }, { a: 1 }, true],
    ['that and more', { $equals: { a: 1 } }, { a: 1, b: 2 }, false],
  ])('%s', (_, expected, seen, holds) => {
    expect(differences(expected, seen).length === 0).toBe(holds);
  });

  test('and each mismatching place is named', () => {
    const found = differences({ items: [{ id: 1 }, { status: { $oneOf: ['A', 'B'] } }] }, { items: [{ id: 2 }, {}] });
    expect(found).toEqual([
      { path: 'items[0].id', expected: '1', seen: 2 },
      { path: 'items[1].status', expected: 'one of ["A","B"]', seen: undefined },
    ]);
  });
});

test.each([
  [{ $length: 'two' }, '$length takes a number of items'],
  [{ a: [{ $decimal: 1.5 }] }, '$decimal takes a decimal in quotes, such as "1.50", or a saved value'],
  [{ $oneOf: 'A' }, '$oneOf takes a sequence of values'],
  [9007199254740993n, 'a JSON number cannot hold an integer past 2^53: put it in quotes'],
  [{ $present: true, $length: 1 }, /^'\$present' must be the only key of its mapping/],
])('%s is not a valid expectation', (expected, wrong) => {
  expect(wrongMatcher(expected)).toEqual(wrong instanceof RegExp ? expect.stringMatching(wrong) : wrong);
});

test('every matcher has its own description', () => {
  const words = [{ $not: { $matches: 'x' } }, { $contains: 'x' }, { $present: false }, { $equals: [1] }, { a: 1 }];
  expect(words.map(valueWords)).toEqual([
    'not a match of /x/',
    'something that contains "x"',
    'no value',
    'exactly [1]',
    '{"a":1}',
  ]);
});

test.each<[string, unknown]>([
  ['the pattern itself', { $matches: '(a+)+$' }],
  ['the opposite of it', { $not: { $matches: '(a+)+$' } }],
])('%s is stopped if a match would not end, and then neither holds', (_, expected) => {
  expect(() => differences(expected, `${'a'.repeat(60)}!`)).toThrow(
    /^\$matches: \/\(a\+\)\+\$\/ was stopped after 1000 ms/,
  );
  expect(differences({ $matches: '(a+)+$' }, 'a'.repeat(60))).toEqual([]);
});

test('an integer that JSON numbers cannot hold is equal to nothing', () => {
  expect(wrongMatcher({ $equals: { id: 9007199254740993n } })).toMatch(
    /^\$equals takes no integer past 2\^53.*quotes$/,
  );
  expect(wrongMatcher({ $equals: { id: '9007199254740993' } })).toBeUndefined();
});
