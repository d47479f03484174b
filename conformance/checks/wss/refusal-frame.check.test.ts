import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  but,
  event,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { ConversationOptions, SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { refusalFrame } from './refusal-frame.check.ts';

const ops = { unknown: 'touchstoneProbe', cased: 'Auth', invalid: 'auth', tokenless: 'auth', last: 'touchstoneProbe' };
const codes = {
  unknown: 'UNKNOWN_OP',
  cased: 'UNKNOWN_OP',
  invalid: 'INVALID_TOKEN',
  tokenless: 'MALFORMED',
  last: 'UNKNOWN_OP',
};
type ReqId = keyof typeof ops;

const refusals = Object.fromEntries(
  Object.entries(ops).map(([reqId, op]) => [reqId, refusedOp(op, reqId, codes[reqId as ReqId])]),
) as Record<ReqId, SampleFrame>;

function answered(over: Partial<Record<ReqId, SampleFrame | null>> = {}, options: ConversationOptions = {}) {
  const said = { ...refusals, ...over };
  const exchanged = Object.entries(ops).flatMap(([reqId, op]) => {
    const answer = said[reqId as ReqId];
    return [asked(op, reqId), ...(answer === null ? [] : [event('notice', {}), answer])];
  });
  return session([opened(900), ...probed('greeted'), ...exchanged], options);
}

const spoilt = (reqId: ReqId, members: object) => answered({ [reqId]: but(refusals[reqId], members) });
const busy = { code: 'RATE_LIMITED', retryable: true };

test.each([
  ['each refused', answered(), 'pass'],
  ['with more to it', spoilt('unknown', { docs: 'x', failedTopicIndex: 0 }), 'pass'],
  ['a message in its own words, or empty', spoilt('unknown', { message: '' }), 'pass'],
  ['an op that is auth whatever its case', spoilt('cased', { op: 'auth', code: 'INVALID_TOKEN' }), 'pass'],
  ['no token, as what cannot be read', spoilt('tokenless', { op: 'error' }), 'pass'],
  ['a code that is new', spoilt('tokenless', { code: 'TOKEN_MISSING' }), 'pass'],
  ['busy, in its form', spoilt('invalid', busy), 'pass'],
  ['another code of an unknown op', spoilt('unknown', { code: 'MALFORMED' }), 'violated'],
  [
    'an unknown op is taken',
    answered({ unknown: came({ op: 'touchstoneProbe', reqId: 'unknown', success: true }) }),
    'violated',
  ],
  ['an unknown op read as error', spoilt('unknown', { op: 'error' }), 'violated'],
  ['op auth read as error', spoilt('invalid', { op: 'error' }), 'violated'],
  ['no code', spoilt('invalid', { code: undefined }), 'violated'],
  ['no message', spoilt('last', { message: undefined }), 'violated'],
  ['no word of retrying', spoilt('tokenless', { retryable: undefined }), 'violated'],
  ['retryable in words', spoilt('cased', { retryable: 'false' }), 'violated'],
  ['no op', spoilt('tokenless', { op: undefined }), 'violated'],
  ['success in words', spoilt('invalid', { success: 'false' }), 'violated'],
  ['wrapped', spoilt('last', { code: undefined, error: { code: 'UNKNOWN_OP' } }), 'violated'],
  ['one is passed over', answered({ cased: null }), 'violated'],
  ['closed on the last', answered({ last: null }, { closed: { code: 1002 } }), 'violated'],
  ['busy at the unknown op', spoilt('unknown', busy), 'inconclusive'],
  ['the last is not answered in time', answered({ last: null }), 'inconclusive'],
  ['it goes away', answered({ last: null }, { closed: { code: 1001 } }), 'inconclusive'],
  ['not opened', refusedHandshake(), 'inconclusive'],
] as const)('%s', (_, sample, verdict) => {
  expect(judged(refusalFrame, historyOf({ session: sample })).verdict).toBe(verdict);
});
