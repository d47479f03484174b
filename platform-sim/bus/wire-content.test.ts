import { expect, test } from 'vitest';
import type { ExchangeContent } from '../../gateway/http/exchange-event.ts';
import { encode } from './messages.ts';
import { fromWire, toWire } from './wire-content.ts';

const decoder = new TextDecoder();

const content = (over: Partial<ExchangeContent>): ExchangeContent => ({
  ...{ target: '/me?x=1', requestHeaders: ['Host', 'a'], requestBody: '{"a":1}' },
  ...{ responseHeaders: { Date: 'now' }, responseBody: '{}' },
  ...over,
});
const carried = (given: ExchangeContent): ExchangeContent =>
  fromWire(JSON.parse(decoder.decode(encode(toWire(given)))));

test.each([
  ['a text', {}],
  ['bytes', { responseBody: Buffer.from([0, 255, 10]) }],
  ['a frame', { responseBody: { op: 'auth' } }],
  ['no bodies', { requestBody: null, responseBody: null }],
])('%s arrives as it was', (_, over) => {
  expect(carried(content(over))).toEqual(content(over));
});

test.each([
  ['a long request', { requestBody: 'x'.repeat(65_537) }, { requestBody: null }],
  ['a long answer', { responseBody: 'x'.repeat(65_537) }, { responseBody: null }],
  ['long bytes', { responseBody: Buffer.alloc(65_537) }, { responseBody: null }],
])('%s arrives without its body', (_, over, without) => {
  expect(carried(content(over))).toEqual(content(without));
});
