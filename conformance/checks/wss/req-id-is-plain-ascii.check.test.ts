import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { but, event, opened, probed, refusedHandshake, refusedOp, session } from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf, said } from '../../testing/sample-history.ts';
import { reqIdIsPlainAscii } from './req-id-is-plain-ascii.check.ts';

const escaped = said(String.raw`{"op":"touchstoneProbe","reqId":"\u0061bc","params":{}}`);
const none = said('{"op":"touchstoneProbe","params":{}}');
const malformed = refusedOp('error', null, 'MALFORMED');
const greeted = probed('greeted');
const last = probed('last');
const head = [opened(900), ...greeted];
const answered = (...frames: readonly SampleFrame[]) =>
  session([...head, escaped, ...frames, none, malformed, ...last]);
const closedOn = (code: number) => session([...head, escaped], { closed: { code } });

test.each([
  ['MALFORMED', answered(malformed), 'pass'],
  ['of the op that it was', answered(but(malformed, { op: 'touchstoneProbe' })), 'pass'],
  ['with the reqId as it was read', answered(but(malformed, { reqId: 'abc' })), 'pass'],
  ['told of what is new', answered(event('notice', {}), malformed), 'pass'],
  ['late', session([...head, escaped, none, malformed, malformed, ...last]), 'pass'],
  [
    'the greeting probe is answered late',
    session([opened(900), greeted[0], escaped, greeted[1], malformed, none, malformed, ...last]),
    'pass',
  ],
  ['read, and echoed', answered(refusedOp('touchstoneProbe', 'abc', 'UNKNOWN_OP')), 'violated'],
  ['another code', answered(refusedOp('error', null, 'INVALID_FIELD')), 'violated'],
  ['no refusal', answered(came({ op: 'touchstoneProbe', reqId: 'abc', success: true })), 'violated'],
  ['not the form of a refusal', answered(but(malformed, { message: undefined })), 'violated'],
  ['passed over', answered(), 'violated'],
  ['closed on', closedOn(1007), 'violated'],
  ['closed on the last', session([...head, escaped, malformed, none], { closed: { code: 1008 } }), 'violated'],
  ['rate limited', answered(refusedOp('error', null, 'RATE_LIMITED', { retryable: true })), 'inconclusive'],
  ['it goes away', closedOn(1001), 'inconclusive'],
  ['no answer in time', session([...head, escaped]), 'inconclusive'],
  ['not opened', refusedHandshake(), 'inconclusive'],
] as const)('%s', (_, sample, verdict) => {
  expect(judged(reqIdIsPlainAscii, historyOf({ session: sample })).verdict).toBe(verdict);
});
