import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, event, refusedOp, session } from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { nothingBeforeAuth } from './nothing-before-auth.check.ts';

const authenticated = session([asked('auth', 'auth'), came({ op: 'auth', reqId: 'auth', success: true })]);
const asks = [
  asked('subscribe', 'subscribe', undefined, { topics: ['quotes:BTC-USD'] }),
  asked('touchstoneProbe', 'probe'),
  asked('auth', 'auth'),
];
const invalid = came({ op: 'auth', reqId: 'auth', success: false, error: 'invalid_token' });
const refused = (op: string, reqId: string) => refusedOp(op, reqId, 'UNAUTHENTICATED');
const later = [asked('touchstoneProbe', 'later'), refused('touchstoneProbe', 'later')];
const early = (...frames: readonly SampleFrame[]) => ({ early: session([...asks, ...frames, invalid, ...later]) });
const served = (op: string, reqId: string | null) => came({ op, reqId, success: true });
const good = {
  ...early(refused('subscribe', 'subscribe'), refused('touchstoneProbe', 'probe')),
  authenticated,
};
const quote = event('quote', { instrument: 'BTC-USD' });
const hello = session([came({ hello: 1 }), ...asks, invalid, ...later]);

test.each([
  ['each refused', {}, false, 'pass'],
  ['the same of our own member', {}, true, 'pass'],
  ['in silence', { early: session([...asks, ...later.slice(0, 1)]) }, false, 'pass'],
  ['closed on', { early: session(asks.slice(0, 1), { closed: { code: 1008 } }) }, false, 'pass'],
  ['it says something of its own', { early: hello }, false, 'pass'],
  ['an event that is none of the market', early(event('serverHello', {})), false, 'pass'],
  ['success of what nobody asked', early(came({ op: 'welcome', success: true })), false, 'pass'],
  ['a subscription is taken', early(served('subscribe', 'subscribe')), false, 'violated'],
  ['an op is served', early(served('touchstoneProbe', 'probe')), false, 'violated'],
  [
    'an op is served after a wrong token',
    { early: session([...asks, invalid, served('touchstoneProbe', 'later')]) },
    false,
    'violated',
  ],
  ['refused in an event', early(event('refused', { code: 'AUTH_FIRST', topic: 'quotes:BTC-USD' })), false, 'pass'],
  ['any member tells a quote', early(quote), false, 'violated'],
  ['our own member tells a quote', early(quote), true, 'violated'],
  ['our own member says success of anything', early(served('subscribe', null)), true, 'violated'],
  ['no token is taken', { authenticated: session([asked('auth', 'auth'), invalid]) }, false, 'inconclusive'],
  ['it does not open', { early: session([], { status: 503, code: 'NOT_PRIMED' }) }, false, 'inconclusive'],
] as const)('%s', (_, over, strict, verdict) => {
  expect(judged(nothingBeforeAuth, historyOf({ ...good, ...over }, { strict })).verdict).toBe(verdict);
});
