import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf, unanswered } from '../../testing/sample-history.ts';
import { pathOf } from './exchange.ts';
import { canonicalDecimal, replays, sameAnswer } from './same-answer.ts';
import { sameRefusal } from './same-refusal.ts';

const BODY = { price: '1.50', items: [{ qty: '1' }] };
const signed = (id: string): AnswerOptions => {
  return { status: 422, code: 'X', message: `no [${id}]`, headers: { 'X-Request-Id': id } };
};
const order: AnswerOptions = { status: 201, position: 7n, body: BODY };

describe('the same answer', () => {
  // biome-ignore format: an aligned table
  test.each<[string, AnswerOptions, AnswerOptions, boolean]>([
    ['identical responses',                            order, order, true],
    ['decimals of equal value',                        order, { ...order, body: { items: [{ qty: '1.0' }], price: '01.5' } }, true],
    ['another value',                                  order, { ...order, body: { price: '1.51', items: [{ qty: '1' }] } }, false],
    ['another status',                                 order, { ...order, status: 200 }, false],
    ['another position',                               order, { ...order, position: 8n }, false],
    ['an additional member that the interface names',  order, { ...order, body: { ...BODY, fee: null } }, false],
    ['an extra member that differs',               order, { ...order, body: { ...BODY, servedBy: 'm2' } }, true],
    ['an extra member in a row',                   order, { ...order, body: { ...BODY, items: [{ qty: '1', took: 3 }] } }, true],
    ['an additional row',                              order, { ...order, body: { price: '1.50', items: [{ qty: '1' }, {}] } }, false],
    ['a number in place of a string',                  { status: 200, body: { count: 1 } }, { status: 200, body: { count: '1' } }, false],
    ['a refusal with another requestId',               { status: 422, code: 'X' }, { status: 422, code: 'X' }, true],
    ['a message that ends with the id of its request', signed('r-1'), signed('r-2'), true],
    ['another message',                                { status: 422, code: 'X', message: 'no' }, { status: 422, code: 'X', message: 'yes' }, false],
    ['another code',                                   { status: 422, code: 'X' }, { status: 422, code: 'Y' }, false],
    ['another requestId outside a refusal',            { status: 200, body: { requestId: 'a' } }, { status: 200, body: { requestId: 'b' } }, true],
    ['equal texts',                                    { status: 200, body: 'plain' }, { status: 200, body: 'plain' }, true],
    ['different texts',                                { status: 200, body: 'plain' }, { status: 200, body: 'other' }, false],
  ])('%s', (_, a, b, same) =>
    expect(sameAnswer(answer('POST /orders', a)(1, null), answer('POST /orders', b)(2, null))).toBe(same),
  );

  test('nothing equals a missing response', () =>
    expect(sameAnswer(answer('POST /orders', order)(1, null), unanswered('POST /orders')(2, null))).toBe(false));

  test('a replay declares itself one', () => {
    const first = answer('POST /orders', order)(1, null);
    expect(replays(answer('POST /orders', order)(2, null), first)).toBe(false);
    expect(replays(answer('POST /orders', { ...order, replay: true })(2, null), first)).toBe(true);
  });
});

describe('one spelling for each value', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['007.500', '7.5'],
    ['-0.00',   '0'],
    ['0',       '0'],
    ['-01',     '-1'],
    ['1e5',     '1e5'],
    ['.5',      '.5'],
    ['100',     '100'],
  ])('%s: %s', (text, canonical) => expect(canonicalDecimal(text)).toBe(canonical));

  test('zeros at either end change nothing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.nat(9), fc.nat(9), (units, before, after) => {
        const text = `${units}.25`;
        expect(canonicalDecimal('0'.repeat(before) + text + '0'.repeat(after))).toBe(canonicalDecimal(text));
      }),
    );
  });
});

describe('the same refusal of two ids', () => {
  const REFUSAL = { status: 404, code: 'NOT_FOUND', position: 9 } as const;
  const id = (e: Parameters<typeof pathOf>[0]) => pathOf(e).slice('/orders/'.length);

  // biome-ignore format: an aligned table
  test.each<[string, Partial<AnswerOptions>, boolean]>([
    ['at a later position',                            { position: 10 },                                                           true],
    ['a message that repeats the id',                  { message: 'no order 500' },                                                true],
    ['a request id that matches words of the message', { message: 'no order 500', headers: { 'X-Request-Id': 'no order' } },       false],
    ['another header of the connection',               { message: 'no order 500', headers: { 'Set-Cookie': 'lane=7', Age: '1' } }, true],
    ['a header of a trace',                            { message: 'no order 500', headers: { Traceresponse: '00-1' } },            true],
    ['another header',                                 { message: 'no order 500', headers: { ETag: '"3"' } },                      false],
    ['another message',                                { message: 'not your order 500' },                                          false],
    ['another code',                                   { message: 'no order 500', code: 'NOT_YOURS' },                             false],
    ['another value of retryable',                     { message: 'no order 500', retryable: true },                               false],
  ])('%s', (_, over, same) => {
    const history = historyOf([
      answer('GET /orders/499', { ...REFUSAL, message: 'no order 499' }),
      answer('GET /orders/500', { ...REFUSAL, message: 'no order 500', ...over }),
    ]);
    const [unheld, foreign] = history.answered;
    if (unheld === undefined || foreign === undefined) throw new Error('two were made');
    expect(sameRefusal(unheld, foreign, id)).toBe(same);
  });
});
