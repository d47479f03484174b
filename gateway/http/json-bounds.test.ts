import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenBound } from './json-bounds.ts';

test('a JSON text breaks a bound where its value does', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>('a,b{"\\', 'é😀', 1, null),
      fc.array(tie('value'), { minLength: 1, maxLength: 5 }),
      fc
        .tuple(fc.constantFrom(1, 2, 255, 256, 257, 258), tie('value'))
        .map(([members, value]) => objectOf(members, value)),
    ),
  })).value;
  fc.assert(
    fc.property(json, fc.nat(70), (inner, levels) => {
      let value: unknown = inner;
      for (let level = 0; level < levels; level += 1) value = [value];
      const isWithin = deepest(value) <= 64 && mostMembers(value) <= 256 && commas(value) < 10_000;
      expect(brokenBound(JSON.stringify(value)) === undefined).toBe(isWithin);
    }),
  );
});

test.each([
  ['an unterminated string hides what follows', `["${'['.repeat(100)}`, undefined],
  ['an escaped quote does not end a string', `["\\"${'['.repeat(100)}"]`, undefined],
  ['commas outside of any list count as values', ','.repeat(10_000), 'more than 10000 values'],
  ['closing brackets without an opening one', `${'}'.repeat(100)}${'['.repeat(65)}`, 'nested more than 64 levels deep'],
])('a text that is not JSON is bounded as well: %s', (_, text, fault) => {
  expect(brokenBound(text)).toBe(fault);
});

function objectOf(members: number, value: unknown): unknown {
  return Object.fromEntries(Array.from({ length: members }, (_, index) => [`n${index}`, index === 0 ? value : 0]));
}

const inside = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

function deepest(value: unknown): number {
  return isContainer(value) ? 1 + Math.max(0, ...inside(value).map(deepest)) : 0;
}

function mostMembers(value: unknown): number {
  return Math.max(
    isContainer(value) && !Array.isArray(value) ? inside(value).length : 0,
    ...inside(value).map(mostMembers),
  );
}

function commas(value: unknown): number {
  return Math.max(0, inside(value).length - 1) + inside(value).reduce((sum: number, each) => sum + commas(each), 0);
}
