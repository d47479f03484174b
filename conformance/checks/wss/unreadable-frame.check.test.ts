import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  but,
  event,
  expiring,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf, said } from '../../testing/sample-history.ts';
import { unreadableFrame } from './unreadable-frame.check.ts';

const greeted = probed('greeted');
const later = probed('later');
const malformed = refusedOp('error', null, 'MALFORMED');
const unread = said('no JSON');
const answered = (...frames: readonly SampleFrame[]) => session([opened(900), ...greeted, unread, ...frames]);
const closedOn = (code: number, ...frames: readonly SampleFrame[]) =>
  session([opened(900), ...greeted, unread, ...frames], { closed: { code } });
const good = { session: [answered(malformed), answered(malformed)], 'may close': answered(malformed) };
const first = (sample: ReturnType<typeof answered>) => ({ session: [sample, answered(malformed)] });
const busy = { code: 'RATE_LIMITED', retryable: true };

test.each([
  ['MALFORMED', {}, 'pass'],
  ['and more of it', first(answered(but(malformed, { detail: 'x', failedTopicIndex: 0 }))), 'pass'],
  ['told of what is new', first(answered(event('notice', {}), malformed)), 'pass'],
  ['late', first(answered(...later, malformed)), 'pass'],
  [
    'the greeting probe is answered late',
    first(session([opened(900), greeted[0], unread, greeted[1], malformed])),
    'pass',
  ],
  ['closed where it may (A98)', { 'may close': closedOn(1003) }, 'pass'],
  ['closed where it may not', first(closedOn(1003)), 'violated'],
  ['another op', first(answered(but(malformed, { op: 'unknown' }))), 'violated'],
  ['a reqId', first(answered(but(malformed, { reqId: '' }))), 'violated'],
  ['no reqId', first(answered(but(malformed, { reqId: undefined }))), 'violated'],
  ['another code', first(answered(but(malformed, { code: 'UNKNOWN_OP' }))), 'violated'],
  ['no message', first(answered(but(malformed, { message: undefined }))), 'violated'],
  ['no refusal', first(answered(came({ op: 'error', reqId: null, success: true }))), 'violated'],
  ['passed over', first(answered(...later)), 'violated'],
  ['passed over where it may close', { 'may close': answered(...later) }, 'violated'],
  ['rate limited', first(answered(but(malformed, busy))), 'inconclusive'],
  ['no answer in time', first(answered(later[0])), 'inconclusive'],
  ['it goes away', first(closedOn(1001)), 'inconclusive'],
  ['it goes away where it may close', { 'may close': closedOn(1006) }, 'inconclusive'],
  ['its lease ends', first(closedOn(4001, expiring(900, 1_000))), 'inconclusive'],
  ['one is not opened', first(refusedHandshake()), 'inconclusive'],
] as const)('%s', (_, over, verdict) => {
  expect(judged(unreadableFrame, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});
