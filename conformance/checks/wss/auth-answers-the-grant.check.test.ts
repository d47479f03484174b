import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  expiring,
  granted,
  opened,
  probed,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { authAnswersTheGrant } from './auth-answers-the-grant.check.ts';

const good = authorised('renewed', 900);
const AGAIN = [asked('auth', 'renewedAgain'), authorised('renewedAgain', 900)];
const renewedBy = (answer: SampleFrame, again = AGAIN) => [
  opened(900),
  ...probed('greeted'),
  asked('auth', 'renewed'),
  answer,
  ...again,
];

test.each([
  ['the grant', good, 'pass'],
  ['a later one', authorised('renewed', 1_800), 'pass'],
  ['an earlier one (A94)', authorised('renewed', 600), 'pass'],
  ['of a binding that never expires', authorised('renewed', 0), 'pass'],
  ['without any capability', authorised('renewed', 900, undefined, []), 'pass'],
  ['with members of a newer contract', but(good, { latencyMs: 3, session: { ...granted(900), region: 'eu' } }), 'pass'],
  ['no grant', but(good, { session: undefined }), 'violated'],
  ['the grant as data', but(good, { session: undefined, grant: granted(900) }), 'violated'],
  ['an expiry that is a number', but(good, { session: { ...granted(900), expiresAtNs: 9e11 } }), 'violated'],
  ['no capabilities', but(good, { session: { expiresAtNs: '900' } }), 'violated'],
  ['no success', but(good, { success: undefined }), 'violated'],
  ['success in words', but(good, { success: 'true' }), 'violated'],
  ['another op', but(good, { op: 'ack' }), 'violated'],
  ['refused', refusedOp('auth', 'renewed', 'FORBIDDEN_PRINCIPAL'), 'violated'],
  ['behind the platform', refusedOp('auth', 'renewed', 'NOT_PRIMED', { retryable: true }), 'inconclusive'],
])('%s', (_, answer, verdict) => {
  const history = historyOf({ session: session([...renewedBy(answer), ...probed('probe')]) }, { strict: true });
  expect(judged(authAnswersTheGrant, history).verdict).toBe(verdict);
});

const unanswered = [opened(900), ...probed('greeted'), asked('auth', 'renewed')];

test('taken once', () => {
  const again = [asked('auth', 'renewedAgain'), refusedOp('auth', 'renewedAgain', 'INVALID_TOKEN')];
  const history = historyOf({ session: session([...renewedBy(good, again), ...probed('probe')]) }, { strict: true });
  expect(judged(authAnswersTheGrant, history).verdict).toBe('violated');
});

test.each([
  ['passed over', session([...unanswered, ...probed('probe')]), 'violated'],
  ['answered with another reqId', session([...unanswered, authorised('other', 900), ...probed('probe')]), 'violated'],
  ['closed instead', session(unanswered, { closed: { code: 1008 } }), 'violated'],
  [
    'closed behind the answer',
    session([...renewedBy(good), asked('touchstoneProbe', 'probe')], { closed: {} }),
    'violated',
  ],
  ['slow', session(unanswered), 'inconclusive'],
  ['cut off', session(unanswered, { closed: { code: 1006 } }), 'inconclusive'],
  ['lapsed meanwhile', session([...unanswered, expiring(900, 9)], { closed: { code: 4001 } }), 'inconclusive'],
  ['no session', session([], { status: 401 }), 'inconclusive'],
])('%s', (_, conversation, verdict) => {
  expect(judged(authAnswersTheGrant, historyOf({ session: conversation }, { strict: true })).verdict).toBe(verdict);
});

test('of a deployed member it shows no more than the answer: the lease is seen at its end', () => {
  const history = historyOf({ session: session([...renewedBy(good), ...probed('probe')]) });
  expect(judged(authAnswersTheGrant, history).verdict).toBe('not-exercised');
});

test.each([
  ['a sandbox behind a proxy, whose lease another check follows', { controlled: true }, 'pass'],
  ['a deployed member', {}, 'not-exercised'],
])('%s', (_, target, verdict) => {
  const history = historyOf({ session: session([...renewedBy(good), ...probed('probe')]) }, target);
  expect(judged(authAnswersTheGrant, history).verdict).toBe(verdict);
});
