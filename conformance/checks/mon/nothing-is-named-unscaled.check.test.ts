import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { nothingIsNamedUnscaled } from './nothing-is-named-unscaled.check.ts';

const me = answer('GET /me', { status: 200, body: { user: { displayName: 'unscaled' } } });

test.each([
  ['the word as a value', { items: [{ price: '1', remark: 'unscaled' }] }, 'pass'],
  ['the property of an answer', { unscaled: '100' }, 'violated'],
  ['the property deep in a page', { items: [{ price: '1' }, { price: { unscaled: null, scale: 2 } }] }, 'violated'],
])('%s', (_, body, verdict) => {
  const history = historyOf([me, answer('GET /orders', { status: 200, body })]);
  expect(judged(nothingIsNamedUnscaled, history).verdict).toBe(verdict);
});

test('the property of a refusal', () => {
  const refusal = answer('GET /orders/1', { status: 404, body: { error: { code: 'NOT_FOUND', unscaled: 1 } } });
  expect(judged(nothingIsNamedUnscaled, historyOf([me, refusal])).verdict).toBe('violated');
});
