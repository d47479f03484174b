import { expect, test } from 'vitest';
import type { Fact } from '../facts.ts';
import { orderFact, SECOND, stated, tokenOf } from '../testing/sample-platform.ts';
import {
  type Act,
  open,
  opened,
  play,
  refused,
  type Step,
  sampleSessions,
  say,
  subscribed,
} from '../testing/sample-session.ts';

const OPEN: Step = [open(), [opened()]];

/** An order of an organisation, and an execution of it. */
function filled(orgId: number, orderId: string): readonly Fact[] {
  const order = orderFact({ ...stated([]), principal: { orgId, userId: 11 } }, orderId);
  const ids = { executionId: `9${orderId}`, orgId, orderId, accountId: 1, instrumentId: 1, tradeId: 't' };
  const amounts = { price: '100', qty: '1', fee: null, feeAssetId: null, venueTsNs: '1', executedAtNs: '2' };
  return [{ kind: 'ExecutionRecorded', execution: { ...ids, side: 'BUY', ...amounts } }, order];
}

test('events are of the caller’s organisation and its topics, in the order of the sequence', async () => {
  const sessions = await sampleSessions();
  const { platform } = sessions;
  const both = await sessions.open();
  const orders = await sessions.open();
  const neither = await sessions.open();
  const stranger = await sessions.open(await tokenOf(SECOND));
  platform.record(stated([]), { facts: filled(1, '1') });
  both.say('subscribe', { topics: ['orders'] });
  both.say('subscribe', { topics: ['executions', 'orders'] });
  orders.say('subscribe', { topics: ['orders'] });
  stranger.say('subscribe', { topics: ['orders', 'executions'] });
  for (const connection of [both, orders, neither, stranger]) connection.take();
  platform.record(stated([]), { facts: filled(1, '2') });
  platform.record(stated([]), { facts: filled(2, '3') });
  platform.record(stated([]), { facts: [...filled(1, '4'), ...filled(2, '5')] });
  const seen = (said: readonly { event?: string; data?: Record<string, unknown> }[]) =>
    said.map(({ event, data }) => [event, data?.['orderId'], data?.['globalSequence']]);
  expect(seen(both.take())).toEqual([
    ['executionRecorded', '2', '3'],
    ['orderUpdated', '2', '3'],
    ['executionRecorded', '4', '5'],
    ['orderUpdated', '4', '5'],
  ]);
  expect(seen(orders.take())).toEqual([
    ['orderUpdated', '2', '3'],
    ['orderUpdated', '4', '5'],
  ]);
  expect(neither.take()).toEqual([]);
  expect(seen(stranger.take()).map(([, orderId]) => orderId)).toEqual(['3', '3', '5', '5']);
});

test('an order event is the row of GET without algoInstanceId; after unsubscribing none comes', async () => {
  const sessions = await sampleSessions();
  const connection = await sessions.open();
  connection.take();
  connection.say('subscribe', { topics: ['orders', 'executions'] });
  sessions.platform.record(stated([]), { facts: filled(1, '2') });
  const [, execution, order] = connection.take();
  expect(order?.data).toMatchObject({ orderId: '2', userId: 11, globalSequence: '2' });
  for (const member of ['algoInstanceId', 'orgId']) expect(order?.data).not.toHaveProperty(member);
  expect(execution?.data).not.toHaveProperty('orgId');
  connection.say('unsubscribe', { topics: ['orders'] });
  sessions.platform.record(stated([]), { facts: filled(1, '3') });
  expect(connection.take().map(({ op, event }) => op ?? event)).toEqual(['unsubscribe', 'executionRecorded']);
});

// biome-ignore format: an aligned table
test.each([
  ['subscribe',   { topics: ['orders', 'moon'] },             { code: 'UNKNOWN_TOPIC', failedTopicIndex: 1 }],
  ['subscribe',   { topics: ['toString'] },                   { code: 'UNKNOWN_TOPIC', failedTopicIndex: 0 }],
  ['subscribe',   { topics: ['orders', 'orders', 'orders'] }, { code: 'TOO_MANY_TOPICS', failedTopicIndex: 2 }],
  ['unsubscribe', { topics: ['orders'] },                     { code: 'TOPIC_NOT_ACTIVE', failedTopicIndex: 0 }],
  ['unsubscribe', { topics: ['moon'] },                       { code: 'UNKNOWN_TOPIC', failedTopicIndex: 0 }],
  ['subscribe',   {},                                         { code: 'MALFORMED' }],
  ['subscribe',   { topics: [] },                             { code: 'MALFORMED' }],
  ['subscribe',   { topics: 'orders' },                       { code: 'MALFORMED' }],
  ['subscribe',   { topics: [1] },                            { code: 'MALFORMED' }],
  ['subscribe',   { topics: ['orders'], more: 1 },            { code: 'MALFORMED' }],
])('%s %j is refused as a whole', async (op, params, { code, ...more }) => {
  const fill: Act = ({ platform }) => platform.record(stated([]), { facts: filled(1, '2') });
  await play([OPEN, [say([op, params]), [refused(op, code, more)]], [fill, []]], { limits: { topicsPerSession: 2 } });
});

test('the topics of a session are limited, over any number of subscriptions', async () => {
  const [orders, executions] = [{ topics: ['orders'] }, { topics: ['executions'] }];
  const tooMany = refused('subscribe', 'TOO_MANY_TOPICS', { failedTopicIndex: 0 });
  const answers = [subscribed(['orders']), tooMany, subscribed(['orders'])];
  const asked = say(['subscribe', orders], ['subscribe', executions], ['subscribe', orders]);
  await play([OPEN, [asked, answers]], { limits: { topicsPerSession: 1 } });
});

test('a session without topics follows nothing', async () => {
  const sessions = await sampleSessions();
  const { recordFeed } = sessions.services;
  const follow = recordFeed.follow.bind(recordFeed);
  let following = 0;
  recordFeed.follow = (...of) => {
    const stop = follow(...of);
    following += 1;
    return () => {
      following -= 1;
      stop();
    };
  };
  const connection = await sessions.open();
  connection.say('subscribe', { topics: ['orders', 'executions'] });
  connection.say('unsubscribe', { topics: ['orders'] });
  expect(following).toBe(1);
  connection.say('unsubscribe', { topics: ['executions'] });
  expect(following).toBe(0);
});
