import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noReferencePrice } from './no-reference-price.check.ts';

const refusal = { status: 409, code: 'NO_REFERENCE_PRICE' };
const refused = answer('POST /orders', { ...refusal, position: 7 });
const replayed = answer('POST /orders', { ...refusal, position: 7, replay: true });
const placed = answer('POST /orders', { status: 201, position: 8 });

test.each([
  ['by the owner, the key spent', refused, replayed, 'pass'],
  ['at the door', answer('POST /orders', refusal), placed, 'violated'],
  ['taken', placed, placed, 'violated'],
  [
    'under another code',
    answer('POST /orders', { ...refusal, code: 'TICK_SIZE_VIOLATION', position: 7 }),
    replayed,
    'violated',
  ],
  ['under another status', answer('POST /orders', { ...refusal, status: 400, position: 7 }), replayed, 'violated'],
  ['the key not spent', refused, placed, 'violated'],
])('%s', (_, first, corrected, verdict) => {
  const history = historyOf({ unpriced: first, 'unpriced, corrected': corrected });
  expect(judged(noReferencePrice, history).verdict).toBe(verdict);
});
