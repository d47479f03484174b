/** The venue's operations over the control plane, seen by a client of the gateway. */
import { describe, expect, test } from 'vitest';
import { type Answered, callerOf, sandboxOf } from '../testing/sample-caller.ts';

async function scene() {
  const sandbox = await sandboxOf({ clock: 'virtual' });
  async function control(method: 'GET' | 'POST', path: string, body?: unknown) {
    const answer = await fetch(sandbox.controlUrl + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.status, body: (await answer.json()) as Answered['body'] };
  }
  const trader = await callerOf(sandbox, 'trader');
  const { orderId } = (await trader.order('main')).body as { readonly orderId: string };
  return { sandbox, control, trader, orderId };
}

describe('the venue over the control plane', () => {
  test('fills an order in part, then wholly, and rejects another', async () => {
    const { control, trader, orderId } = await scene();
    const partly = await control('POST', `/orders/${orderId}/fill`, { qty: '0.4', price: '89.5' });
    expect(partly).toMatchObject({ status: 200, body: { qty: '0.4', order: { status: 'PARTIALLY_FILLED' } } });
    expect((await trader.get(`/orders/${orderId}`)).body).toMatchObject({ status: 'PARTIALLY_FILLED', avgPx: '89.5' });
    expect((await trader.get('/executions?limit=1')).body.items).toMatchObject([
      { tradeId: partly.body.tradeId, qty: '0.4' },
    ]);
    expect((await control('GET', '/orders?limit=1')).body.items).toMatchObject([{ orderId, leavesQty: '0.6' }]);
    expect((await control('POST', `/orders/${orderId}/fill`)).body.order.status).toBe('FILLED');

    const other = (await trader.order('main')).body.orderId;
    const rejected = await control('POST', `/orders/${other}/reject`, { reason: 'RATE_CEILING' });
    expect(rejected).toMatchObject({ status: 200, body: { order: { status: 'REJECTED' } } });
    expect((await trader.get(`/orders/${other}`)).body).toMatchObject({
      status: 'REJECTED',
      rejection: { reason: 'RATE_CEILING' },
    });
  });

  test('sets a balance by the symbol of its asset', async () => {
    const { control, sandbox } = await scene();
    const admin = await callerOf(sandbox, 'admin');
    const { status, body } = await control('POST', '/balances', { accountId: 1, asset: 'USD', total: '5000.00' });
    expect([status, body.balance.total]).toEqual([200, '5000']);
    const { items } = (await admin.get('/account-balances?accountId=1')).body;
    expect(items).toContainEqual(expect.objectContaining({ assetId: body.balance.assetId, total: '5000' }));
  });

  test.each([
    ['an unknown order', '/orders/17/fill', {}, 404, /^there is no order 17: GET \/orders lists open ones$/],
    ['more than is left', '/orders/ID/fill', { qty: '2' }, 409, /^qty: 2 is more than the 1 that is left of order/],
    ['a quantity of 0', '/orders/ID/fill', { qty: '0.0' }, 400, /^body\.qty: must be more than 0$/],
    ['a negative price', '/orders/ID/fill', { price: '-1' }, 400, /^body\.price: must be more than 0$/],
    ['a number for a decimal', '/orders/ID/fill', { qty: 1 }, 400, /^body\.qty: .*expected string/],
    ['an exponent', '/orders/ID/fill', { qty: '1e-3' }, 400, /^body\.qty: is not a decimal such as 0\.01$/],
    ['too fine a price', '/orders/ID/fill', { price: `0.${'1'.repeat(19)}` }, 400, /^body\.price: has more than 18/],
    ['too large a price', '/orders/ID/fill', { price: '9'.repeat(30) }, 400, /^body\.price: does not fit a 64-bit/],
    ['an unknown property', '/orders/ID/fill', { quantity: '1' }, 400, /^body: .*quantity/],
    ['a rejection without a reason', '/orders/ID/reject', {}, 400, /^body\.reason: /],
    ['an unpublished reason', '/orders/ID/reject', { reason: 'BORED' }, 400, /^body\.reason: Invalid option/],
    ['a retired reason', '/orders/ID/reject', { reason: 'SCALE_UNKNOWN' }, 400, /^body\.reason: Invalid option/],
    ['a balance of no account', '/balances', { accountId: 999, asset: 1, total: '1' }, 404, /^accountId: there is no/],
    [
      'a balance of no asset',
      '/balances',
      { accountId: 1, asset: 'XYZ', total: '1' },
      404,
      /^asset: there is no asset/,
    ],
    ['no amount', '/balances', { accountId: 1, asset: 1, total: 'much' }, 400, /^body\.total: is not a decimal/],
  ])('refuses %s in one line, and records nothing', async (_, path, body, status, message) => {
    const { control, orderId } = await scene();
    const { head } = (await control('GET', '/journal?limit=1')).body;
    expect(await control('POST', path.replace('ID', orderId), body)).toMatchObject({
      status,
      body: { error: { message: expect.stringMatching(message) } },
    });
    expect((await control('GET', '/journal?limit=1')).body.head).toBe(head);
  });

  test('a report that a fault holds is answered at once, without a position', async () => {
    const { control, trader, orderId } = await scene();
    await control('POST', '/faults', { on: { edge: 'venue' }, hold: 'reports' });
    expect((await control('POST', `/orders/${orderId}/fill`, {})).body).toMatchObject({
      position: null,
      order: { status: 'OPEN' },
    });
    expect((await control('POST', '/holds/reports/release')).body).toEqual({ released: 1 });
    expect((await trader.get(`/orders/${orderId}`)).body.status).toBe('FILLED');
  });
});
