import { expect, test } from 'vitest';
import { restingOrder, tradingPrice } from './order.ts';

test.each([
  ['100', '200'],
  ['100.00', '200.00'],
  ['0.07', '0.14'],
  ['0.5', '1.0'],
])('a buy at twice %s trades', (price, twice) => {
  expect(tradingPrice(price)).toBe(twice);
});

test('an order states what the interface names, and nothing else', () => {
  const fixtures = {
    account: { id: 1, name: 'main' },
    instrument: { id: 2, symbol: 'BTC-USD', tick: '0.01', step: '0.1', price: '100.00' },
  };
  expect(restingOrder(fixtures)).toEqual({ accountId: 1, instrumentId: 2, price: '100.00', qty: '1' });
});
