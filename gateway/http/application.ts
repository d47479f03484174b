/** The Koa application of a member: middleware in order, and a router with a row for each route of the member's version. */
import type { RequestListener } from 'node:http';
import type { Router, RouterContext } from '@koa/router';
import type Koa from 'koa';
import { type OperationId, ROUTES, routeOf } from '../contract/routes.ts';
import { SOCKET_PATHS, type SocketName } from '../contract/sockets.ts';
import type { Version } from '../contract/versions.ts';
import type { Services } from '../services.ts';
import type { Known } from '../stage.ts';
import { httpDate } from './answers.ts';
import { bodyTextOf, discardRest } from './body-text.ts';
import { report } from './exchange-event.ts';
import { loadKoa } from './koa.ts';
import { type PipelineColumn, RUNS } from './pipeline.ts';
import { targetOf } from './request-head.ts';

/** What the middleware of a member's application uses of the member. */
export interface ServedMember {
  readonly services: Services;
  /** The member's name in exchange events and sessions. */
  readonly name: string;
}

interface InMember {
  readonly member: ServedMember;
}

type MemberContext = Koa.ParameterizedContext<Koa.DefaultState, InMember>;
type MemberRouter = Router<Koa.DefaultState, InMember>;

/** The listener that serves the requests of a member; Koa is loaded with the first of them. */
export function requestListenerOf(member: ServedMember): RequestListener {
  const { open } = member.services;
  let serve: ReturnType<Koa['callback']> | undefined;
  return (request, response) => {
    response.once('close', open.begin(request.socket));
    serve ??= applicationOf(member).callback();
    void serve(request, response);
  };
}

function applicationOf(member: ServedMember): Koa<Koa.DefaultState, InMember> {
  const { Koa } = loadKoa();
  const app = new Koa<Koa.DefaultState, InMember>();
  Object.assign(app.context, { member });
  // The pipeline answers its own failures; what fails outside of it is a connection that is gone.
  app.silent = true;
  app.use(refuseBeyondLimit);
  app.use(refuseOtherTargets);
  app.use(routerAt(member.services).routes());
  app.use(refuseUnrouted);
  return app;
}

/** The in-flight limit of this member: past it a request is refused before any work is done for it. */
async function refuseBeyondLimit(ctx: MemberContext, next: Koa.Next): Promise<void> {
  const { open, limits } = ctx.member.services;
  await (open.count > limits.inFlightRequests ? answer(ctx, 'busy', {}) : next());
}

/**
 * A path and query with complete escapes only. An absolute target would be routed by its path, for any host (trap X8),
 * and a fragment would give one path several spellings.
 */
const ORIGIN_FORM = /^\/(?:[^?#%\\]|%[0-9a-f]{2})*(?:\?[^#]*)?$/i;

async function refuseOtherTargets(ctx: MemberContext, next: Koa.Next): Promise<void> {
  await (ORIGIN_FORM.test(ctx.url) ? next() : answer(ctx, 'none', { allowed: [] }));
}

/** In place of the router's own `allowedMethods`, which answers without an envelope and answers OPTIONS (ERR-05, A12). */
async function refuseUnrouted(ctx: MemberContext): Promise<void> {
  const { matched = [] } = ctx as unknown as RouterContext;
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].sort();
  await answer(ctx, 'none', { allowed });
}

/** Routers hold nothing of a member, and building one takes a millisecond: members of one version share it. */
const routers = new Map<Version, MemberRouter>();

function routerAt({ version, gates }: Services): MemberRouter {
  const known = routers.get(version);
  if (known !== undefined) return known;
  const { Router } = loadKoa();
  // Sensitive and strict: otherwise /ORDERS and /orders/ would also be orders.
  const router: MemberRouter = new Router({ sensitive: true, strict: true });
  const add = (method: string, path: string, answers: (ctx: RouterContext<Koa.DefaultState, InMember>) => unknown) => {
    router.register(path, [method], answers);
  };
  for (const operation of Object.keys(ROUTES) as OperationId[]) {
    const route = routeOf(operation);
    if (route.gate !== undefined && !gates[route.gate]) continue;
    // The router decodes the parameters, once (RFC 3986 section 2.3), so a key with an escaped `~` is found. It does not
    // decode the other segments: an escaped letter there matches no path. An id with any other escape is one that no row
    // has (decision A14).
    add(route.method, route.path, (ctx) => answer(ctx, route.column, { operation, route, params: ctx.params }));
  }
  // A plain request to a socket's path is refused by the socket's own column.
  for (const [socket, path] of Object.entries(SOCKET_PATHS) as [SocketName, string][]) {
    add('GET', path, (ctx) => answer(ctx, socket, { memberName: ctx.member.name, isUpgrade: false }));
  }
  // The router serves HEAD like GET; the interface refuses it (decision A12).
  for (const layer of router.stack) layer.methods = layer.methods.filter((one) => one !== 'HEAD');
  routers.set(version, router);
  return router;
}

const SOCKET_ROUTES: Partial<Record<PipelineColumn, string>> = SOCKET_PATHS;

/** Runs the pipeline's column and writes its answer. */
async function answer(ctx: MemberContext, column: PipelineColumn, known: Partial<Known>): Promise<void> {
  const { services } = ctx.member;
  let text: string | undefined;
  const readText = async (): Promise<string> => {
    text = await bodyTextOf(ctx, services.clock);
    return text;
  };
  const given = await RUNS[column]({ services, request: ctx.req, ...targetOf(ctx.url), ...known, readText });
  report(ctx.member, ctx.req, given, known.route?.path ?? SOCKET_ROUTES[column], text);
  ctx.status = given.status;
  ctx.set('Date', httpDate(services.clock));
  ctx.set(given.headers);
  if (discardRest(ctx.req)) ctx.set('Connection', 'close');
  ctx.body = given.body;
}
