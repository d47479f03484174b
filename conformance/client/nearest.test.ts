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
])('%s is meant for %s', (word, name) => {
  expect(nearest(word, NAMES)).toBe(name);
});

test('nothing is near where there is nothing', () => {
  expect(nearest('word', [])).toBeUndefined();
});
