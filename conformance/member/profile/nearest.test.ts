import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const NAMES = ['baseUrl', 'surfaces', 'limits', 'idem'];

test.each([
  ['baseurl', 'baseUrl'],
  ['surface', 'surfaces'],
  ['limts', 'limits'],
  ['idme', 'idem'],
  ['zebra', undefined],
  ['', undefined],
])('%s is probably a typo of %s', (word, name) => {
  expect(nearest(word, NAMES)).toBe(name);
});

test('an empty list has no nearest name', () => {
  expect(nearest('word', [])).toBeUndefined();
});
