import { expect, test } from 'vitest';
import { answer, historyOf } from '../../runner/sample-history.ts';
import { keyIsRequired } from './key-is-required.check.ts';

const refused = { status: 400, code: 'MALFORMED_REQUEST', retryable: false };
const WHATS = ['no key', 'an empty key', 'a key with a space', 'a key past ASCII', 'a key of 300 characters'];

function everyWrite(over: Readonly<Record<string, Parameters<typeof answer>[1]>> = {}) {
  const labels = WHATS.flatMap((what) => [`submit, ${what}`, `cancel, ${what}`]);
  return historyOf(Object.fromEntries(labels.map((label) => [label, answer('POST /orders', over[label] ?? refused)])));
}

test.each([
  ['every write refused', {}, 'pass'],
  ['one taken without a key', { 'submit, no key': { status: 201, position: 7n } }, 'violated'],
  ['one judged by an owner', { 'cancel, an empty key': { ...refused, position: 7n } }, 'violated'],
  ['one refused in another way', { 'cancel, a key past ASCII': { status: 404, code: 'NOT_FOUND' } }, 'violated'],
  ['one to be sent again as it is', { 'submit, a key with a space': { ...refused, retryable: true } }, 'violated'],
])('%s', (_, over, verdict) => {
  expect(keyIsRequired.judge(everyWrite(over)).verdict).toBe(verdict);
});
