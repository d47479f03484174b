import Koa from 'koa';
import { type OperationId, ROUTES, routeOf } from '../contract/routes.ts';
import { SOCKET_PATHS, type SocketName } from '../contract/sockets.ts';
import type { Services } from '../services.ts';
import { onceThere, recovered, type Soon } from '../soon.ts';
import type { Answer, Known } from '../stage.ts';
import { type Answering, targetOf } from './answering.ts';
import { httpDate } from './answers.ts';
import { bodyTextOf, discardRest } from './body-bytes.ts';
import type { PipelineColumn } from './pipeline.ts';
import { RouteTable } from './route-table.ts';

export interface ApplicationOptions {
  readonly services: Services;
  readonly name: string;
  readonly answering: Answering;
}

/** The Koa application of a member: it routes the request, runs the pipeline and writes the answer. */
export function applicationOf({ services, name, answering }: ApplicationOptions): Koa {
  const answer = (ctx: Koa.Context, column: PipelineColumn, known: Partial<Known>): Soon<void> => {
    let body: string | undefined;
    const readText = (): Soon<string> =>
      onceThere(bodyTextOf(ctx, services.clock), (text) => {
        body = text;
        return text;
      });
    return onceThere(answering.answer(ctx.req, column, { ...known, readText }), (given) => {
      answering.tell(ctx.req, given, body);
      send(ctx, given, services);
    });
  };

  const routes = new RouteTable();
  for (const operation of Object.keys(ROUTES) as OperationId[]) {
    const route = routeOf(operation);
    if (route.gate !== undefined && !services.gates[route.gate]) continue;
    routes.add(route.method, route.path, (ctx, params) => answer(ctx, route.column, { operation, route, params }));
  }

  // A plain request to a socket's path is refused by the socket's own column.
  for (const [socket, path] of Object.entries(SOCKET_PATHS) as [SocketName, string][]) {
    routes.add('GET', path, (ctx) => answer(ctx, socket, { memberName: name, isUpgrade: false }));
  }

  const app = Object.assign(new Koa(), AROUND_ONE_MIDDLEWARE);
  // The pipeline answers every failure inside it; a failure outside it cannot be answered any more (trap X3).
  app.silent = true;
  app.use((ctx) => {
    const { method = '', url = '' } = ctx.req;
    // Accepts only targets in origin form: an absolute target would be routed by its path, for any host (trap X8), and
    // a fragment would give one path several spellings. HEAD is refused (decision A12), although the router would
    // answer it like GET.
    if (!ORIGIN_FORM.test(url)) return answer(ctx, 'none', { allowed: [] });
    const { path } = targetOf(url);
    const route = method === 'HEAD' ? undefined : routes.find(method, path);
    return route === undefined ? answer(ctx, 'none', { allowed: routes.methodsAt(path) }) : route(ctx);
  });
  return app;
}

type Serve = (ctx: Koa.Context) => Soon<void>;

/**
 * In place of what Koa does around a chain of middleware whose answer it writes itself: here is one, which writes the whole
 * answer. A third of what bare Koa does for a request would be of no use.
 */
const AROUND_ONE_MIDDLEWARE = {
  compose: ([serve]: readonly Serve[]) => serve,
  handleRequest: (ctx: Koa.Context, serve: Serve) =>
    recovered(
      () => serve(ctx),
      (thrown) => ctx.onerror(thrown as Error),
    ),
};

/**
 * The path and query of a target, with complete escapes only. Ids and keys are decoded once (RFC 3986 section 2.3), so
 * clients that escape `~` find their key, and an id with any other escape is one that nothing has (decision A14). The
 * router does not decode the other segments: an escaped letter there matches no path.
 */
const ORIGIN_FORM = /^\/(?:[^?#%\\]|%[0-9a-f]{2})*(?:\?[^#]*)?$/i;

/**
 * Writes the answer itself, in one piece: Koa would look at the body's type and set every header through its response, and
 * Node would look at each header twice.
 */
function send(ctx: Koa.Context, { status, headers, body }: Answer, { clock }: Services): void {
  const { req, res } = ctx;
  ctx.respond = false;
  const bytes = Buffer.byteLength(body ?? '');
  const head = ['Date', httpDate(clock)];
  for (const name in headers) head.push(name, headers[name] as string);
  if (discardRest(req)) head.push('Connection', 'close');
  head.push('Content-Length', `${bytes}`);
  res.writeHead(status, head);
  // A text of as many bytes as characters is ASCII, which Node need not encode.
  if (typeof body === 'string' && bytes === body.length) res.end(body, 'latin1');
  else res.end(body);
}
