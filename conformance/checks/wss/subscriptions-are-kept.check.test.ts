import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  event,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { ConversationOptions, SampleFrame } from '../../testing/sample-history.ts';
import { answer, came, historyOf } from '../../testing/sample-history.ts';
import { subscriptionsAreKept } from './subscriptions-are-kept.check.ts';

const placed = (orderId: string) => answer('POST /orders', { status: 201, position: 7n, body: { orderId } });
const told = (orderId: string) => event('orderUpdated', { orderId });
const subscribed = came({ op: 'subscribe', reqId: 'subscribed', success: true });
const renewed = authorised('renewed', 1_800);
const last = probed('last');

interface Parts {
  readonly subscribe: SampleFrame;
  readonly before: readonly SampleFrame[];
  readonly auth: SampleFrame;
  readonly after: readonly SampleFrame[];
}

function kept(over: Partial<Parts> = {}, options: ConversationOptions = {}) {
  const { subscribe, before, auth, after } = {
    subscribe: subscribed,
    before: [told('1')],
    auth: renewed,
    after: [told('2'), ...last],
    ...over,
  };
  const head = [opened(900), ...probed('greeted'), asked('subscribe', 'subscribed'), subscribe];
  return { session: session([...head, ...before, asked('auth', 'renewed'), auth, ...after], options) };
}

const good = { before: placed('1'), after: placed('2'), ...kept() };
const refused = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8n });

test.each([
  ['told before and after', {}, 'pass'],
  [
    'and of more',
    kept({ before: [event('executed', {}), told('1')], after: [told('1'), told('2'), told('2'), ...last] }),
    'pass',
  ],
  ['told of nothing after it', kept({ after: last }), 'violated'],
  ['told of the other order', kept({ after: [told('1'), ...last] }), 'violated'],
  ['told before op auth alone', kept({ before: [told('1'), told('1')], after: last }), 'violated'],
  ['told of an execution alone', kept({ after: [event('executed', { orderId: '2' }), ...last] }), 'violated'],
  ['closed', kept({ after: [told('2')] }, { closed: { code: 4001 } }), 'violated'],
  ['no answer at last', kept({ after: [told('2'), ...last.slice(0, 1)] }), 'inconclusive'],
  ['told of nothing at all', kept({ before: [] }), 'inconclusive'],
  ['op auth is refused', kept({ auth: authorised('renewed', null) }), 'inconclusive'],
  ['the topic is unknown', kept({ subscribe: refusedOp('subscribe', 'subscribed', 'UNKNOWN_TOPIC') }), 'inconclusive'],
  ['the op is unknown', kept({ subscribe: refusedOp('subscribe', 'subscribed', 'UNKNOWN_OP') }), 'not-exercised'],
  ['the first order is refused', { before: refused }, 'inconclusive'],
  ['the second order is refused', { after: refused }, 'inconclusive'],
  ['not opened', { session: refusedHandshake() }, 'inconclusive'],
] as const)('%s', (_, over, verdict) => {
  expect(judged(subscriptionsAreKept, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});
