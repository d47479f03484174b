import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  closing,
  event,
  expiring,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { invalidToken } from './invalid-token.check.ts';

const greeting = [opened(900), ...probed('greeted')];
const asks = (reqId: string) => asked('auth', reqId);
const refused = (reqId: string, code = 'INVALID_TOKEN', more = {}) => refusedOp('auth', reqId, code, more);
const own = [asks('own'), authorised('own', 900)];
const forged = [asks('forged0'), refused('forged0'), asks('forged1')];
const again = [asks('ownAgain'), authorised('ownAgain', 900)];

/** The second forged token is answered so, and what comes then. */
const second = (...frames: readonly SampleFrame[]) => session([...greeting, ...own, ...forged, ...frames]);
const closedAfter = (code: number, ...frames: readonly SampleFrame[]) =>
  session([...greeting, ...own, ...forged, ...frames], { closed: { code } });
const busy = { retryable: true };

test.each([
  ['refused, and open', second(refused('forged1'), ...again), 'pass'],
  ['something new in the refusal', second(refused('forged1', 'INVALID_TOKEN', { hint: 1 }), ...again), 'pass'],
  ['an event that is new between', second(event('serverNotice', {}), refused('forged1'), ...again), 'pass'],
  ['answered late', second(asks('ownAgain'), refused('forged1'), authorised('ownAgain', 900)), 'pass'],
  ['another code', second(refused('forged1', 'FORBIDDEN_PRINCIPAL'), ...again), 'violated'],
  ['MALFORMED', second(refused('forged1', 'MALFORMED'), ...again), 'violated'],
  ['taken', second(authorised('forged1', 900), ...again), 'violated'],
  ['of another op', second(but(refused('forged1'), { op: 'error' }), ...again), 'violated'],
  ['closed on', closedAfter(4001), 'violated'],
  ['closed behind the refusal', closedAfter(4001, refused('forged1'), asks('ownAgain')), 'violated'],
  ['a session that is nobody s then', second(refused('forged1'), asks('ownAgain'), refused('ownAgain')), 'violated'],
  ['no answer, and one to what came later', second(...again), 'violated'],
  ['rate limited', second(refused('forged1', 'RATE_LIMITED', busy), ...again), 'inconclusive'],
  ['a code that is new, and passes', second(refused('forged1', 'KEYS_UNAVAILABLE', busy), ...again), 'inconclusive'],
  [
    'the good token meets a busy session',
    second(refused('forged1'), asks('ownAgain'), refused('ownAgain', 'NOT_PRIMED', busy)),
    'inconclusive',
  ],
  ['no answer in time', second(), 'inconclusive'],
  ['it goes away', closedAfter(1001), 'inconclusive'],
  ['its lease ends', closedAfter(4001, expiring(900, 1_000)), 'inconclusive'],
  ['its user is revoked', closedAfter(4003, closing()), 'inconclusive'],
  [
    'no token renews it',
    session([...greeting, asks('own'), refused('own'), ...forged, refused('forged1'), ...again]),
    'inconclusive',
  ],
  ['closed before anything is said', session([], { closed: { code: 1008 } }), 'inconclusive'],
  ['not opened', refusedHandshake(), 'inconclusive'],
] as const)('%s', (_, sample, verdict) => {
  expect(judged(invalidToken, historyOf({ session: sample })).verdict).toBe(verdict);
});
