import { describe, expect, test } from 'vitest';
import { asked, opened, refusedOp, session } from '../testing/sample-conversation.ts';
import type { Sample, SampleFrame } from '../testing/sample-history.ts';
import { came, historyOf } from '../testing/sample-history.ts';
import { judged, orderRow, STRICT, submitted } from '../testing/sample-story.ts';
import { attemptsOf } from './attempt.ts';

const BODY = { clientOrderId: 'k', qty: '1' };
const order = orderRow(7, 'k');
const submits = (reqId: string, params: object = BODY) => asked('submit', reqId, undefined, params);
const taken = (reqId: string, over: object = {}) =>
  came({ op: 'submit', reqId, success: true, order, globalSequence: '7', replay: false, ...over });
const denied = (reqId: string, more: object) =>
  refusedOp('submit', reqId, 'FORBIDDEN_CAPABILITY', { reason: 'CAPABILITY_DENIED', ...more });

function attempts(samples: readonly Sample[], target: object = STRICT) {
  return attemptsOf(historyOf(samples, target)).map(({ key, use, outcome }) => ({ key, use, outcome }));
}

describe('an order operation over a session', () => {
  const outcomeOf = (reply: readonly SampleFrame[]) =>
    attempts([session([opened(100), submits('a'), ...reply])]).map(({ outcome }) => outcome);

  // biome-ignore format: an aligned table
  test.each<[string, readonly SampleFrame[], readonly object[]]>([
    ['taken',                                       [taken('a')], [{ kind: 'judged', ok: true, position: 7n }]],
    ['still pending',                               [taken('a', { pending: true, order: undefined })], [{ kind: 'promised' }]],
    ['refused by its owner',                        [denied('a', { globalSequence: '9' })], [{ kind: 'judged', ok: false, position: 9n }]],
    ['refused by the door',                         [refusedOp('submit', 'a', 'INVALID_FIELD', { reason: 'MALFORMED_REQUEST' })], [{ kind: 'refused-at-door' }]],
    ['refused with a code that HTTP does not have', [refusedOp('submit', 'a', 'MALFORMED')], [{ kind: 'refused-at-door' }]],
    ['refused because too many ops are open',       [refusedOp('submit', 'a', 'BACKPRESSURE')], [{ kind: 'refused-at-door' }]],
    ['not served',                                  [refusedOp('submit', 'a', 'NOT_SERVING', { reason: 'OWNER_ABSENT' })], [{ kind: 'unknown' }]],
    ['not answered',                                [], [{ kind: 'unknown' }]],
    ['refused by its grant',                        [denied('a', {})], []],
  ])('%s', (_, reply, expected) => expect(outcomeOf(reply)).toEqual(expected));

  test('converts an op to the equivalent write over HTTP', () => {
    const cancels = asked('cancel', 'b', undefined, { orderId: '7', commandKey: 'c' });
    expect(attempts([session([opened(100), submits('a'), cancels])])).toMatchObject([
      { key: 'k', use: 'POST /orders' },
      { key: 'c', use: 'POST /orders/7/cancel' },
    ]);
  });

  test('is ordered among the writes over HTTP by the time of sending', () => {
    const over = session([opened(100), submits('a'), taken('a')]);
    const [first, second] = attemptsOf(historyOf([over, submitted('k', 7)], STRICT));
    expect([first?.exchange.n, second?.exchange.n]).toEqual([expect.closeTo(1, 1), 2]);
  });

  // biome-ignore format: an aligned table
  test.each<[string, readonly SampleFrame[], object]>([
    ['of a deployed member',             [submits('a')],                               {}],
    ['of another op',                    [asked('levitate', 'a', undefined, BODY)],    STRICT],
    ['without a key',                    [submits('a', {})],                           STRICT],
    ['without a reqId that can be read', [came({}), { direction: 'sent', text: '{' }], STRICT],
  ])('%s is not an attempt', (_, frames, target) => expect(attempts([session(frames)], target)).toEqual([]));

  test("an op is not an attempt where the session's ticket does not identify its user", () => {
    const frames = [opened(100), submits('a'), taken('a')];
    const byTicket = (n: number, label: string | null) => {
      const { request, ...made } = session(frames)(n, label);
      return { ...made, request: { ...request, path: '/v1/ws/trading?ticket=<ticket 1>' } };
    };
    expect(attempts([byTicket])).toEqual([]);
  });
});

describe('one key is one order, over HTTP or a session', () => {
  const over = session([opened(100), submits('a'), taken('a')]);
  const byOwner = (reqId: string) => [submits(reqId), denied(reqId, { globalSequence: '9' })];
  const refusedTwice = session([...byOwner('a'), ...byOwner('b')]);
  const cancels = session([
    asked('cancel', 'b', undefined, { orderId: '7', commandKey: 'k' }),
    came({ op: 'cancel', reqId: 'b', success: true, order, globalSequence: '8' }),
  ]);
  const identical = { sentBody: BODY, body: order };

  // biome-ignore format: an aligned table
  test.each([
    ['replayed over HTTP',                                'T13',    [over, submitted('k', 7, { replay: true })], 'pass'],
    ['answered again over HTTP, not replayed',            'T13',    [over, submitted('k', 7)], 'violated'],
    ['replayed over the session',                         'T13',    [submitted('k', 7), session([submits('a'), taken('a', { replay: true })])], 'pass'],
    ['answered again over the session, not replayed',     'T13',    [submitted('k', 7), over], 'violated'],
    ['refused again, without a replay flag on a session', 'T13',    [refusedTwice], 'pass'],
    ['the same row',                                      'T12',     [over, submitted('k', 7, identical)], 'pass'],
    ['another row',                                       'T12',     [over, submitted('k', 7, { ...identical, body: orderRow(8, 'k') })], 'violated'],
    ['bound',                                             'T15', [over, submitted('k', 7, identical)], 'pass'],
    ['a bound key that is sent for another use',          'T15', [over, cancels], 'violated'],
  ] as const)('%s', (_, statement, samples, verdict) => {
    expect(judged(statement, samples, STRICT)).toBe(verdict);
  });
});
