import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FormError, readForm } from './form.ts';

describe('readForm', () => {
  test.each([
    ['an empty text', '', {}],
    ['a plus is a space', 'a=b+c', { a: ['b c'] }],
    ['escapes are UTF-8', 'a=%E2%82%AC', { a: ['€'] }],
    ['a parameter without a value is left out', 'a=&b&c=1', { c: ['1'] }],
    ['an equals sign in a value', 'a=b=c', { a: ['b=c'] }],
    ['a repeatable one keeps each', 'r=1&r=2', { r: ['1', '2'] }],
    ['a name from the prototype is a name', '__proto__=x', { ['__proto__']: ['x'] }],
  ])('%s', (_, text, expected) => {
    expect([...readForm(text, ['r'])]).toEqual(Object.entries(expected));
  });

  test.each([
    ['twice', 'a=1&a=1'],
    ['twice, once without a value', 'a=&a=1'],
    ['half an escape', 'a=%2'],
    ['no escape', 'a=%zz'],
    ['not UTF-8', 'a=%ff'],
    ['an overlong spelling', 'a=%c0%af'],
  ])('refuses %s', (_, text) => {
    expect(() => readForm(text, ['r'])).toThrow(FormError);
  });

  test('parses what URLSearchParams writes', () => {
    const entries = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }));
    fc.assert(
      fc.property(entries, (form) => {
        const read = readForm(new URLSearchParams(form).toString());
        expect([...read]).toEqual(Object.entries(form).map(([name, value]) => [name, [value]]));
      }),
    );
  });
});
