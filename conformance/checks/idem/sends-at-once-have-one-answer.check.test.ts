import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { sendsAtOnceHaveOneAnswer } from './sends-at-once-have-one-answer.check.ts';

const BOTH = { sentAtMs: 10, answeredAtMs: 20 };
const taken = (orderId: string, over: Partial<AnswerOptions> = {}) =>
  answer('POST /orders', { status: 201, position: 7, key: 'k1', body: { orderId }, ...BOTH, ...over });
const listed = (...keys: readonly string[]) =>
  answer('GET /orders', { status: 200, body: { items: keys.map((clientOrderId) => ({ clientOrderId })) } });
const pending = answer('POST /orders', { status: 202, key: 'k1', ...BOTH });
const refused = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', key: 'k1', ...BOTH });

test.each<[string, readonly Sample[], Sample, string]>([
  ['one answer', [taken('17'), taken('17')], listed('k1'), 'pass'],
  ['the later one told as a replay', [taken('17'), taken('17', { replay: true })], listed('k1'), 'pass'],
  ['two orders in the answers', [taken('17'), taken('18')], listed('k1'), 'violated'],
  ['two orders in the list', [taken('17'), taken('17')], listed('k1', 'k1'), 'violated'],
  ['two answers', [taken('17'), taken('17', { status: 200 })], listed('k1'), 'violated'],
  [
    'one after the other',
    [taken('17'), taken('17', { sentAtMs: 30, answeredAtMs: 40, replay: true })],
    listed('k1'),
    'not-exercised',
  ],
  ['not answered in time', [taken('17'), pending], listed('k1'), 'not-exercised'],
  ['refused', [refused, refused], listed(), 'not-exercised'],
])('%s', (_, sent, orders, verdict) => {
  expect(judged(sendsAtOnceHaveOneAnswer, historyOf({ sent, orders })).verdict).toBe(verdict);
});
