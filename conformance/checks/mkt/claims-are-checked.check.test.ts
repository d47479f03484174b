import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, session } from '../../testing/sample-conversation.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { claimsAreChecked } from './claims-are-checked.check.ts';

const WRONG = ['exp in the past', 'nbf to come', 'another audience', 'no audience', 'another issuer', 'no issuer'];
const answered = (members: object) => session([asked('auth', 'auth'), came({ op: 'auth', reqId: 'auth', ...members })]);
const taken = answered({ success: true });
const turnedAway = answered({ success: false, error: 'invalid_token' });
const good = { 'a good token': taken, ...Object.fromEntries(WRONG.map((label) => [label, turnedAway])) };

test.each([
  ['each turned away', {}, 'pass'],
  ['in words of its own', { 'no issuer': answered({ success: false, error: 'expired' }) }, 'pass'],
  ['closed on', { 'nbf to come': session([asked('auth', 'auth')], { closed: { code: 1008 } }) }, 'pass'],
  ...WRONG.map((label) => [label, { [label]: taken }, 'violated'] as const),
  ['without the reqId', { 'no issuer': session([asked('auth', 'auth'), came({ success: true })]) }, 'violated'],
  ['no answer in time', { 'another issuer': session([asked('auth', 'auth')]) }, 'inconclusive'],
  ['it goes away', { 'another issuer': session([asked('auth', 'auth')], { closed: { code: 1001 } }) }, 'inconclusive'],
  ['none is taken', { 'a good token': turnedAway }, 'inconclusive'],
  ['one does not open', { 'no audience': session([], { status: 429, code: 'RATE_LIMITED' }) }, 'inconclusive'],
] as const)('%s', (_, over, verdict) => {
  expect(judged(claimsAreChecked, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});
