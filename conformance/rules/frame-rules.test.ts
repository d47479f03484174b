import { expect, test } from 'vitest';
import type { Conversation } from '../member/exchange/conversation.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass } from '../runner/judgement.ts';
import {
  asked,
  authorised,
  closing,
  event,
  expiring,
  GREETED,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../testing/sample-conversation.ts';
import { came, historyOf, type Sample } from '../testing/sample-history.ts';
import { isGranted, isRefusedWith, ofAnswer, ofSession } from './frame-rules.ts';

type Row = readonly [name: string, sample: Sample, verdict: Judgement['verdict']];

const judged = (sample: Sample, judge: (conversation: Conversation) => Judgement) =>
  ofSession(historyOf({ session: sample }), judge).verdict;

const op = asked('auth', 'x');
const closed = (code: number, ...frames: Parameters<typeof session>[0] & object) =>
  session([...GREETED, op, ...frames], { closed: { code } });
const after = (...frames: Parameters<typeof session>[0] & object) => session([...GREETED, op, ...frames]);

// biome-ignore format: an aligned table
const ANSWERS: readonly Row[] = [
  ['answered',                             after(refusedOp('auth', 'x', 'X')),                           'pass'],
  ['answered after a new event',           after(event('notice', {}), refusedOp('auth', 'x', 'X')),      'pass'],
  ['closed on the op',                     closed(1008),                                                 'violated'],
  ['a later op is answered',               after(...probed('later')),                                    'violated'],
  ['no answer in time',                    after(),                                                      'inconclusive'],
  ['a later op is not answered either',    after(probed('later')[0]),                                    'inconclusive'],
  ['the member goes away',                 closed(1001),                                                 'inconclusive'],
  ['cut off',                              closed(1006),                                                 'inconclusive'],
  ['its lease ends',                       closed(4001, expiring(900, 1_000)),                           'inconclusive'],
  ['its user is revoked',                  closed(4003, closing()),                                      'inconclusive'],
  ['closed before the op was sent',        session([], { closed: { code: 1008 } }),                      'inconclusive'],
  ['the handshake was refused',            refusedHandshake(),                                           'inconclusive'],
];

test.each(ANSWERS)('an answer to an op: %s', (_, sample, verdict) => {
  expect(judged(sample, (c) => ofAnswer(c, 'x', () => pass))).toBe(verdict);
});

const BUSY = { retryable: true };

// biome-ignore format: an aligned table
const REFUSALS: readonly Row[] = [
  ['the code',                         after(refusedOp('auth', 'x', 'X')),                    'pass'],
  ['further members',                  after(refusedOp('auth', 'x', 'X', { hint: 1 })),       'pass'],
  ['another code',                     after(refusedOp('auth', 'x', 'Y')),                    'violated'],
  ['of another op',                    after(refusedOp('submit', 'x', 'X')),                  'violated'],
  ['granted',                          after(authorised('x', 900)),                           'violated'],
  ['no message',                       after(refusedOp('auth', 'x', 'X', { message: null })), 'violated'],
  ['busy',                             after(refusedOp('auth', 'x', 'RATE_LIMITED', BUSY)),   'inconclusive'],
  ['a new code that says retry',       after(refusedOp('auth', 'x', 'NEW_CODE', BUSY)),       'inconclusive'],
  ['a new code that says do not',      after(refusedOp('auth', 'x', 'NEW_CODE')),             'violated'],
];

test.each(REFUSALS)('a refusal with a code: %s', (_, sample, verdict) => {
  expect(judged(sample, (c) => isRefusedWith(c, 'x', { op: 'auth', code: 'X' }))).toBe(verdict);
});

// biome-ignore format: an aligned table
const GRANTS: readonly Row[] = [
  ['the grant',             after(authorised('x', 900)),                           'pass'],
  ['of no capability',      after(authorised('x', 900, undefined, [])),            'pass'],
  ['refused',               after(refusedOp('auth', 'x', 'X')),                    'violated'],
  ['without a grant',       after(came({ op: 'auth', reqId: 'x', success: true })), 'violated'],
  ['busy',                  after(refusedOp('auth', 'x', 'NOT_PRIMED', BUSY)),     'inconclusive'],
];

test.each(GRANTS)('op auth is granted: %s', (_, sample, verdict) => {
  expect(judged(sample, (c) => isGranted(c, 'x'))).toBe(verdict);
});
