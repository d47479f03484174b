import { describe, expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ownerRefusalSpendsTheKey } from './owner-refusal-spends-the-key.check.ts';

const refusal = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7n };
const refused = answer('POST /orders', refusal);
const replayed = answer('POST /orders', { ...refusal, replay: true });

describe("an owner's refusal spends the key", () => {
  test.each([
    ['the refusal replayed', refused, answer('POST /orders', { ...refusal, replay: true }), 'pass'],
    ['a fresh order instead', refused, answer('POST /orders', { status: 201, position: 8n }), 'violated'],
    ['the refusal without the replay header', refused, answer('POST /orders', refusal), 'violated'],
    [
      'a refusal of another fact',
      refused,
      answer('POST /orders', { ...refusal, position: 8n, replay: true }),
      'violated',
    ],
    [
      'a first answer of the door',
      answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' }),
      refused,
      'inconclusive',
    ],
  ])('%s', (_, first, second, verdict) => {
    const history = historyOf({ refused: first, corrected: second, retried: replayed });
    expect(judge(ownerRefusalSpendsTheKey, history).verdict).toBe(verdict);
    const retriedSo = historyOf({ refused: first, corrected: replayed, retried: second });
    expect(judge(ownerRefusalSpendsTheKey, retriedSo).verdict).toBe(verdict);
  });

  test('another body may be told that the key is reused, by a deployed member and with that code alone', () => {
    const judged = (code: string, strict = false) => {
      const corrected = answer('POST /orders', { status: 409, code, sentBody: { price: '1' } });
      return judge(ownerRefusalSpendsTheKey, historyOf({ refused, corrected, retried: replayed }, { strict })).verdict;
    };
    expect([judged('IDEMPOTENCY_KEY_REUSED'), judged('CONFLICT'), judged('IDEMPOTENCY_KEY_REUSED', true)]).toEqual([
      'pass',
      'violated',
      'violated',
    ]);
  });
});
