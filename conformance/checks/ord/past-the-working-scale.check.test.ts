import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { pastTheWorkingScale } from './past-the-working-scale.check.ts';

const invalid = { status: 422, code: 'INVALID_FIELD', position: 7 };
const capped = { ...invalid, code: 'MAX_ORDER_QTY_EXCEEDED' };
const pair = (what: string, refusal: typeof invalid) => ({
  [what]: answer('POST /orders', refusal),
  [`${what}, corrected`]: answer('POST /orders', { ...refusal, replay: true }),
});
const good = { ...pair('price', invalid), ...pair('quantity', invalid) };
const atTheDoor = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const placed = answer('POST /orders', { status: 201, position: 8 });

test.each([
  ['by the owner', {}, false, 'pass'],
  ['a cap first', pair('quantity', capped), false, 'pass'],
  ['a cap first on the sandbox', pair('quantity', capped), true, 'violated'],
  ['a price at the door', { price: atTheDoor }, false, 'violated'],
  ['a quantity at the door', { quantity: atTheDoor }, false, 'violated'],
  ['taken', { price: placed }, false, 'violated'],
  ['the key not spent', { 'price, corrected': placed }, false, 'violated'],
])('%s', (_, over, strict, verdict) => {
  expect(judged(pastTheWorkingScale, historyOf({ ...good, ...over }, { strict })).verdict).toBe(verdict);
});
