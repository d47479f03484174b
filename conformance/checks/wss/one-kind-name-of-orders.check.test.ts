import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { but, event, opened, probed, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { oneKindNameOfOrders } from './one-kind-name-of-orders.check.ts';

const after = (...frames: readonly SampleFrame[]) => session([opened(900), ...probed('greeted'), ...frames]);
const order = answer('POST /orders', { status: 201, position: 7n, body: { orderId: '9' } });
const none = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7n });
const updated = event('orderUpdated', { orderId: '9' });

test.each([
  ['one name', after(updated), order, true, 'pass'],
  ['of an execution too', after(updated, event('executed', { executionId: '1' })), order, true, 'pass'],
  ['no msgType', after(but(updated, { msgType: undefined })), order, true, 'violated'],
  ['no event name', after(but(updated, { event: undefined })), order, true, 'violated'],
  ['the channel in its stead', after(but(updated, { msgType: 'orders' })), order, true, 'violated'],
  ['told of nothing', after(), order, true, 'inconclusive'],
  [
    'the greeting alone is another check s',
    session([but(opened(900), { msgType: 'x' }), updated]),
    order,
    true,
    'pass',
  ],
  ['no order', after(), none, true, 'inconclusive'],
  ['not opened', refusedHandshake(), none, true, 'inconclusive'],
  ['not our own member', after(but(updated, { msgType: 'orders' })), order, false, 'not-exercised'],
] as const)('%s', (_, sample, placed, strict, verdict) => {
  expect(judged(oneKindNameOfOrders, historyOf({ session: sample, order: placed }, { strict })).verdict).toBe(verdict);
});

test('nothing was asked of a member that is not our own', () => {
  expect(judged(oneKindNameOfOrders, historyOf({})).verdict).toBe('not-exercised');
});
