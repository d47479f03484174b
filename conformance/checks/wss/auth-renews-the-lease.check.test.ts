import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  expiring,
  ns,
  opened,
  probed,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { ConversationOptions, SampleFrame } from '../../testing/sample-history.ts';
import { historyOf, noted } from '../../testing/sample-history.ts';
import { authRenewsTheLease } from './auth-renews-the-lease.check.ts';

/** What the clock read, in order: the first is note 1. Renewed at 590 for fifteen minutes. */
const READINGS_S = [0, 530, 540, 590, 600, 610, 1_420, 1_430, 1_480, 1_492];
const now = READINGS_S.map((seconds) => noted(BigInt(ns(seconds))));
const RENEWED = authorised('renewed', 1_490, 4.2);
const HINT = expiring(600, 60_000, 2.5);
const SECOND_HINT = expiring(1_490, 60_000, 7.5);
const LAPSED = { closed: { code: 4001 } };

interface Told {
  readonly first?: readonly SampleFrame[];
  readonly answer?: SampleFrame;
  readonly second?: readonly SampleFrame[];
  readonly probes?: readonly SampleFrame[];
  readonly over?: ConversationOptions;
}

function judged({ first = [HINT], answer = RENEWED, second = [SECOND_HINT], probes, over = LAPSED }: Told) {
  const said = probes ?? [...probed('outlived'), ...probed('before')];
  const frames = [opened(600, 1.5), ...first, asked('auth', 'renewed', 4.1), answer, ...second, ...said];
  return judge(authRenewsTheLease, historyOf({ now, session: session(frames, over) }));
}

test.each<[string, Told, string]>([
  ['hinted at, renewed, hinted at again, closed', {}, 'pass'],
  ['a lead time of five seconds', { first: [], second: [expiring(1_490, 5_000, 9.5)] }, 'pass'],
  ['an expiry no later', { answer: authorised('renewed', 600, 4.2) }, 'violated'],
  ['refused', { answer: authorised('renewed', null, 4.2) }, 'violated'],
  ['no second hint', { second: [] }, 'violated'],
  ['two second hints', { second: [SECOND_HINT, SECOND_HINT] }, 'violated'],
  ['two first hints', { first: [HINT, HINT] }, 'violated'],
  ['closed at the first lapse', { second: [], probes: [asked('touchstoneProbe', 'outlived')] }, 'violated'],
  ['closed before the second', { probes: probed('outlived') }, 'violated'],
  ['it lives on', { probes: [...probed('outlived'), ...probed('before'), ...probed('after')], over: {} }, 'violated'],
  [
    'too busy to renew',
    { answer: refusedOp('auth', 'renewed', 'NOT_PRIMED', { retryable: true }, 4.2) },
    'inconclusive',
  ],
  ['no session', { over: { status: 401 } }, 'inconclusive'],
])('%s', (_, told, verdict) => {
  expect(judged(told).verdict).toBe(verdict);
});

test.each<[string, Told, readonly string[]]>([
  ['a missing second hint is of the renewal', { second: [] }, ['WSS-08']],
  ['a session that outlives its lease is not', { probes: [...probed('outlived'), ...probed('after')] }, ['WSS-07']],
  ['nor is a hint told twice', { first: [HINT, HINT] }, ['WSS-06']],
])('%s', (_, told, breaks) => {
  expect(judged(told)).toMatchObject({ verdict: 'violated', breaks });
});
