import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  event,
  granted,
  opened,
  probed,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { Sample, SampleFrame } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { clearedCapabilityStays } from './cleared-capability-stays.check.ts';

const READS = ['orders:read'];
const BOTH = ['orders:read', 'orders:trade'];

const restated = answer('PUT /users/2', { status: 200, position: 7n });
const renewing = (capabilities: readonly string[]) => [
  asked('auth', 'renewed'),
  authorised('renewed', 900, undefined, capabilities),
];
const before = session([opened(900, undefined, READS), ...renewing(BOTH)]);
const during = (behind: readonly SampleFrame[], first: readonly SampleFrame[] = []) =>
  session([opened(900, undefined, BOTH), ...first, ...probed('stillOpen'), ...behind]);

const USUAL = {
  me: answer('GET /me', { status: 200, body: { userId: 2, capabilities: READS } }),
  'opened before': before,
  granted: restated,
  'opened meanwhile': during(renewing(READS)),
  cleared: restated,
  'put back': restated,
};

function judged(over: Readonly<Record<string, Sample | readonly Sample[]>>, target = {}) {
  return judge(clearedCapabilityStays, historyOf({ ...USUAL, ...over }, { singleMember: true, ...target })).verdict;
}

test.each<[string, Readonly<Record<string, Sample | readonly Sample[]>>, string]>([
  ['each grant stays until op auth', {}, 'pass'],
  ['put back at the second try', { 'put back': [answer('PUT /users/2', { status: 503 }), restated] }, 'pass'],
  [
    'the session is told of a grant',
    { 'opened before': session([opened(900, undefined, READS), event('granted', granted(900)), ...renewing(BOTH)]) },
    'violated',
  ],
  [
    'op auth grants what was at the opening',
    { 'opened before': session([opened(900, undefined, READS), ...renewing(READS)]) },
    'violated',
  ],
  ['op auth leaves what was cleared', { 'opened meanwhile': during(renewing(BOTH)) }, 'violated'],
  [
    'the session is closed when it is cleared',
    {
      'opened meanwhile': session([opened(900, undefined, BOTH), asked('touchstoneProbe', 'stillOpen')], {
        closed: { code: 4003 },
      }),
    },
    'violated',
  ],
  ['the body is another one', { granted: answer('PUT /users/2', { status: 400 }) }, 'inconclusive'],
  ['the viewer trades', { 'opened before': session([opened(900), ...renewing(BOTH)]) }, 'inconclusive'],
  [
    'a member that has not heard of it',
    { 'opened meanwhile': session([opened(900, undefined, READS), ...probed('stillOpen'), ...renewing(READS)]) },
    'inconclusive',
  ],
  ['no session', { 'opened before': session([], { status: 401 }) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(over)).toBe(verdict);
});

test('of several members the one that a session is of may be behind', () => {
  const late = { 'opened before': session([opened(900, undefined, READS), ...renewing(READS)]) };
  expect(judged(late, { singleMember: false })).toBe('inconclusive');
});

test('GET /me does not say who it is', () => {
  const me = answer('GET /me', { status: 200, body: {} });
  expect(judge(clearedCapabilityStays, historyOf({ me })).verdict).toBe('inconclusive');
});

const submitted = (code: string, more = {}) => [
  asked('submit', 'submitted'),
  refusedOp('submit', 'submitted', code, more),
];
const OWNERS = { globalSequence: '8' };

test.each([
  ['the grant decides', submitted('FORBIDDEN_CAPABILITY'), submitted('INVALID_QTY'), 'pass'],
  [
    'an owner decides by the records',
    submitted('FORBIDDEN_CAPABILITY'),
    submitted('FORBIDDEN_CAPABILITY', OWNERS),
    'pass',
  ],
  ['what was granted since lets in', submitted('INVALID_QTY'), submitted('INVALID_QTY'), 'violated'],
  ['what was cleared shuts out', submitted('FORBIDDEN_CAPABILITY'), submitted('FORBIDDEN_CAPABILITY'), 'violated'],
])('orders: %s', (_, early, late, verdict) => {
  const history = {
    'opened before': session([opened(900, undefined, READS), ...early, ...renewing(BOTH)]),
    'opened meanwhile': during([...late, ...renewing(READS)]),
  };
  expect(judged(history, { strict: true })).toBe(verdict);
});
