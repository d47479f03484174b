import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unsetQuantityIsRefusedByTheOwner } from './unset-quantity-is-refused-by-the-owner.check.ts';

const owner = answer('POST /orders', { status: 422, code: 'INVALID_FIELD', position: 7 });
const door = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const accepted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '5' } });

test.each([
  ['the owner refuses each', [owner, owner, owner, owner], true, 'pass'],
  ['the door of a deployed member refuses each', [door, door, door, door], false, 'pass'],
  ['the door of the sandbox refuses each', [door, door, door, door], true, 'violated'],
  ['one is told apart', [owner, owner, door, owner], false, 'violated'],
  ['one is accepted', [owner, owner, owner, accepted], false, 'violated'],
  ['all are accepted', [accepted, accepted, accepted, accepted], false, 'violated'],
])('%s', (_, unset, strict, verdict) => {
  expect(judged(unsetQuantityIsRefusedByTheOwner, historyOf({ unset }, { strict })).verdict).toBe(verdict);
});
