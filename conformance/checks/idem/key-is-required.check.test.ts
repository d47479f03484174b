import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { keyIsRequired } from './key-is-required.check.ts';

const refused = { status: 400, code: 'MALFORMED_REQUEST', retryable: false };
const taken = { status: 201, position: 7n };
const KEYED = ['submit, a key', 'cancel, a key'];
const WHATS = ['no key', 'an empty key', 'a key with a space', 'a key past ASCII', 'a key of 300 characters'];

function everyWrite(over: Readonly<Record<string, Parameters<typeof answer>[1]>> = {}) {
  const labels = WHATS.flatMap((what) => [`submit, ${what}`, `cancel, ${what}`]);
  const all = [...labels, ...KEYED].map((label) => {
    const usual = KEYED.includes(label) ? taken : refused;
    return [label, answer('POST /orders', over[label] ?? usual)] as const;
  });
  return historyOf(Object.fromEntries(all));
}

test.each([
  ['every write refused', {}, 'pass'],
  ['one taken without a key', { 'submit, no key': { status: 201, position: 7n } }, 'violated'],
  ['an order that is refused under a key, too', { 'submit, a key': refused }, 'inconclusive'],
  ['a cancel that is refused under a key, too', { 'cancel, a key': refused }, 'inconclusive'],
  ['one judged by an owner', { 'cancel, an empty key': { ...refused, position: 7n } }, 'violated'],
  ['one refused in another way', { 'cancel, a key past ASCII': { status: 404, code: 'NOT_FOUND' } }, 'violated'],
  ['one to be sent again as it is', { 'submit, a key with a space': { ...refused, retryable: true } }, 'violated'],
])('%s', (_, over, verdict) => {
  expect(judged(keyIsRequired, everyWrite(over)).verdict).toBe(verdict);
});
