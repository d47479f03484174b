import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Check } from '../../runner/check.ts';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { moneyReadsBackExactly } from './money-reads-back-exactly.check.ts';

const written = { price: '99.97', qty: '0.0301' };
const row = { orderId: '5', ...written };
const submitted = answer('POST /orders', { status: 201, position: 7, body: row });
const read = (over: object) => answer('GET /orders/5', { status: 200, body: { ...row, ...over } });
const unheld = answer('GET /orders/5', { status: 404, code: 'NOT_FOUND' });
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });

describe('what is read back', () => {
  test.each([
    ['the same', submitted, read({}), page(row), 'pass'],
    ['more places, trailing zeros', submitted, read({ price: '99.9700' }), page({ ...row, qty: '0.030100' }), 'pass'],
    ['another member that does not hold it', submitted, unheld, page({ orderId: '9', price: '1', qty: '1' }), 'pass'],
    ['a rounded price on the row', submitted, read({ price: '100' }), page(row), 'violated'],
    ['a rounded quantity on the page', submitted, read({}), page({ ...row, qty: '0.03' }), 'violated'],
    ['a scaled integer', submitted, read({ price: '9997' }), page(row), 'violated'],
    ['a number', submitted, read({ qty: 0.0301 }), page(row), 'violated'],
    [
      'another price in the answer itself',
      answer('POST /orders', { status: 201, body: { ...row, price: '99.98' } }),
      read({}),
      page(row),
      'violated',
    ],
    ['a refused order', answer('POST /orders', { status: 403, code: 'X' }), unheld, page(), 'inconclusive'],
  ])('%s', (_, first, back, listed, verdict) => {
    const history = historyOf({ submitted: first, row: back, page: listed });
    expect(judged(moneyReadsBackExactly, history, written).verdict).toBe(verdict);
  });
});

test('prices are of the grid and rest, quantities are of the grid', () => {
  const fixtures = { instrument: { id: 1, symbol: 'X', tick: '0.05', step: '10', price: '2.50' } };
  const given = (moneyReadsBackExactly as Check).given?.(fixtures) as fc.Arbitrary<typeof written>;
  fc.assert(
    fc.property(given, ({ price, qty }) => {
      expect(price).toMatch(/^[0-2]\.[0-9][05]$/);
      expect(Number(price)).toBeLessThanOrEqual(2.5);
      expect(qty).toMatch(/^[1-9][0-9]*0$/);
    }),
  );
});
