/** The start's peer, plain JavaScript as most would write it: Koa with @koa/router and one route; says where it serves. */
import Router from '@koa/router';
import Koa from 'koa';

const router = new Router();
router.get('/openapi.json', (ctx) => {
  ctx.body = { served: 'bare' };
});
const server = new Koa()
  .use(router.routes())
  .listen(0, '127.0.0.1', () =>
    console.log(JSON.stringify({ ready: true, baseUrl: `http://127.0.0.1:${Object(server.address()).port}` })),
  );
process.once('SIGTERM', () => process.exit(0));
