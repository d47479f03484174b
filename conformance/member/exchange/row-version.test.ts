import { expect, test } from 'vitest';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { currentVersion, etagOf, isStrong } from './row-version.ts';

const put = (options: Omit<AnswerOptions, 'status'>) =>
  answer('PUT /portfolios/7', { status: 412, ...options })(1, null);

test.each([
  ['within the error, a number', { error: { code: 'X', currentVersion: 3 } }, '3'],
  ['within the error, a string', { error: { code: 'X', currentVersion: '3' } }, '3'],
  ['next to the error', { error: { code: 'X' }, currentVersion: 4 }, '4'],
  ['absent', { error: { code: 'X' } }, undefined],
  ['of another type', { error: { code: 'X', currentVersion: [3] } }, undefined],
])('the current version: %s', (_, body, version) => {
  expect(currentVersion(put({ body }))).toBe(version);
});

test.each([
  ['"3"', true],
  ['"abc-7"', true],
  ['""', true],
  ['W/"3"', false],
  ['3', false],
  ['"3', false],
  [undefined, false],
])('%s: strong %s', (etag, strong) => {
  expect(isStrong(etag)).toBe(strong);
});

test('the validator, unchanged', () => {
  expect(etagOf(put({ etag: '"3"' }))).toBe('"3"');
  expect(etagOf(put({}))).toBeUndefined();
});
