/** Koa with @koa/router and one route, as most would write it. It sends the JSON of its argument; prints its ready line. */
import Router from '@koa/router';
import Koa from 'koa';

const [, , body = '{}'] = process.argv;
const router = new Router();
router.get('/orders/:id', (ctx) => {
  ctx.type = 'json';
  ctx.body = body;
});
const server = new Koa()
  .use(router.routes())
  .listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, port: Object(server.address()).port })));
