import { describe, expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf, unanswered } from '../../testing/sample-history.ts';
import { complete, isOutcome } from './following-client.ts';
import { writesCompleteThroughAWindow } from './writes-complete-through-a-window.check.ts';

const KEY = { key: 'a' };
const made = answer('POST /orders', { ...KEY, status: 201, body: { orderId: '7', clientOrderId: 'a' } });
const lost = unanswered('POST /orders', KEY);
const final = answer('POST /orders', { ...KEY, status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
const behind = answer('POST /orders', { ...KEY, status: 503, code: 'NOT_PRIMED', retryable: true });
const walk = (...keys: readonly string[]) =>
  answer('GET /orders', { status: 200, body: { items: keys.map((clientOrderId) => ({ clientOrderId })) } });

test.each([
  ['done at once', [made], walk('a', 'b'), 'pass'],
  ['done after it was lost', [lost, behind, made], walk('a'), 'pass'],
  ['done twice', [lost, made], walk('a', 'a'), 'violated'],
  ['told of and not there', [made], walk('b'), 'violated'],
  ['given up for good', [lost, final], walk('a'), 'violated'],
  ['never done', [lost, behind], walk('b'), 'inconclusive'],
  ['done, and not to be read', [made], answer('GET /orders', { status: 500, code: 'INTERNAL_ERROR' }), 'inconclusive'],
])('a write that is %s', (_, write, seen, verdict) => {
  expect(judged(writesCompleteThroughAWindow, historyOf({ write, walk: seen })).verdict).toBe(verdict);
});

describe('the client', () => {
  const older = (status: number, code: string) => answer('POST /orders', { status, body: { error: { code } } });
  test.each([
    ['a row', made, true],
    ['no answer', lost, false],
    ['202', answer('POST /orders', { status: 202 }), false],
    ['what may be retried', behind, false],
    ['what may not', answer('POST /orders', { status: 503, code: 'NOT_SERVING', retryable: false }), true],
    ['a 503 that does not say', older(503, 'NOT_SERVING'), false],
    ['a refusal that does not say', older(422, 'TICK_SIZE_VIOLATION'), true],
    ['a surface that is not there, and does not say', older(503, 'ALGOS_UNAVAILABLE'), true],
    ['an interruption that does not say', older(409, 'INTERRUPTED'), false],
  ])('takes %s for the end of it: %#', (_, sample, ends) => expect(isOutcome(sample(1, null))).toBe(ends));

  test('waits as long as it is told, polls what it was promised, and sends the same again', async () => {
    const promised = answer('POST /orders', { status: 202, headers: { Location: '/operations/a' } });
    const later = answer('POST /orders', {
      status: 503,
      code: 'NOT_PRIMED',
      retryable: true,
      headers: { 'Retry-After': '3' },
    });
    const answers = [promised, later, made].map((sample, i) => sample(i, null));
    const did: unknown[] = [];
    const trader = { get: async (path: string) => void did.push(path) };
    const send = async () => answers.shift() ?? made(9, null);
    const last = await complete({ trader, elapse: async (ms: number) => void did.push(ms) } as never, send);
    expect([last.response?.status, did]).toEqual([201, [500, '/operations/a', 3_000]]);
  });
});
