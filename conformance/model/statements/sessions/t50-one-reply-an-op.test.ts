import { expect, test } from 'vitest';
import { asked, authorised, event, opened, refusedOp, session } from '../../../testing/sample-conversation.ts';
import { came, said } from '../../../testing/sample-history.ts';
import { judged } from '../../../testing/sample-story.ts';
import { oneReplyAnOp } from './t50-one-reply-an-op.ts';

const E = 100;
const gone = { closed: { code: 1001 } };
const unread = (op = 'error') => refusedOp(op, null, 'MALFORMED');

test.each([
  ['one reply', session([opened(E), asked('auth', 'a'), authorised('a', E)]), 'pass'],
  ['no reply', session([opened(E), asked('auth', 'a')]), 'violated'],
  ['no reply before it was closed', session([opened(E), asked('auth', 'a')], gone), 'pass'],
  ['two replies', session([asked('auth', 'a'), authorised('a', E), authorised('a', E)]), 'violated'],
  [
    'two ops of one reqId, two replies',
    session([asked('x', 'a'), asked('x', 'a'), refusedOp('x', 'a', 'UNKNOWN_OP'), refusedOp('x', 'a', 'UNKNOWN_OP')]),
    'pass',
  ],
  ['a reply with another reqId', session([asked('auth', 'a'), authorised('A', E)]), 'violated'],
  [
    'a reply to what another session asked',
    session([asked('auth', 'a'), authorised('a', E), authorised('b', E)]),
    'violated',
  ],
  ['an event is not a reply', session([event('orderUpdated', {}), came({ event: 'quote', reqId: 'z' })]), 'pass'],
  ['a frame that cannot be read', session([said('{'), unread()]), 'pass'],
  ['a frame that cannot be read, answered twice', session([said('{'), unread(), unread()]), 'violated'],
  ['an op other than error for a frame that cannot be read', session([said('{'), unread('auth')]), 'violated'],
  [
    'the op that was sent, for a frame without a reqId',
    session([said({ op: 'auth', params: {} }), unread('auth')]),
    'pass',
  ],
  ['error, for a frame without a reqId', session([said({ op: 'auth', params: {} }), unread()]), 'pass'],
  [
    'another op than was sent, for a frame without a reqId',
    session([said({ op: 'auth' }), unread('submit')]),
    'violated',
  ],
  [
    'the op of a frame that has its own reply',
    session([asked('auth', 'a'), authorised('a', E), said('{'), unread('auth')]),
    'violated',
  ],
  [
    'the op that was sent, twice',
    session([said({ op: 'auth', params: {} }), unread('auth'), unread('auth')]),
    'violated',
  ],
  ['a reader that was too slow', session([refusedOp('error', null, 'BACKPRESSURE')], gone), 'pass'],
  ['an odd reqId, echoed', session([asked('x', 'a b'), refusedOp('x', 'a b', 'UNKNOWN_OP')]), 'pass'],
  ['an odd reqId, malformed', session([asked('x', 'a b'), unread()]), 'pass'],
  ['a reqId with escapes, malformed', session([said('{"op":"x","reqId":"\\u0061"}'), unread()]), 'pass'],
  [
    'a bare answer of market data',
    session([asked('auth', 'a'), came({ op: 'auth', reqId: 'a', success: true })], { socket: 'marketData' }),
    'pass',
  ],
] as const)('%s', (_, sample, verdict) => expect(judged(oneReplyAnOp, [sample])).toBe(verdict));
