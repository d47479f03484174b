import { describe, expect, test } from 'vitest';
import { orderOf, organisation, SampleMarket } from '../../testing/sample-market.ts';
import { heldOrder } from './state.ts';

describe('a cancel', () => {
  test('removes the remainder', () => {
    const market = new SampleMarket();
    const { orderId } = orderOf(market.submit({ qty: '2' }));
    market.fill(orderId, { price: '100', qty: '0.5' });
    expect(orderOf(market.cancel(orderId))).toMatchObject({
      status: 'CANCELLED',
      cumQty: '0.5',
      leavesQty: '0',
      avgPx: '100',
    });
  });

  test.each([
    ['filled', (market: SampleMarket, orderId: string) => void market.fill(orderId, { price: '100', qty: '1' })],
    ['cancelled', (market: SampleMarket, orderId: string) => void market.cancel(orderId)],
    [
      'rejected',
      (market: SampleMarket, orderId: string) =>
        void market.report({ kind: 'venue-reject', orderId, reason: 'RATE_CEILING' }),
    ],
  ])('of a %s order answers its unchanged row', (_, end) => {
    const market = new SampleMarket();
    const { orderId } = orderOf(market.submit());
    end(market, orderId);
    const row = heldOrder(market.orders, orderId);
    expect(market.cancel(orderId)).toEqual({ facts: [{ kind: 'OrderUpdated', order: row }] });
  });

  test("of another organisation's order and of a missing one is NOT_FOUND alike", () => {
    const market = new SampleMarket();
    const { orderId } = orderOf(market.submit());
    const outsider = { orgId: 2, userId: 3 };
    expect(market.cancel(orderId, outsider)).toEqual(market.cancel('17', outsider));
    expect(market.cancel('17').refused?.code).toBe('NOT_FOUND');
  });

  test('of an organisation that is suspended meanwhile is ORG_NOT_ACTIVE', () => {
    const market = new SampleMarket();
    const { orderId } = orderOf(market.submit());
    market.state([organisation(1, 'SUSPENDED')]);
    expect(market.cancel(orderId).refused?.code).toBe('ORG_NOT_ACTIVE');
    market.state([organisation(1)]);
    expect(orderOf(market.cancel(orderId)).status).toBe('CANCELLED');
  });

  test('without orders:trade is CAPABILITY_DENIED', () => {
    const market = new SampleMarket();
    const { orderId } = orderOf(market.submit());
    expect(market.cancel(orderId, { orgId: 1, userId: 2 }).refused?.code).toBe('CAPABILITY_DENIED');
  });
});
