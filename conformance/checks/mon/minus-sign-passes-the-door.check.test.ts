import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { minusSignPassesTheDoor } from './minus-sign-passes-the-door.check.ts';

const owner = answer('POST /orders', { status: 422, code: 'INVALID_FIELD', position: 7 });
const door = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const accepted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '5' } });
const otherwise = answer('POST /orders', { status: 422, code: 'QTY_STEP_VIOLATION', position: 7 });
const unrecorded = answer('POST /orders', { status: 422, code: 'INVALID_FIELD' });

test.each([
  ["the owner's refusal of both", owner, owner, false, 'pass'],
  ['a negative price accepted (A72)', accepted, owner, false, 'pass'],
  ['a negative price accepted by the sandbox', accepted, otherwise, true, 'violated'],
  ['a negative quantity accepted', owner, accepted, false, 'violated'],
  ['a minus sign refused in the price', door, owner, false, 'violated'],
  ['a minus sign refused in the quantity', owner, door, false, 'violated'],
  ['refused without a record', owner, unrecorded, false, 'violated'],
  ['another reason', owner, otherwise, false, 'pass'],
  ['another reason of the sandbox', owner, otherwise, true, 'violated'],
])('%s', (_, price, qty, strict, verdict) => {
  expect(judged(minusSignPassesTheDoor, historyOf({ price, qty }, { strict })).verdict).toBe(verdict);
});
