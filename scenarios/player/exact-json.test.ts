import { expect, test } from 'vitest';
import { exactJson, readExactJson } from './exact-json.ts';

test.each([
  ['an int64', '{"orderId":9223372036854775807}'],
  ['a decimal with its zeros', '[1.50,-0,1e3]'],
  ['a name of an object itself', '{"__proto__":{"a":1}}'],
  ['a text', '"\\u202e"'],
  ['null', 'null'],
])('%s is written as it was read', (_, text) => {
  const read = readExactJson(text);
  expect(JSON.stringify(read?.value)).toBe(text.replace('\\u202e', '\u202e'));
});

test('spaces and line ends between the parts are left out, so that a body is one line', () => {
  expect(JSON.stringify(readExactJson('{\n  "a" : [ 1,\r\n 2 ]\n}')?.value)).toBe('{"a":[1,2]}');
});

test.each(['', 'not json', '{"a":1', '01'])('%j is no JSON', (text) => {
  expect(readExactJson(text)).toBeUndefined();
});

test('an integer of a file past the exact range is sent digit by digit', () => {
  expect(JSON.stringify(exactJson({ id: [9007199254740993n] }))).toBe('{"id":[9007199254740993]}');
});
