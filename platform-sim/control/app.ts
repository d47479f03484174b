/**
 * The control plane as a Koa application. A request runs through the guards, then its route's shapes, then its route.
 * Every refusal is rendered in one place, outermost (Koa would drop the headers and answer text).
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { loadKoa } from '../../gateway/http/koa.ts';
import type { World } from '../hosting/world.ts';
import { worldAddress } from '../hosting/world-address.ts';
import { ControlError } from './control-error.ts';
import type { ControlRoute, Reply } from './control-route.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { guardHost, guardOrigin } from './guards.ts';
import { readJson, shaped } from './request-body.ts';
import { CONTROL_ROUTES } from './routes.ts';
import { noQuery } from './shapes.ts';
import { unlessStalled } from './unless-stalled.ts';

const documentRoute: ControlRoute = controlRoute({
  operationId: 'readDocument',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Sandbox',
  summary: 'This document',
  query: noQuery,
  answer: { status: 200, type: JSON_TYPE, shape: null },
  async run() {
    const { controlDocument } = await import('./openapi.ts');
    return { status: 200, type: JSON_TYPE, body: controlDocument(ROUTES) };
  },
});

/** For editors: a scenario names the schema in its first line. It is generated from scenarios/format. */
const scenarioSchemaRoute: ControlRoute = controlRoute({
  operationId: 'readScenarioSchema',
  method: 'GET',
  path: '/scenario.schema.json',
  tag: 'Sandbox',
  summary: 'The JSON Schema of a scenario file',
  query: noQuery,
  answer: { status: 200, type: JSON_TYPE, shape: null },
  async run() {
    const file = new URL('../../scenarios/scenario.schema.json', import.meta.url);
    return { status: 200, type: JSON_TYPE, body: await readFile(file, 'utf8') };
  },
});

export interface ControlHosts {
  /** The listening address, and the public name. */
  readonly served: readonly string[];
  /** Further host names; pages of these may also write. */
  readonly allowed: readonly string[];
  /** Whether a page of another origin may send this request. */
  isOpenTo(request: IncomingMessage): boolean;
}

const ROUTES: readonly ControlRoute[] = [...CONTROL_ROUTES, documentRoute, scenarioSchemaRoute];

/**
 * `worldNamed` finds a world by its name, or the default world; `hosts` are those that the plane was started for
 * (guards.ts); `failed` receives unexpected errors.
 */
export function createControlApp(
  worldNamed: (world: string | undefined) => World | undefined,
  hosts: ControlHosts,
  failed: (error: unknown) => void,
): RequestListener {
  const { Koa, Router } = loadKoa();
  const app = new Koa();
  const router = new Router({ sensitive: true, strict: true });
  for (const route of ROUTES) router.register(route.path, [route.method], handler(route));

  app.silent = true;
  app.use(renderRefusals(failed));
  app.use(guards(hosts));
  app.use(ofWorld(worldNamed));
  app.use(router.routes());
  app.use(refuseUnrouted);
  const callback = app.callback();
  return (request, response) => void callback(request, response);
}

/** Removes the world from the request's address: later middleware sees a request of that world. */
function ofWorld(worldNamed: (world: string | undefined) => World | undefined): Middleware {
  return async (ctx, next) => {
    const address = worldAddress(ctx.url, ctx.req.headers);
    const world = worldNamed(address?.name);
    if (world === undefined) {
      throw new ControlError('NOT_FOUND', 'there is no world of that name: GET /worlds lists the worlds');
    }
    ctx.url = address?.url ?? ctx.url;
    ctx.state['world'] = world;
    await next();
  };
}

function handler(route: ControlRoute) {
  return async (ctx: RouterContext): Promise<void> => {
    const { params } = ctx;
    const world = ctx.state['world'] as World;
    const query = shaped(route.query, { ...ctx.query }, 'query');
    const readsBody = route.body !== undefined && route.bodyType === undefined;
    const body = readsBody ? shaped(route.body, await readJson(ctx.req), 'body') : undefined;
    const reply = await unlessStalled(world, route.run(world, { params, query, body, request: ctx.req }));
    // The client finds the change at every member once it has the answer.
    if (route.method !== 'GET') await world.settled();
    answer(ctx, reply);
  };
}

function answer(ctx: Context, { status, headers, type, body }: Reply): void {
  ctx.status = status;
  ctx.set({ ...headers });
  if (body === null) return;
  ctx.type = type;
  ctx.body = body;
}

function renderRefusals(failed: (error: unknown) => void): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      if (!(thrown instanceof ControlError)) failed(thrown);
      const error =
        thrown instanceof ControlError
          ? thrown
          : new ControlError('INTERNAL_ERROR', 'the control plane failed; see its log');
      answer(ctx, json({ error: { code: error.code, message: error.message } }, error.status));
    }
  };
}

function guards({ served, allowed, isOpenTo }: ControlHosts): Middleware {
  return async (ctx, next) => {
    guardHost(ctx.req.headers, [...served, ...allowed]);
    if (!isOpenTo(ctx.req)) guardOrigin(ctx.method, ctx.req.headers, allowed);
    await next();
  };
}

/** In place of the router's own `allowedMethods`, which answers without the plane's error object. */
async function refuseUnrouted(ctx: Context): Promise<void> {
  const { matched = [] } = ctx as unknown as RouterContext;
  const methods = new Set(matched.flatMap((layer) => layer.methods).filter((method) => method !== 'HEAD'));
  if (methods.size === 0) {
    throw new ControlError('NOT_FOUND', `there is no ${ctx.path}: GET /openapi.json lists the paths`);
  }
  ctx.set('Allow', [...methods].sort().join(', '));
  throw new ControlError('METHOD_NOT_ALLOWED', `${ctx.path} does not accept ${ctx.method}`);
}
