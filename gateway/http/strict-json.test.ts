import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { JsonFault, parseStrictJson } from './strict-json.ts';

function objectOf(members: number): string {
  return `{${Array.from({ length: members }, (_, index) => `"n${index}":1`)}}`;
}

function listOf(values: number): string {
  return `[${Array.from({ length: values }, () => 0)}]`;
}

test('a megabyte of names is refused before any of them is parsed', () => {
  const text = objectOf(95_000);
  const parse = vi.spyOn(JSON, 'parse');
  try {
    expect(() => parseStrictJson(text)).toThrow('an object has more than 256 members');
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

// biome-ignore format: an aligned table
test.each([
  ['a member twice',                                        '{"a":1,"a":1}',                           'a: stated more than once'],
  ['a member twice, once spelt with an escape',             '{"a":1,"\\u0061":2}',                     'a: stated more than once'],
  ['a member twice, with white space before its colon',     '{"a" :1,"a"\n:2,"b":":"}',                'a: stated more than once'],
  ['a member twice beside a text that begins with a colon', '{"a":":b","a":":c"}',                     'a: stated more than once'],
  ['__proto__',                                             '{"__proto__":{"userId":7}}',              '__proto__'],
  ['__proto__ in escapes',                                  '{"\\u005f_proto__":1}',                   '__proto__'],
  ['a number past the safe integers',                       '{"orderId":9223372036854775807}',         '9223372036854775807: numbers are plain integers'],
  ['the first unsafe integer',                              '[9007199254740992]',                      'numbers are plain integers'],
  ['a fraction',                                            '{"accountId":5.0}',                       '5.0: numbers'],
  ['an exponent',                                           '[1e3]',                                   '1e3: numbers'],
  ['infinity',                                              '[1e400]',                                 '1e400: numbers'],
  ['a number, naming its member',                           '{"a":{"b":[{"c":1}]},"d":[{"e":0},1.5]}', /^d: 1\.5: numbers/],
  ['half of a surrogate pair',                              '["\\ud800"]',                             /^a text holds half of a surrogate pair/],
  ['half of a pair and nothing else',                       '"\\udc00"',                               /^a text holds half/],
  ['half of a pair, naming its member',                     '{"a":"a","b":"x\\udfff","c":1}',          /^b: a text holds half/],
  ['half of a pair in the last member',                     '{"a":["\\ud83d\\ud83d\\ude00"]}',         /^a: a text holds half/],
  ['half of a pair in a name',                              '{"a":1,"b\\ud800":1}',                    /^a text holds half/],
  ['65 levels',                                             `${'['.repeat(65)}${']'.repeat(65)}`,      'nested more than 64'],
  ['a million levels',                                      '['.repeat(1_000_000),                     'nested more than 64'],
  ['257 members of one object',                             objectOf(257),                             'an object has more than 256 members'],
  ['257 members of an inner object',                        `{"a":[0,${objectOf(257)}]}`,              'an object has more than 256 members'],
  ['257 members, and no end',                               objectOf(257).slice(0, -1),                'an object has more than 256 members'],
  ['10,001 values',                                         listOf(10_001),                            'more than 10000 values'],
  ['10,001 values in several lists',                        `[${[listOf(6_000), listOf(4_001)]}]`,     'more than 10000 values'],
  ['a byte order mark',                                     '\uFEFF{}',                                'not JSON'],
  ['a comment',                                             '{} // no',                                'not JSON'],
  ['a trailing comma',                                      '[1,]',                                    'not JSON'],
  ['nothing',                                               '',                                        'not JSON'],
] as const)('refuses %s', (_, text, message) => {
  expect(() => parseStrictJson(text)).toThrow(JsonFault);
  expect(() => parseStrictJson(text)).toThrow(message);
});

test.each([
  ['a whole pair, in escapes', '{"\\ud83d\\ude00":"\\ud83d\\ude00"}'],
  ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`],
  ['the largest safe integers', '[9007199254740991,-9007199254740991,0,-0]'],
  ['256 members of one object', objectOf(256)],
  ['256 members of each of two objects', `[${objectOf(256)},${objectOf(256)}]`],
  ['10,000 values', listOf(10_000)],
  ['commas, quotes and brackets within a text', JSON.stringify({ a: ',"{[\\'.repeat(5_000) })],
  ['one name in two objects', '[{"a":1},{"a":1}]'],
  ['one name at two levels', '{"a":{"a":1}}'],
  ['a string value that looks like a member', '{"a":"\\"a\\":1, {","b":"a"}'],
  ['one string as name and value', '{"a":"a","b":"a"}'],
])('takes %s', (_, text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text));
});

test('takes every JSON value of plain integers, as JSON.parse does', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'grapheme' }),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(
        fc.string().filter((name) => name !== '__proto__'),
        tie('value'),
      ),
    ),
  })).value;
  fc.assert(
    fc.property(value, fc.nat(3), (of, indent) => {
      const text = JSON.stringify(of, null, indent);
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('what is not JSON is not quoted: it may be a secret', () => {
  expect(() => parseStrictJson('{"secret": MC4CAQAwBQ}')).toThrow(/^not JSON$/);
  expect(() => parseStrictJson('{"secret":"MC4CAQAwBQ" ')).toThrow(/^not JSON, from character 24 on$/);
});

test('a doubled member is found wherever it stands', () => {
  const path = fc.array(fc.constantFrom('list', 'object'), { maxLength: 20 });
  fc.assert(
    fc.property(path, fc.string(), (around, name) => {
      fc.pre(name !== '__proto__');
      const twice = `{${JSON.stringify(name)}:1,"other${name.length}":{},${JSON.stringify(name)}:2}`;
      const text = around.reduce((inner, kind) => (kind === 'list' ? `[0,${inner}]` : `{"x":${inner}}`), twice);
      expect(() => parseStrictJson(text)).toThrow('stated more than once');
    }),
  );
});
