import { expect, test } from 'vitest';
import { marketDataMessages, tradingMessages } from '../documents/asyncapi/messages.ts';
import { MARKET_DATA_REFUSAL_CODE, tradingRefusalCode } from '../documents/asyncapi/refusal-codes.ts';
import { frameNames, NEWEST_SOCKET, SOCKET_FRAMES } from './sockets.ts';

test.each([
  ['trading', tradingMessages(tradingRefusalCode(NEWEST_SOCKET))],
  ['market-data', marketDataMessages(MARKET_DATA_REFUSAL_CODE)],
] as const)('the frame names of the %s socket are those of its document', (socket, { ops, messages }) => {
  expect(SOCKET_FRAMES[socket].ops).toEqual([...ops.map(({ op }) => op), 'error']);
  expect(Object.keys(messages)).toEqual(expect.arrayContaining([...SOCKET_FRAMES[socket].events]));
});

test('a name that both sockets use appears once, and events come first', () => {
  expect(frameNames('market-data')).toEqual(['quote', 'auth', 'subscribe', 'unsubscribe', 'error']);
  expect(frameNames().filter((name) => name === 'auth')).toHaveLength(1);
  expect(frameNames().indexOf('quote')).toBeLessThan(frameNames().indexOf('auth'));
});
