import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { staleQuoteIsNoReference } from './stale-quote-is-no-reference.check.ts';

const refusal = { status: 409, code: 'NO_REFERENCE_PRICE', position: 7 };
const placed = answer('POST /orders', { status: 201, position: 8 });

test.each([
  ['refused, then taken', answer('POST /orders', refusal), placed, 'pass'],
  ['priced from the stale quote', placed, placed, 'violated'],
  ['another code', answer('POST /orders', { ...refusal, code: 'INVALID_FIELD' }), placed, 'violated'],
  ['at the door', answer('POST /orders', { status: 409, code: 'NO_REFERENCE_PRICE' }), placed, 'violated'],
  ['never again', answer('POST /orders', refusal), answer('POST /orders', refusal), 'violated'],
])('%s', (_, silent, heard, verdict) => {
  expect(judged(staleQuoteIsNoReference, historyOf({ silent, heard })).verdict).toBe(verdict);
});
