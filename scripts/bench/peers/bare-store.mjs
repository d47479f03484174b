/** Koa with @koa/router, koa-body, ajv and a Map: the least that places an order over HTTP. Prints its ready line. */
import Router from '@koa/router';
import { Ajv } from 'ajv';
import Koa from 'koa';
import { koaBody } from 'koa-body';

const isOrder = new Ajv().compile({
  type: 'object',
  required: ['accountId', 'instrumentId', 'side', 'price', 'qty'],
  additionalProperties: false,
  properties: {
    accountId: { type: 'integer', minimum: 1 },
    instrumentId: { type: 'integer', minimum: 1 },
    side: { enum: ['BUY', 'SELL'] },
    price: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
    qty: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
    clientOrderId: { type: 'string', maxLength: 64 },
  },
});
const STAMP = '1795433920252000000';
const orders = new Map();
const router = new Router();
router.post('/orders', (ctx) => {
  const body = Object(ctx.request).body;
  if (!isOrder(body)) {
    ctx.status = 422;
    ctx.body = isOrder.errors;
    return;
  }
  const orderId = `${orders.size + 1}`;
  const fills = {
    cumQty: '0',
    leavesQty: '1',
    avgPx: null,
    lastFillPx: null,
    lastFillQty: null,
    rejection: null,
    createdAtNs: STAMP,
    updatedAtNs: STAMP,
  };
  const order = { orderId, status: 'OPEN', ...body, ...fills };
  orders.set(orderId, order);
  ctx.status = 201;
  ctx.body = order;
});
const server = new Koa()
  .use(koaBody())
  .use(router.routes())
  .listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, port: Object(server.address()).port })));
