/**
 * A typical Koa server with @koa/router: `node koa.mjs ANSWERS [store]`. ANSWERS is a JSON file of bodies by path; each is
 * sent as a Buffer that was made once. With `store`, POST /orders goes through koa-body and ajv into a Map: the minimum for
 * placing an order over HTTP. Prints its ready line.
 */
import { readFileSync } from 'node:fs';
import Router from '@koa/router';
import Koa from 'koa';

const [, , file = '', part] = process.argv;
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(file, 'utf8'))).map(([path, text]) => [path, Buffer.from(String(text))]),
);
const router = new Router();
/** @param {Koa.Context} ctx */
const ready = (ctx) => {
  ctx.type = 'json';
  ctx.body = answers.get(ctx.url);
};
router.get('/me', ready);
router.get('/orders', ready);
router.get('/orders/:id', ready);
if (part === 'store') await addStore();
const server = new Koa()
  .use(router.routes())
  .listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, port: Object(server.address()).port })));

async function addStore() {
  const [{ koaBody }, { Ajv }] = await Promise.all([import('koa-body'), import('ajv')]);
  const decimal = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' };
  const isOrder = new Ajv().compile({
    type: 'object',
    required: ['accountId', 'instrumentId', 'side', 'price', 'qty'],
    additionalProperties: false,
    properties: {
      accountId: { type: 'integer', minimum: 1 },
      instrumentId: { type: 'integer', minimum: 1 },
      side: { enum: ['BUY', 'SELL'] },
      price: decimal,
      qty: decimal,
      clientOrderId: { type: 'string', maxLength: 64 },
    },
  });
  const unfilled = { cumQty: '0', leavesQty: '1', avgPx: null, lastFillPx: null, lastFillQty: null, rejection: null };
  const stamp = '1795433920252000000';
  const orders = new Map();
  router.post('/orders', koaBody(), (ctx) => {
    const body = Object(ctx.request).body;
    if (!isOrder(body)) {
      ctx.status = 422;
      ctx.body = isOrder.errors;
      return;
    }
    const orderId = `${orders.size + 1}`;
    const order = { orderId, status: 'OPEN', ...body, ...unfilled, createdAtNs: stamp, updatedAtNs: stamp };
    orders.set(orderId, order);
    ctx.status = 201;
    ctx.body = order;
  });
}
