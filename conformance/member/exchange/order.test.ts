import { expect, test } from 'vitest';
import { onGrid, restingOrder, tradingPrice } from './order.ts';

test.each([
  ['100', '200'],
  ['100.00', '200.00'],
  ['0.07', '0.14'],
  ['0.5', '1.0'],
])('a buy at twice %s trades', (price, twice) => expect(tradingPrice(price)).toBe(twice));

test.each([
  ['1.25', '0.0001', '1.25'],
  ['1.2345', '0.001', '1.235'],
  ['1.25', '1', '2'],
  ['1', '0.3', '1.2'],
  ['1', '10', '10'],
  ['2.5', '0.00000001', '2.5'],
])('%s on a grid of %s is %s', (value, grid, rounded) => expect(onGrid(value, grid)).toBe(rounded));

test('a quantity is on the step of the instrument that the order names', () => {
  const account = { id: 1, name: 'main' };
  const instrument = { id: 2, symbol: 'BTC-USD', tick: '0.01', step: '0.3', price: '100.00' };
  const cappedInstrument = { ...instrument, id: 3, symbol: 'LTC-BTC', step: '5' };
  const fixtures = { account, instrument, cappedInstrument };
  expect(restingOrder(fixtures).qty).toBe('1.2');
  expect(restingOrder(fixtures, { instrumentId: 3 }).qty).toBe('5');
  expect(restingOrder(fixtures, { instrument: 'LTC-BTC', instrumentId: undefined }).qty).toBe('5');
});

test('an order states what the interface names, and nothing else', () => {
  const fixtures = {
    account: { id: 1, name: 'main' },
    instrument: { id: 2, symbol: 'BTC-USD', tick: '0.01', step: '0.1', price: '100.00' },
  };
  expect(restingOrder(fixtures)).toEqual({ accountId: 1, instrumentId: 2, price: '100.00', qty: '1' });
});
