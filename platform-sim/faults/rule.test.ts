import { describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { createSeed } from '../seed.ts';
import type { Edge } from './edges.ts';
import { createFaults } from './faults.ts';
import { edgeOf } from './rule.ts';
import { type FaultRule, faultRule } from './rule-shape.ts';

// biome-ignore format: an aligned table
const GOOD: readonly (readonly [string, Edge, FaultRule])[] = [
  ['a hold at the verdict',                            'verdict',     { on: { owner: 'orders', command: 'submit' }, hold: 'orders-verdict', times: 1 }],
  ['a delay of a look-up',                             'look-up',     { on: { edge: 'look-up', member: 'm1' }, delay: '2s' }],
  ['an inbox that is full',                            'inbox',       { on: { edge: 'inbox', org: 1 }, refuse: 'INBOX_FULL', times: { every: 3 } }],
  ['a ruling',                                         'verdict',     { on: { key: 'k1' }, refuse: 'RATE_CEILING', times: { probability: 0.5 } }],
  ['a member with late instruments and algo versions', 'apply',       { on: { edge: 'apply', member: 'm1' }, hold: 'reference' }],
  ['an answer dropped, its edge being understood',     'answer',      { on: { command: 'submit' }, drop: 'answer' }],
  ['a failure',                                        'inbox',       { on: { edge: 'inbox' }, fail: true }],
  ['an intake that is held',                           'intake',      { on: { edge: 'intake', org: 1, key: 'k1', member: 'm1' }, hold: 'intake' }],
  ['an engine that takes its time',                    'engine',      { on: { edge: 'engine', org: 1, key: 'k1' }, hold: 'engine' }],
  ['an engine that refuses',                           'engine',      { on: { edge: 'engine' }, refuse: 'RISK_LIMIT', times: 1 }],
  ['a handshake that is refused',                      'handshake',   { on: { edge: 'handshake', socket: 'trading', org: 1 }, refuse: 'NOT_PRIMED' }],
  ['a handshake dropped, its edge being understood',   'handshake',   { on: { socket: 'market-data' }, drop: 'handshake' }],
  ['access revoked before the first frame',            'first-frame', { on: { edge: 'first-frame', member: 'm1' }, hold: 'opening' }],
  ['a frame that is late',                             'frame',       { on: { edge: 'frame', frame: 'orderUpdated', org: 1 }, delay: 50 }],
  ['a frame dropped',                                  'frame',       { on: { frame: 'sessionOpened' }, drop: 'frame', times: 1 }],
  ['a frame sent twice',                               'frame',       { on: { frame: 'quote', socket: 'market-data' }, duplicate: true }],
  ['a frame that is no JSON',                          'frame',       { on: { frame: 'auth' }, garble: true, times: { every: 2 } }],
  ['the answer to an unreadable frame',             'frame',       { on: { frame: 'error', socket: 'market-data' }, drop: 'frame' }],
  ['a frame cut in half',                              'frame',       { on: {}, cut: true }],
  ['a close code in place of a frame',                 'frame',       { on: { frame: 'submit' }, close: 4000 }],
  ['an intake that is away',                           'intake',      { on: { edge: 'intake' }, refuse: 'INTAKE_UNAVAILABLE', times: 2 }],
  ['a command that is lost',                           'send',        { on: { key: 'k1', member: 'm1' }, drop: 'command', times: 1 }],
  ['a command that is sent twice',                     'send',        { on: { edge: 'send', command: 'submit' }, duplicate: true }],
  ['a reply that is lost',                             'reply',       { on: { owner: 'orders' }, drop: 'reply' }],
  ['a record that is lost',                            'record',      { on: { member: 'm2', command: 'create' }, drop: 'record' }],
  ['a sequencer that stands',                          'sequencer',   { on: { edge: 'sequencer' }, hold: 'line', for: '10s' }],
  ['a fill that is lost',                              'venue',       { on: { command: 'fill', org: 1 }, drop: 'report', times: { every: 2 } }],
  ['a reading that is sent twice',                     'venue',       { on: { edge: 'venue', command: 'reading' }, duplicate: true }],
  ['a token endpoint that refuses',                    'token',       { on: { edge: 'token' }, refuse: 'INVALID_CLIENT' }],
  ['keys that a member cannot have',                   'jwks',        { on: { member: 'm1' }, drop: 'jwks' }],
  ['half an answer',                                   'answer',      { on: { edge: 'answer', command: 'submit' }, cut: true }],
  ['a connection that is reset',                       'answer',      { on: { command: 'submit' }, reset: true }],
  ['a disk that is full',                              'log',         { on: {}, fail: 'disk full', times: 1 }],
  ['a member that dies of a write, after it was sent', 'verdict',     { on: { key: 'k1' }, crash: true }],
  ['a member that dies once it has answered',          'answered',    { on: { edge: 'answered', command: 'submit' }, crash: true }],
  ['a fault that passes',                              'verdict',     { on: {}, refuse: 'RATE_CEILING', for: 2_500 }],
];

const ANSWER_TAKES = 'the edge answer takes delay, hold, drop, cut, reset, crash, answer; use answer: { status }';
const ANSWER_KNOWS = 'on.owner: the edge answer knows command, org, key, member, method, path and no owner';
const EVENTS = 'sessionOpened, sessionExpiring, sessionClosing, orderUpdated, executionRecorded';
const OPS = 'auth, subscribe, unsubscribe, submit, cancel, error"';
const THERE_ARE = `the market-data socket does; there are ${EVENTS}, ${OPS}`;

// biome-ignore format: an aligned table
const BAD: readonly [string, unknown, string][] = [
  ['no effect', { on: {} }, 'exactly one of delay, hold, refuse, drop, fail'],
  ['two effects', { on: {}, hold: 'x', fail: true }, 'exactly one of'],
  ['an answer dropped elsewhere', { on: { edge: 'inbox' }, drop: 'answer' }, 'dropped at the edge answer'],
  ['an inbox that judges', { on: { edge: 'inbox' }, refuse: 'INVALID_FIELD' }, 'INBOX_FULL, OWNER_ABSENT, INTERRUPTED'],
  ['a look-up that judges', { on: { edge: 'look-up' }, refuse: 'INVALID_FIELD' }, 'the edge look-up takes delay, hold, fail, crash; no command is judged there'],
  ['an answer that judges', { on: { edge: 'answer' }, refuse: 'INVALID_FIELD' }, ANSWER_TAKES],
  ['a look-up that knows the owner', { on: { edge: 'look-up', owner: 'orders' }, fail: true }, 'the edge look-up knows'],
  ['a look-up that knows the command', { on: { edge: 'look-up', command: 'submit' }, fail: true }, 'look-up knows'],
  ['an intake that judges', { on: { edge: 'intake' }, refuse: 'INVALID_FIELD' }, 'INTAKE_UNAVAILABLE, INTAKE_KEY_REUSED'],
  ['an intake that knows the owner', { on: { edge: 'intake', owner: 'register' }, fail: true }, 'the edge intake knows'],
  ['an intake that knows the command', { on: { edge: 'intake', command: 'create' }, fail: true }, 'intake knows'],
  ['an answer that knows the owner', { on: { owner: 'orders' }, drop: 'answer' }, ANSWER_KNOWS],
  ['reference data that is refused', { on: { edge: 'apply' }, refuse: 'INVALID_FIELD' }, 'the edge apply takes delay, hold'],
  ['reference data that fails', { on: { edge: 'apply' }, fail: true }, 'the edge apply takes delay, hold'],
  ['reference data of an owner', { on: { edge: 'apply', owner: 'register' }, hold: 'x' }, 'the edge apply knows member and no'],
  ['reference data of an organisation', { on: { edge: 'apply', org: 1 }, hold: 'x' }, 'the edge apply knows member and no'],
  ['an engine that fails', { on: { edge: 'engine' }, fail: true }, 'always returns a verdict'],
  ['an engine of a member', { on: { edge: 'engine', member: 'm1' }, hold: 'x' }, 'the edge engine knows owner, command, org, key and no member'],
  ['an engine verdict whose refusal is lost', { on: { command: 'engine-verdict' }, refuse: 'INVALID_FIELD' }, 'use the edge engine'],
  ['a venue report whose refusal is lost', { on: { command: 'probe-report' }, refuse: 'INVALID_FIELD' }, "sent once by the platform"],
  ['an owner that interrupts', { on: {}, refuse: 'INTERRUPTED' }, 'use the edge inbox'],
  ['a delay of no duration', { on: {}, delay: 'soon' }, 'must be a duration'],
  ['a negative delay', { on: {}, delay: '-2s' }, 'delay: must not be negative'],
  ['a delay of an age', { on: {}, delay: '99999d' }, 'delay: must be at most ten years'],
  ['a code that no member answers', { on: {}, refuse: 'NO_SUCH_CODE' }, 'no member answers NO_SUCH_CODE'],
  ['an answer that fails', { on: { edge: 'answer' }, fail: true }, 'use answer: { status }'],
  ['a handshake that is judged', { on: { edge: 'handshake' }, refuse: 'INVALID_FIELD' }, 'one of NOT_PRIMED'],
  ['a handshake of a key', { on: { edge: 'handshake', key: 'k1' }, hold: 'x' }, 'no key'],
  ['a handshake of a frame', { on: { frame: 'auth' }, drop: 'handshake' }, 'the edge handshake knows socket, org, member'],
  ['a handshake garbled', { on: { edge: 'handshake' }, garble: true }, 'takes delay, hold, refuse, drop'],
  ['a handshake that fails', { on: { edge: 'handshake' }, fail: true }, 'use drop'],
  ['a first frame dropped', { on: { edge: 'first-frame' }, drop: 'frame' }, 'at the edge frame, not at first-frame'],
  ['a first frame closed', { on: { edge: 'first-frame' }, close: 4000 }, 'use the edge frame'],
  ['a first frame of market data', { on: { edge: 'first-frame', socket: 'market-data' }, hold: 'x' }, 'no first frame'],
  ['an organisation at the handshake of market data', { on: { socket: 'market-data', org: 1 }, drop: 'handshake' }, 'the organisation is not known'],
  ['a frame that is refused', { on: { edge: 'frame' }, refuse: 'NOT_PRIMED' }, 'close with a code'],
  ['a frame that fails', { on: { edge: 'frame' }, fail: true }, 'use cut'],
  ['a frame of a command', { on: { command: 'submit' }, duplicate: true }, 'on.command: the edge frame knows'],
  ['a verdict of a socket', { on: { socket: 'trading' }, hold: 'x' }, 'on.socket: the edge verdict knows'],
  ['an answer garbled', { on: { edge: 'answer' }, garble: true }, 'the edge answer takes delay, hold, drop'],
  ['a close code that is reserved', { on: {}, close: 1006 }, 'a close code is 1000 to 1003'],
  ['a socket that there is not', { on: { socket: 'orders' }, cut: true }, '"socket"'],
  ['a command that there is not', { on: { command: 'submitOrder' }, hold: 'x' }, 'there is no command submitOrder; there are submit, cancel'],
  ['a frame that no socket sends', { on: { edge: 'frame', frame: 'nope' }, garble: true }, `no socket sends a frame nope; there are ${EVENTS}, quote, ${OPS}`],
  ['a frame that is mistyped', { on: { frame: 'orderUpdate' }, drop: 'frame' }, 'subscribe, unsubscribe, submit, cancel, error; did you mean orderUpdated?'],
  ['a frame of the other socket', { on: { frame: 'quote', socket: 'trading' }, garble: true }, `the trading socket sends no frame quote, ${THERE_ARE}`],
  ['an op of the other', { on: { frame: 'submit', socket: 'market-data' }, garble: true }, 'no frame submit, the trading socket does; there are quote, auth'],
  ['a command dropped elsewhere', { on: { edge: 'inbox' }, drop: 'command' }, 'a command is dropped at the edge send'],
  ['an inbox that loses', { on: { edge: 'inbox' }, duplicate: true }, 'duplicate: the edge inbox takes delay, hold, refuse, fail, crash; use the edge send'],
  ['a venue that is refused', { on: { edge: 'venue' }, refuse: 'INVALID_FIELD' }, 'a venue receives no refusals'],
  ['a venue of a member', { on: { edge: 'venue', member: 'm1' }, duplicate: true }, 'the edge venue knows owner, command, org and no member'],
  ['an order of a venue', { on: { edge: 'venue', command: 'submit' }, duplicate: true }, 'submit does not pass the edge venue; the commands there are fill, venue-reject'],
  ['a fill that a member sends', { on: { edge: 'send', command: 'fill' }, duplicate: true }, 'fill does not pass the edge send'],
  ['a fill of a member', { on: { command: 'fill', member: 'm1' }, hold: 'x' }, "fill is sent by the platform, not by a member"],
  ['a member that dies of a fill', { on: { command: 'fill' }, crash: true }, "fill is sent by the platform, not by a member"],
  ['a fill with a key', { on: { command: 'fill', key: 'k1' }, hold: 'x' }, 'has no key'],
  ['an order of another owner', { on: { owner: 'algos', command: 'submit' }, hold: 'x' }, 'submit is a command of the owner orders'],
  ['a token of an organisation', { on: { edge: 'token', org: 1 }, fail: true }, 'the edge token knows nothing about its sender and no org'],
  ['a token that is judged', { on: { edge: 'token' }, refuse: 'INVALID_FIELD' }, 'one of INVALID_CLIENT, INVALID_REQUEST'],
  ['a line of a member', { on: { edge: 'sequencer', member: 'm1' }, hold: 'x' }, 'and no member'],
  ['a line that fails', { on: { edge: 'sequencer' }, fail: true }, 'use the edge log'],
  ['a disk that fails somehow', { on: { edge: 'log' }, fail: true }, 'fails in one of these ways: disk full, sync failed'],
  ['an inbox on a full disk', { on: { edge: 'inbox' }, fail: 'disk full' }, 'the edge inbox fails in one way: true'],
  ['an answer sent twice', { on: { edge: 'answer' }, duplicate: true }, 'HTTP answers a request once'],
  ['what is done once it is answered', { on: { edge: 'answered' }, drop: 'answer' }, 'dropped at the edge answer, not at answered'],
  ['a first frame that crashes', { on: { edge: 'first-frame' }, crash: true }, 'takes delay, hold'],
  ['an answer of no status', { on: {}, answer: { status: 99 } }, 'status'],
  ['an answer at the verdict', { on: { edge: 'verdict' }, answer: { status: 500 } }, 'the edge verdict takes'],
  ['an answer to a path that is none', { on: { path: '/account-balance' }, answer: { status: 500 } }, 'did you mean /account-balances?'],
  ['an answer to a path of one row', { on: { path: '/orders/17' }, answer: { status: 500 } }, 'on.path: the contract has no path /orders/17'],
  ['an answer to a method that the path does not take', { on: { method: 'PUT', path: '/orders' }, answer: { status: 500 } }, 'on.method: /orders takes'],
  ['an answer before it is asked', { on: {}, answer: { status: 500, delay: '-1s' } }, 'answer.delay: must not be negative'],
  ['a Retry-After of an age', { on: {}, answer: { status: 503, retryAfter: '99999d' } }, 'answer.retryAfter: must be seconds (2), the text of the header'],
  ['a Retry-After below zero', { on: {}, answer: { status: 503, retryAfter: -1 } }, 'answer.retryAfter: must be seconds (2)'],
  ['a Retry-After in words', { on: {}, answer: { status: 503, retryAfter: 'two seconds' } }, 'a duration with a unit (2s), from 0 to ten years'],
  ['a 204 with a body', { on: {}, answer: { status: 204, body: 'x' } }, 'answer.body: an answer with status 204 has no body'],
  ['an answer of a megabyte', { on: {}, answer: { status: 500, body: 'x'.repeat(70_000) } }, 'answer.body: must be at most 65536 characters'],
  ['a path at the verdict', { on: { edge: 'verdict', path: '/orders' }, fail: true }, 'on.path: the edge verdict knows'],
  ['a rule for no time', { on: {}, fail: true, for: '0s' }, 'for: must be above 0'],
  ['a rule for an age', { on: {}, fail: true, for: '99999d' }, 'for: must be at most ten years'],
  ['a code that is none', { on: {}, refuse: 'no' }, 'must be a refusal code'],
  ['an unknown property', { on: { where: 'there' }, fail: true }, 'where'],
];

describe('a rule', () => {
  test.each(GOOD)('%s is valid, at the edge %s', (_, edge, rule) => {
    expect(faultRule.parse(rule)).toEqual(rule);
    expect(edgeOf(rule)).toBe(edge);
  });

  test.each(BAD)('%s is refused, with the reason', (_, rule, why) => {
    const { success, error } = faultRule.safeParse(rule);
    expect(success).toBe(false);
    expect(error?.message).toContain(why);
  });

  const badClose = BAD.filter(([, rule]) => (rule as FaultRule).close === 1006);
  test.each([...BAD.slice(0, 12), ...badClose])('%s is also refused when it is added', (_, rule, why) => {
    const clock = createClock({ mode: 'virtual' });
    const faults = createFaults({ clock, random: createSeed(1).stream('faults') });
    expect(() => faults.add(rule as FaultRule)).toThrow(RangeError);
    expect(() => faults.add(rule as FaultRule)).toThrow(why);
    expect(faults.list()).toEqual([]);
  });
});
