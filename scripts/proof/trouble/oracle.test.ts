/** A valid log with its records, and one row for each kind of error. */
import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import type { Entry } from './client.ts';
import { riseOf, type Sample } from './mixed.ts';
import { type Ledger, Published, wrongRecords, wrongWrites } from './oracle.ts';

const KEY = 'trouble-1';
const ORDER = { qty: '2.0000', side: 'BUY' };

interface Answer {
  readonly status?: number;
  readonly position?: string;
  readonly isReplay?: boolean;
  readonly orderId?: string;
}

/** The nth sending of an order with its answer; undefined if it got no answer. */
function sent(n: number, answer: Answer | undefined, key = KEY): Entry {
  const { status = 201, position = '7', isReplay = n > 1, orderId = '9' } = answer ?? {};
  const headers: [string, string][] = [['X-Service-Global-Sequence', position]];
  if (isReplay) headers.push(['Idempotent-Replay', 'true']);
  const response = { status, headers, body: JSON.stringify({ orderId }) };
  return {
    ...{ n, label: null, actor: 'trader', expected: [201, 202], sentAtMs: 2 * n, answeredAtMs: 2 * n + 1 },
    request: { method: 'POST', path: '/orders', headers: [['Idempotency-Key', key]], body: JSON.stringify(ORDER) },
    ...(answer === undefined ? { response: null, failure: 'reset' } : { response, failure: null }),
  };
}

function record(of: { readonly position?: number; readonly qty?: string; readonly orderId?: string } = {}) {
  const { position = 7, qty = '2', orderId = '9' } = of;
  const body = { kind: 'submit', accountId: 1, instrumentId: 1, side: 'BUY', price: '50', qty };
  const command = { owner: 'orders', principal: { orgId: 1, userId: 1 }, key: KEY, operation: 'submitOrder', body };
  const verdict = { facts: [{ kind: 'OrderUpdated', order: { orderId } }] };
  return { position, atNs: '1', command, verdict } as unknown as SequencedRecord;
}

// biome-ignore format: an aligned table
test.each<readonly [string, Ledger, RegExp | undefined]>([
  ['answered and there',               { log: [sent(1, {}), sent(2, {})],                             records: [record()] }, undefined],
  ['not answered and there',           { log: [sent(1, undefined)],                                   records: [record()] }, undefined],
  ['not answered and not there',       { log: [sent(1, undefined)],                                   records: [] },         undefined],
  ['answered late',                    { log: [sent(1, undefined), sent(2, {})],                      records: [record()], isSettled: true }, undefined],
  ['answered and lost',                { log: [sent(1, {})],                                          records: [] },         /answered at 7, and is lost/],
  ['answered and twice there',         { log: [sent(1, {})],                                          records: [record(), record({ position: 8 })] }, /sequenced 2 times/],
  ['not answered and twice there',     { log: [sent(1, undefined)],                                   records: [record(), record({ position: 8 })] }, /sequenced 2 times/],
  ['at another position',              { log: [sent(1, {})],                                          records: [record({ position: 8 })] }, /answered at 7, and is at 8/],
  ['of another quantity',              { log: [sent(1, {})],                                          records: [record({ qty: '3' })] }, /sequenced as something else/],
  ['another order',                    { log: [sent(1, {})],                                          records: [record({ orderId: '10' })] }, /and is order 10/],
  ['never sent',                       { log: [],                                                     records: [record()] }, /trouble-1 .* was never sent/],
  ['of two positions',                 { log: [sent(1, {}), sent(2, { position: '8' })],              records: [record()] }, /has 2 outcomes/],
  ['of two orders',                    { log: [sent(1, {}), sent(2, { orderId: '8' })],               records: [record()] }, /has 2 outcomes/],
  ['a second effect, not a replay',    { log: [sent(1, {}), sent(2, { isReplay: false })],            records: [record()] }, /is no replay/],
  ['refused when it is sent again',    { log: [sent(1, {}), sent(2, { status: 422 })],                records: [record()] }, /has 2 outcomes/],
  ['never answered',                   { log: [sent(1, undefined), sent(2, undefined)],               records: [record()], isSettled: true }, /was not answered 201 when it was sent again: reset/],
])('a write that is %s', (_, ledger, expected) => {
  const wrong = wrongWrites(ledger);
  if (expected === undefined) expect(wrong).toEqual([]);
  else expect(wrong.join('\n')).toMatch(expected);
});

test('earlier records of the sequence never change', () => {
  expect(wrongRecords([record()], [record(), record({ position: 8 })])).toEqual([]);
  expect(wrongRecords([record()], [record({ qty: '3' })])).toEqual(['record 1 is not what it was']);
  expect(wrongRecords([record()], [])).toEqual(['record 1 is not what it was']);
});

describe('an answer', () => {
  const schema = { type: 'object', required: ['orderId'], properties: { orderId: { type: 'string' } } } as const;
  const responses = Object.fromEntries(
    [200, 404, 429, 503].map((status) => [status, { schema: undefined, headers: {} }]),
  );
  const operation = {
    operationId: 'readOrder',
    method: 'GET',
    path: '/orders/{id}',
    pathParameters: ['id'],
    query: {},
  };
  const published = new Published([
    {
      json: {},
      operations: [
        {
          ...{ ...operation, takesKey: false, body: undefined, bodyRequired: false },
          responses: { ...responses, 200: { schema, isText: false, headers: {} } },
        },
      ],
    },
  ]);
  const refusal = (code: string) => JSON.stringify({ error: { code } });
  const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const;
  // biome-ignore format: an aligned table
  test.each<readonly [string, number, string, readonly (readonly [string, string])[], RegExp | undefined]>([
    ['as published',                 200, '{"orderId":"9"}',        [JSON_TYPE],            undefined],
    ['of the front',                 503, 'no member',              [['Content-Type', 'text/plain']], undefined],
    ['of another shape',             200, '{"orderId":9}',          [JSON_TYPE],            /orderId/],
    ['of a status not published',    418, '',                       [],                     /publishes no 418/],
    ['with a header not published',  200, '{"orderId":"9"}',        [JSON_TYPE, ['X-Other', '1']], /x-other is not published/],
    ['of a status not to be expected', 404, refusal('NOT_FOUND'),   [],                     /not one of 200/],
    ['of trouble',                   429, refusal('INBOX_FULL'),    [['Retry-After', '1']], /retry-after is not published/],
    ['of trouble, without a time',   429, refusal('INBOX_FULL'),    [],                     /without Retry-After/],
    ['with the status of another code', 503, refusal('INBOX_FULL'), [['Retry-After', '1']], /the status of another code/],
  ])('%s', (_, status, body, headers, expected) => {
    const request = { method: 'GET', path: '/orders/9', headers: [], body: null };
    const wrong = published.wrongAnswers([{ ...sent(1, {}), request, expected: [200], response: { status, headers, body } }]);
    if (expected === undefined) expect(wrong).toEqual([]);
    else expect(wrong.join('\n')).toMatch(expected);
  });
});

// biome-ignore format: an aligned table
test.each<readonly [string, (n: number) => number, boolean]>([
  ['a steady one',                                                              () => 80,                     false],
  ['one that rises in the first half alone',                                    (n) => Math.min(n, 20),       false],
  ['one that swings around a line that rises by less than the swing hides',     (n) => (n % 2) * 40 + n * 0.3, false],
  ['one that rises within the bound',                                           (n) => 80 + n * 0.2,          false],
  ['one that falls',                                                            (n) => 80 - n,                false],
  ['one that rises',                                                            (n) => 80 + n * 0.5,          true],
  ['one that rises and swings a little',                                        (n) => 80 + n + (n % 2),      true],
])('memory: %s', (_, value, rises) => {
  const samples: readonly Sample[] = Array.from({ length: 40 }, (_, n) => ({ atS: n * 30, value: value(n) }));
  expect(riseOf({ name: 'heap', unit: 'MB', most: 5 }, samples) !== undefined).toBe(rises);
});
