import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, session } from '../../testing/sample-conversation.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { forgedToken } from './forged-token.check.ts';

const answered = (members: object) => session([asked('auth', 'auth'), came({ op: 'auth', reqId: 'auth', ...members })]);
const taken = answered({ success: true });
const turnedAway = answered({ success: false, error: 'invalid_token' });
const good = { 'its own token': taken, 'alg none': turnedAway, 'a changed claim': turnedAway };
const refused = session([], { status: 429, code: 'RATE_LIMITED' });

test.each([
  ['each turned away', {}, 'pass'],
  ['in words of its own', { 'alg none': answered({ success: false, code: 'NO' }) }, 'pass'],
  ['closed on', { 'alg none': session([asked('auth', 'auth')], { closed: { code: 4001 } }) }, 'pass'],
  ['one handshake too many', { 'a changed claim': refused }, 'pass'],
  ['one is taken', { 'a changed claim': taken }, 'violated'],
  [
    'one is taken, and no reqId said',
    { 'alg none': session([asked('auth', 'auth'), came({ success: true })]) },
    'violated',
  ],
  ['no answer in time', { 'alg none': session([asked('auth', 'auth')]) }, 'inconclusive'],
  ['it keeps up no more', { 'alg none': session([asked('auth', 'auth')], { closed: { code: 1013 } }) }, 'inconclusive'],
  ['none is taken', { 'its own token': turnedAway }, 'inconclusive'],
  ['it does not open', { 'its own token': refused }, 'inconclusive'],
] as const)('%s', (_, over, verdict) => {
  expect(judged(forgedToken, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});

test('a token of which nothing can be forged leaves it open', () => {
  expect(judged(forgedToken, historyOf({ 'its own token': taken })).verdict).toBe('inconclusive');
});
