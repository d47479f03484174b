import { describe, expect, test } from 'vitest';
import { har } from '../../../runner/record/har.ts';
import { row, record as runRecord } from '../../../testing/sample-record.ts';
import { traderOf } from '../../../testing/stub-member.ts';
import type { WireAnswering } from '../../../testing/stub-target.ts';
import { stubTarget } from '../../../testing/stub-target.ts';
import { header, isReplay, json, status } from '../../exchange/exchange.ts';
import { recordState } from '../../exchange/operation-record.ts';
import { overTheWire, pathOfLocation } from '../../exchange/settling.ts';

const promise = { status: 202, headers: [['Location', '/operations/k-1']] as const };
const taken = {
  status: 201,
  headers: [['Idempotent-Replay', 'true']] as const,
  body: '{"orderId":"9"}',
};

function recordOf(outcome: unknown) {
  return { status: 200, body: JSON.stringify({ outcome }) };
}

/** Answers each route from its list in turn; the last response repeats. */
function inTurn(answers: Readonly<Record<'writes' | 'polls', readonly object[]>>): WireAnswering {
  const counts = { writes: 0, polls: 0 };
  return ({ method, path }) => {
    if (path === '/me' || path === '/openapi.json') return {};
    const of = method === 'GET' ? 'polls' : 'writes';
    const answer = answers[of][Math.min(counts[of], answers[of].length - 1)];
    counts[of] += 1;
    return answer;
  };
}

async function submitted(answers: Parameters<typeof inTurn>[0], options = {}) {
  const { target, requests } = await stubTarget(inTurn(answers), { limits: { timeoutMs: 300 } });
  const session = target.session();
  const answer = await traderOf(session).submit({ qty: '1' }, { key: 'k-1', label: 'it', ...options });
  return { answer, session, sent: requests.map(({ method, path }) => `${method} ${path}`) };
}

describe('a write that is answered 202', () => {
  const settles = { writes: [promise, taken], polls: [recordOf({ status: 'PENDING' }), recordOf({ orderId: '9' })] };

  test('is polled until it has an outcome, which is read by resending the write', async () => {
    const { answer, session, sent } = await submitted(settles);
    expect(sent).toEqual(['POST /orders', 'GET /operations/k-1', 'GET /operations/k-1', 'POST /orders']);
    expect([status(answer), json(answer), isReplay(answer)]).toEqual([201, { orderId: '9' }, false]);
    expect(session.exchanges()).toEqual([answer]);
    expect(answer).toMatchObject({ n: 1, label: 'it', request: { body: '{"clientOrderId":"k-1","qty":"1"}' } });
    expect(overTheWire(answer).map(status)).toEqual([202, 200, 200, 201]);
  });

  test('appears in a HAR with all its messages', async () => {
    const { answer } = await submitted(settles);
    const { log } = JSON.parse(har(runRecord([{ ...row('test/good'), evidence: [answer] }])));
    expect(log.entries.map((e: { response: { status: number } }) => e.response.status)).toEqual([202, 200, 200, 201]);
  });

  test('keeps the replay header if an earlier request may have used the key', async () => {
    const { session } = await submitted({ ...settles, writes: [taken, promise, taken] });
    const again = await traderOf(session).submit({ qty: '1' }, { key: 'k-1' });
    expect([status(again), isReplay(again)]).toEqual([201, true]);
  });

  test.each([
    ['an absent outcome', recordOf(undefined)],
    ['a null outcome', recordOf(null)],
    ['a pending state by another name', recordOf({ state: 'in_progress' })],
    ['a member that does not know the key', { status: 404 }],
  ])('stays 202 if the polls show %s to the end', async (_, poll) => {
    const { answer, sent } = await submitted({ writes: [promise, taken], polls: [poll] });
    expect(status(answer)).toBe(202);
    expect(sent.filter((line) => line.startsWith('POST'))).toHaveLength(1);
    expect(answer.settling?.length).toBeGreaterThan(2);
  });

  test('stays 202 if its key replays the 202 (decision A23)', async () => {
    const replayed = { ...promise, headers: [...promise.headers, ['Idempotent-Replay', 'true'] as const] };
    const { answer, sent } = await submitted({ writes: [promise, replayed], polls: [recordOf({ orderId: '9' })] });
    expect(status(answer)).toBe(202);
    expect(sent).toHaveLength(3);
  });

  test('is not followed if the check wants the 202, nor without a Location', async () => {
    const { answer } = await submitted(settles, { settle: false });
    expect([status(answer), answer.settling]).toEqual([202, undefined]);
    const { answer: bare } = await submitted({ ...settles, writes: [{ status: 202 }] });
    expect([status(bare), header(bare, 'location')]).toEqual([202, undefined]);
  });
});

test.each([
  ['/operations/k', 'http://h', '/operations/k'],
  ['/gw/operations/k', 'http://h/gw/', '/operations/k'],
  ['/operations/k', 'http://h/gw', '/operations/k'],
  ['http://h/gw/operations/k', 'http://h/gw', '/operations/k'],
  ['http://elsewhere/operations/k', 'http://h', undefined],
])('the Location %s at the base %s', (location, base, path) =>
  expect(pathOfLocation(location, new URL(base))).toBe(path),
);

test.each([
  [{ status: 'SUCCEEDED' }, 'final'],
  [{ code: 'TICK_SIZE_VIOLATION' }, 'final'],
  [{ family: 'orders' }, 'unclear'],
  [{ family: 'orders', status: 'IS_PENDING' }, 'pending'],
  ['QUEUED', 'pending'],
])('an outcome %j is %s', (outcome, state) => {
  const response = { status: 200, headers: [], body: JSON.stringify({ outcome }) };
  const request = { method: 'GET', path: '/operations/k', headers: [], body: null };
  const made = { n: 1, label: null, actor: 'trader', request, sentAtMs: 0, answeredAtMs: 1, response, failure: null };
  expect(recordState(made)).toBe(state);
});
