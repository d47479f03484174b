import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerOptions } from '../testing/sample-history.ts';
import { answer, unanswered } from '../testing/sample-history.ts';
import { canonicalDecimal, replays, sameAnswer } from './same-answer.ts';

const order: AnswerOptions = { status: 201, position: 7n, body: { price: '1.50', rows: [{ qty: '1' }] } };

describe('the same answer', () => {
  test.each<[string, AnswerOptions, AnswerOptions, boolean]>([
    ['identical responses', order, order, true],
    ['decimals of equal value', order, { ...order, body: { rows: [{ qty: '1.0' }], price: '01.5' } }, true],
    ['another value', order, { ...order, body: { price: '1.51', rows: [{ qty: '1' }] } }, false],
    ['another status', order, { ...order, status: 200 }, false],
    ['another position', order, { ...order, position: 8n }, false],
    ['an additional property', order, { ...order, body: { price: '1.50', rows: [{ qty: '1' }], more: null } }, false],
    ['an additional row', order, { ...order, body: { price: '1.50', rows: [{ qty: '1' }, {}] } }, false],
    ['a number in place of a string', { status: 200, body: { n: 1 } }, { status: 200, body: { n: '1' } }, false],
    ['a refusal with another requestId', { status: 422, code: 'X' }, { status: 422, code: 'X' }, true],
    ['another code', { status: 422, code: 'X' }, { status: 422, code: 'Y' }, false],
    [
      'another requestId outside a refusal',
      { status: 200, body: { requestId: 'a' } },
      { status: 200, body: { requestId: 'b' } },
      false,
    ],
    ['equal texts', { status: 200, body: 'plain' }, { status: 200, body: 'plain' }, true],
    ['different texts', { status: 200, body: 'plain' }, { status: 200, body: 'other' }, false],
  ])('%s', (_, a, b, same) => {
    expect(sameAnswer(answer('POST /orders', a)(1, null), answer('POST /orders', b)(2, null))).toBe(same);
  });

  test('nothing equals a missing response', () => {
    expect(sameAnswer(answer('POST /orders', order)(1, null), unanswered('POST /orders')(2, null))).toBe(false);
  });

  test('a replay declares itself one', () => {
    const first = answer('POST /orders', order)(1, null);
    expect(replays(answer('POST /orders', order)(2, null), first)).toBe(false);
    expect(replays(answer('POST /orders', { ...order, replay: true })(2, null), first)).toBe(true);
  });
});

describe('one spelling for each value', () => {
  test.each([
    ['007.500', '7.5'],
    ['-0.00', '0'],
    ['0', '0'],
    ['-01', '-1'],
    ['1e5', '1e5'],
    ['.5', '.5'],
    ['100', '100'],
  ])('%s: %s', (text, canonical) => {
    expect(canonicalDecimal(text)).toBe(canonical);
  });

  test('zeros at either end change nothing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.nat(9), fc.nat(9), (units, before, after) => {
        const text = `${units}.25`;
        expect(canonicalDecimal('0'.repeat(before) + text + '0'.repeat(after))).toBe(canonicalDecimal(text));
      }),
    );
  });
});
