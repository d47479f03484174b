import { expect, test } from 'vitest';
import { but, event, opened, probed, refusedHandshake, session } from '../../runner/sample-conversation.ts';
import type { SampleFrame } from '../../runner/sample-history.ts';
import { answer, came, historyOf } from '../../runner/sample-history.ts';
import { oneKindName } from './one-kind-name.check.ts';
import { oneKindNameOfOrders } from './one-kind-name-of-orders.check.ts';

const probe = probed('greeted');
const after = (...frames: readonly SampleFrame[]) => session([opened(900), ...probe, ...frames]);
const refused = came({ op: 'x', reqId: 'y', success: false, code: 'UNKNOWN_OP', msgType: 'refusal' });

test.each([
  ['one name', after(), 'pass'],
  ['one name, and more', session([but(opened(900), { seq: 7 }), ...probe]), 'pass'],
  ['a kind that is new', after(event('serverNotice', { text: 'x' })), 'pass'],
  ['an answer that has a kind too', after(refused), 'pass'],
  ['no event', after(came({ pulse: 1 })), 'pass'],
  ['two names', session([but(opened(900), { msgType: 'session' }), ...probe]), 'violated'],
  ['no msgType', session([but(opened(900), { msgType: undefined }), ...probe]), 'violated'],
  ['no event name', session([but(opened(900), { event: undefined }), ...probe]), 'violated'],
  ['no data', session([but(opened(900), { data: undefined }), ...probe]), 'violated'],
  ['no name', session([but(opened(900), { event: '', msgType: '' }), ...probe]), 'violated'],
  ['a new kind by two names', after(but(event('serverNotice', {}), { msgType: 'notice' })), 'violated'],
  ['nothing told', session(probe), 'inconclusive'],
  ['not opened', refusedHandshake(), 'inconclusive'],
] as const)('%s', (_, sample, verdict) => {
  expect(oneKindName.judge(historyOf({ session: sample })).verdict).toBe(verdict);
});

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
] as const)('of orders: %s', (_, sample, placed, strict, verdict) => {
  expect(oneKindNameOfOrders.judge(historyOf({ session: sample, order: placed }, { strict })).verdict).toBe(verdict);
});

test('of orders: nothing was asked of a member that is not our own', () => {
  expect(oneKindNameOfOrders.judge(historyOf({})).verdict).toBe('not-exercised');
});
