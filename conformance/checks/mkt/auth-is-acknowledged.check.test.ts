import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, but, event, probed, session } from '../../testing/sample-conversation.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { authIsAcknowledged } from './auth-is-acknowledged.check.ts';

const taken = came({ op: 'auth', reqId: 'auth', success: true });
const invalid = came({ op: 'auth', reqId: 'auth', success: false, error: 'invalid_token' });
const busy = but(invalid, { error: undefined, code: 'RATE_LIMITED', retryable: true });
const other = but(invalid, { error: 'rate_limited' });

const answered = (frame: typeof taken) => session([asked('auth', 'auth'), frame]);
const good = { valid: answered(taken), invalid: answered(invalid) };
const closedOn = (code: number) => session([asked('auth', 'auth')], { closed: { code } });
const silent = session([asked('auth', 'auth')]);
const notOpened = session([], { status: 503, code: 'NOT_PRIMED' });

test.each([
  ['taken, and turned away', {}, false, 'pass'],
  ['the same of our own member', {}, true, 'pass'],
  [
    'no more than success',
    { valid: answered(came({ success: true })), invalid: answered(came({ success: false, error: 'invalid_token' })) },
    false,
    'pass',
  ],
  ['more than success', { valid: answered(but(taken, { session: {}, serverTimeNs: '1' })) }, false, 'pass'],
  ['the value elsewhere', { invalid: answered(but(invalid, { error: { code: 'invalid_token' } })) }, false, 'pass'],
  ['for now', { invalid: answered(but(invalid, { error: 'busy', retryable: true })) }, false, 'inconclusive'],
  ['in words of its own', { invalid: answered(but(invalid, { error: 'INVALID_TOKEN' })) }, false, 'violated'],
  [
    'in words of its own, our own member',
    { invalid: answered(but(invalid, { error: 'INVALID_TOKEN' })) },
    true,
    'violated',
  ],
  ['turned away without a word', { invalid: answered(but(invalid, { error: undefined })) }, false, 'violated'],
  ['passed over', { valid: session([asked('auth', 'auth'), ...probed('askedLater')]) }, false, 'violated'],
  ['without a word, our own member', { invalid: answered(but(invalid, { error: undefined })) }, true, 'violated'],
  [
    'something is told between',
    { valid: session([event('hello', {}), asked('auth', 'auth'), event('news', {}), taken]) },
    false,
    'pass',
  ],
  [
    'an answer of another op before it',
    { valid: session([...probed('p'), asked('auth', 'auth'), taken]) },
    false,
    'pass',
  ],
  ['a valid token is called invalid', { valid: answered(invalid) }, false, 'violated'],
  [
    'an acknowledgement without success',
    { valid: answered(but(taken, { success: undefined, authenticated: true })) },
    false,
    'violated',
  ],
  ['success in words', { valid: answered(but(taken, { success: 'true' })) }, false, 'violated'],
  ['an invalid token is taken', { invalid: answered(taken) }, false, 'violated'],
  ['an error without success', { invalid: answered(but(invalid, { success: undefined })) }, false, 'violated'],
  ['a valid token is closed on', { valid: closedOn(1008) }, false, 'violated'],
  ['an invalid token is closed on', { invalid: closedOn(1008) }, false, 'inconclusive'],
  ['closed on by our own member', { invalid: closedOn(1008) }, true, 'violated'],
  ['it goes away', { valid: closedOn(1001) }, false, 'inconclusive'],
  ['our own member goes away', { invalid: closedOn(1001) }, true, 'inconclusive'],
  ['no answer in time', { valid: silent }, false, 'inconclusive'],
  ['no answer in time to the invalid one', { invalid: silent }, true, 'inconclusive'],
  ['the session is busy', { valid: answered(busy) }, false, 'inconclusive'],
  ['turned away for another reason', { valid: answered(other) }, false, 'inconclusive'],
  ['for another reason, our own member', { valid: answered(other) }, true, 'violated'],
  ['it does not open', { invalid: notOpened }, false, 'inconclusive'],
] as const)('%s', (_, over, strict, verdict) => {
  expect(judged(authIsAcknowledged, historyOf({ ...good, ...over }, { strict })).verdict).toBe(verdict);
});
