import { describe, expect, test } from 'vitest';
import { besideIds, bytesOf, canKeepNames, LIMIT_BYTES, padded, placesIn, withIds } from './names-in-a-document.ts';

const NAMED = [
  { id: 1, name: 'main' },
  { id: 20, name: 'BTC-USD' },
];
const TEXT = '{ // of "main"\n "account": "main",\t"main": [ "\\u006dain", "x" ], "of": "BTC-USD" }';
const PLACES = placesIn(TEXT, NAMED);

test('names are found where strings stand, whatever their escapes, and nowhere else', () => {
  expect(PLACES.map(({ name, offset, length }) => [name, TEXT.slice(offset, offset + length)])).toEqual([
    ['main', '"main"'],
    ['main', '"\\u006dain"'],
    ['BTC-USD', '"BTC-USD"'],
  ]);
});

const REPLACED = '{ // of "main"\n "account": 1,\t"main": [ 1, "x" ], "of": 20 }';

describe('what is kept of a document', () => {
  test.each([
    ['ids alone', REPLACED, true],
    ['names in comments behind', REPLACED.replace('": 1,', '": 1 /* main */,'), true],
    ['names in comments before', REPLACED.replace('": 1,', '": /* main */ 1,'), true],
    ['names in comments of a line', REPLACED.replace('20 }', '20 // BTC-USD\n }'), true],
    ['another id', REPLACED.replace('20 }', '2 }'), false],
    ['an id of more digits', REPLACED.replace('20 }', '201 }'), false],
    ['a name left', REPLACED.replace('20', '"BTC-USD"'), false],
    ['a comment elsewhere', REPLACED.replace('"x"', '"x" /* x */'), false],
    ['a comment gone', REPLACED.replace('// of "main"\n', ''), false],
    ['white space gone', REPLACED.replace('\t', ''), false],
    ['a comment that ends within', REPLACED.replace('": 1,', '": 1 /* ma*/in */,'), false],
    ['an id in quotes', REPLACED.replace('20', '"20"'), false],
  ])('%s', (_, kept, is) => {
    expect(besideIds(TEXT, PLACES, kept) !== undefined).toBe(is);
  });

  test('is the text itself where nothing is named', () => {
    expect(besideIds('{ "a": 1 }', [], '{ "a": 1 }')).toEqual([]);
    expect(besideIds('{ "a": 1 }', [], '{"a": 1 }')).toBeUndefined();
  });
});

test('ids stand in place of the names', () => {
  expect(withIds(TEXT, PLACES)).toBe(REPLACED);
});

test.each(['x', 'é', '💶'])('a document is padded with %s to the byte', (filler) => {
  for (const bytes of [LIMIT_BYTES, LIMIT_BYTES + 1]) {
    const document = padded('{}', bytes, filler);
    expect([bytesOf(document), document.startsWith('{}')]).toEqual([bytes, true]);
  }
});

test('the texts next to each id are distinguished', () => {
  const kept = REPLACED.replace('": 1,', '": 1 /* main */,').replace('20 }', '/* BTC-USD */ 20 }');
  expect(besideIds(TEXT, PLACES, kept)?.map((beside) => beside.trim())).toEqual(['/* main */', '', '/* BTC-USD */']);
});

test.each([
  ['plain names', 'main', 100, true],
  ['a name that ends a comment', 'ma*/in', 100, false],
  ['a name with a line end', 'ma\nin', 100, false],
  ['no room', 'main', LIMIT_BYTES - 8, false],
])('names can be kept: %s', (_, name, bytes, can) => {
  const text = padded(`{ "account": ${JSON.stringify(name)} }`, bytes);
  expect(canKeepNames(text, placesIn(text, [{ id: 1, name }]))).toBe(can);
});
