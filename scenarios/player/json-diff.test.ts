import { describe, expect, test } from 'vitest';
import { readExactJson } from './exact-json.ts';
import { jsonDiff } from './json-diff.ts';

function diff(expected: unknown, text: string): string {
  const seen = { value: JSON.parse(text) as unknown, exact: readExactJson(text)?.value };
  return jsonDiff(expected, seen)
    .map(({ mark, text: line }) => `${mark} ${line}`)
    .join('\n');
}

describe('an expected value beside the seen one', () => {
  test('what matches gives no line', () => {
    expect(diff({ a: 1, b: { $present: true } }, '{"a":1,"b":2,"c":3}')).toBe('');
  });

  test('a differing value stands between its neighbours', () => {
    const text = '{"a":1,"b":2,"c":3,"status":"PENDING","d":4,"e":5,"f":6}';
    expect(diff({ status: 'DONE' }, text)).toBe(
      [
        '  {',
        '    ...',
        '    "b": 2,',
        '    "c": 3,',
        '-   "status": "DONE",',
        '+   "status": "PENDING",',
        '    "d": 4,',
        '    "e": 5,',
        '    ...',
        '  }',
      ].join('\n'),
    );
  });

  test('the keys that lead to it stay', () => {
    const text = '{"x":{"1":1,"2":2,"3":3,"4":4,"deep":[{"a":1,"b":2,"c":3,"d":4}]},"y":1}';
    expect(diff({ x: { deep: [{ d: 5 }] } }, text)).toBe(
      [
        '  {',
        '    "x": {',
        '      ...',
        '      "deep": [',
        '        {',
        '          ...',
        '          "b": 2,',
        '          "c": 3,',
        '-         "d": 5',
        '+         "d": 4',
        '        }',
        '      ]',
        '    },',
        '    ...',
        '  }',
      ].join('\n'),
    );
  });

  // biome-ignore format: an aligned table
  test.each([
    ['a missing key',                    { a: 1, b: 2 }, '{"a":1}', ['  {', '    "a": 1,', '-   "b": 2', '  }']],
    ['a key that must not be',           { a: { $present: false } }, '{"a":1}', ['  {', '-   "a": <no value>', '+   "a": 1', '  }']],
    ['a matcher',                        { a: { $oneOf: [1, 2] } }, '{"a":3}', ['  {', '-   "a": <one of [1,2]>', '+   "a": 3', '  }']],
    ['a body that looks like a matcher', { a: 1 }, '{"a":{"$present":true}}', ['  {', '-   "a": 1', '+   "a": {', '+     "$present": true', '+   }', '  }']],
    ['an item too many',                 { a: [1] }, '{"a":[1,2]}', ['  {', '    "a": [', '      1,', '+     2', '    ]', '  }']],
    ['an item too few',                  { a: [1, 2] }, '{"a":[1]}', ['  {', '    "a": [', '      1,', '-     2', '    ]', '  }']],
    ['another kind of value',            [1], '{"a":1}', ['- [', '-   1', '- ]', '+ {', '+   "a": 1', '+ }']],
    ['every digit of an int64',          { id: '1' }, '{"id":9007199254740993}', ['  {', '-   "id": "1"', '+   "id": 9007199254740993', '  }']],
  ])('%s', (_, expected, text, lines) => {
    expect(diff(expected, text)).toBe(lines.join('\n'));
  });
});
