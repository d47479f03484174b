import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unheldAccountName } from './unheld-account-name.check.ts';

const refusal = { status: 422, code: 'ACCOUNT_NOT_ACTIVE' };
const refused = answer('POST /orders', refusal);
const placed = answer('POST /orders', { status: 201, position: 8 });

test.each([
  ['at the door, the key free', refused, placed, 'pass'],
  ['by the owner', answer('POST /orders', { ...refusal, position: 7 }), placed, 'violated'],
  ['under another code', answer('POST /orders', { ...refusal, code: 'NOT_FOUND' }), placed, 'violated'],
  ['under another status', answer('POST /orders', { ...refusal, status: 404 }), placed, 'violated'],
  ['taken', placed, placed, 'violated'],
  ['the key spent', refused, refused, 'violated'],
  ['the corrected order a replay', refused, answer('POST /orders', { status: 201, replay: true }), 'violated'],
])('%s', (_, unheld, corrected, verdict) => {
  const history = historyOf({ unheld, 'unheld, corrected': corrected });
  expect(judged(unheldAccountName, history).verdict).toBe(verdict);
});
