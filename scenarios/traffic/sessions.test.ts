import { expect, test } from 'vitest';
import { draft, sent, session } from '../testing/sample-traffic.ts';

const OPENED = { event: 'sessionOpened', msgType: 'sessionOpened', data: { capabilities: [], expiresAtNs: '1' } };
const updated = (orderId: string, clientOrderId = 'o-1') => ({
  event: 'orderUpdated',
  msgType: 'orderUpdated',
  data: { orderId, clientOrderId },
});
const op = (reqId: string, name: string, params: object = {}) => ({ op: name, reqId, params });
const answer = (reqId: string, more: object = {}) => ({ op: 'x', reqId, success: true, ...more });

const kinds = (steps: readonly { readonly kind: string }[]) => steps.map(({ kind }) => kind);

test('ops with their answers, a token as its principal, a close', () => {
  const { text, scenario, unmapped } = draft([
    session(
      1,
      [
        ['received', OPENED],
        ['sent', op('a', 'auth', { token: '<token of admin>' })],
        ['received', answer('a')],
        ['sent', op('b', 'nope')],
        ['received', answer('b', { success: false, code: 'UNKNOWN_OP' })],
      ],
      { closed: { n: 20, atMs: 2_000, code: 1000, reason: '', by: 'suite', failure: null } },
    ),
  ]);
  expect(unmapped).toEqual([]);
  expect(kinds(scenario.steps)).toEqual(['open', 'hear', 'op', 'op', 'wait', 'close']);
  expect(text).toContain('as: admin\n    op: auth');
  expect(text).toContain('expect: { code: UNKNOWN_OP, frame: { success: false } }');
});

test('fills are left out, but for the event that brought the id of the next request', () => {
  const { scenario, text } = draft([
    session(1, [
      ['received', OPENED],
      ['received', updated('170000000001')],
      ['received', updated('170000000002')],
      ['received', updated('170000000003')],
    ]),
    sent({ n: 10, line: 'GET /orders/170000000002', at: 9_000 }),
  ]);
  expect(kinds(scenario.steps)).toEqual(['open', 'hear', 'hear', 'hear', 'wait', 'request']);
  expect(text).toContain('save: { order: $.data.orderId }');
});

test('an event right before the next action gets a hear step, one long before it does not', () => {
  const events = [
    ['received', OPENED],
    ['received', updated('170000000001')],
  ] as const;
  const after = (at: number) => kinds(draft([session(1, events), sent({ n: 10, line: 'GET /me', at })]).scenario.steps);
  expect(after(400)).toEqual(['open', 'hear', 'hear', 'request']);
  expect(after(9_000)).toEqual(['open', 'hear', 'wait', 'request']);
});

test('the end of a session by the target gets a hear step, as do its frames before it', () => {
  const closing = { event: 'sessionClosing', msgType: 'sessionClosing', data: { code: 'PRINCIPAL_REVOKED' } };
  const { scenario, text } = draft([
    session(1, [['received', closing]], {
      closed: { n: 9, atMs: 250, code: 4003, reason: '', by: 'target', failure: null },
    }),
  ]);
  expect(kinds(scenario.steps)).toEqual(['open', 'hear', 'hear']);
  expect(text).toContain('closed: 4003');
});

test('a frame that is no op is sent as it is, and its answer gets a hear step', () => {
  const { scenario, text } = draft([
    session(1, [
      ['received', OPENED],
      ['sent', 'not json'],
      ['received', { op: 'error', reqId: null, success: false, code: 'MALFORMED' }],
    ]),
  ]);
  expect(kinds(scenario.steps)).toEqual(['open', 'hear', 'send', 'hear']);
  expect(text).toContain('text: not json');
  expect(text).toContain('expect: { frame: { op: error, success: false, code: MALFORMED } }');
});

test('a reqId that was used before is no op of a scenario, and an op that is answered late is awaited', () => {
  const { scenario } = draft([
    session(1, [
      ['received', OPENED],
      ['sent', op('a', 'subscribe')],
      ['sent', op('b', 'subscribe')],
      ['received', answer('b')],
      ['received', answer('a')],
      ['sent', op('a', 'subscribe')],
    ]),
  ]);
  expect(kinds(scenario.steps)).toEqual(['open', 'hear', 'op', 'op', 'await', 'send']);
});
