import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  event,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { writeRefusalCodes } from './write-refusal-codes.check.ts';

const CODES = {
  price: 'INVALID_PRICE',
  qty: 'INVALID_QTY',
  instrument: 'UNKNOWN_INSTRUMENT',
  account: 'UNKNOWN_ACCOUNT',
  side: 'INVALID_FIELD',
  clientOrderId: 'INVALID_CLIENT_ORDER_ID',
  order: 'UNKNOWN_ORDER',
} as const;
type ReqId = keyof typeof CODES;

const opOf = (reqId: ReqId) => (reqId === 'order' ? 'cancel' : 'submit');
const refused = (reqId: ReqId, code: string = CODES[reqId], more = {}) => refusedOp(opOf(reqId), reqId, code, more);

function answered(over: Partial<Record<ReqId, SampleFrame | null>> = {}) {
  const exchanged = (Object.keys(CODES) as ReqId[]).flatMap((reqId) => {
    const frame = over[reqId] === undefined ? refused(reqId) : over[reqId];
    return [asked(opOf(reqId), reqId), ...(frame === null ? [] : [event('notice', {}), frame])];
  });
  return session([opened(900), ...probed('greeted'), ...exchanged]);
}

/** By one and the same code. */
const all = (code: string) =>
  answered(Object.fromEntries((Object.keys(CODES) as ReqId[]).map((reqId) => [reqId, refused(reqId, code)])));
const takenAs = (reqId: ReqId) => came({ op: 'submit', reqId, success: true, order: { orderId: '1' } });
const taken = takenAs('side');
const closed = session([opened(900), ...probed('greeted'), asked('submit', 'price')], { closed: { code: 1011 } });

test.each([
  ['each by its code', answered(), true, 'pass'],
  [
    'why, besides',
    answered({ price: refused('price', 'INVALID_PRICE', { reason: 'TICK_SIZE_VIOLATION' }) }),
    true,
    'pass',
  ],
  ['another code of writes, not our own member', answered({ qty: refused('qty', 'INVALID_FIELD') }), false, 'pass'],
  ['another code of writes', answered({ qty: refused('qty', 'INVALID_FIELD') }), true, 'violated'],
  ['a code that is new', answered({ qty: refused('qty', 'INVALID_STEP') }), true, 'violated'],
  ['a code of HTTP', answered({ order: refused('order', 'NOT_FOUND') }), true, 'violated'],
  ['what is wrong is taken', answered({ side: taken }), true, 'violated'],
  [
    'no word of retrying',
    answered({ qty: refused('qty', 'INVALID_QTY', { retryable: undefined }) }),
    false,
    'violated',
  ],
  ['no message', answered({ price: refused('price', 'INVALID_PRICE', { message: undefined }) }), true, 'violated'],
  ['one is passed over', answered({ qty: null }), true, 'violated'],
  ['one is passed over, not our own member', answered({ qty: null }), false, 'inconclusive'],
  ['closed on', closed, true, 'violated'],
  ['closed on, not our own member', closed, false, 'inconclusive'],
  ['a code that is new, not our own member', answered({ qty: refused('qty', 'INVALID_STEP') }), false, 'not-exercised'],
  ['taken, not our own member', answered({ qty: takenAs('qty') }), false, 'not-exercised'],
  ['a side that is the member’s own, not our own member', answered({ side: taken }), false, 'pass'],
  ['the ops are unknown', all('UNKNOWN_OP'), false, 'not-exercised'],
  ['the ops read otherwise', all('MALFORMED'), false, 'not-exercised'],
  ['the ops are unknown to our own member', all('UNKNOWN_OP'), true, 'violated'],
  ['not opened', refusedHandshake(), true, 'inconclusive'],
] as const)('%s', (_, sample, strict, verdict) => {
  expect(judged(writeRefusalCodes, historyOf({ session: sample }, { strict })).verdict).toBe(verdict);
});
