import { createRequire } from 'node:module';
import type { Router as KoaRouter } from '@koa/router';
import type { Context } from 'koa';
import type { Soon } from '../soon.ts';

// As CommonJS: the package's ES module imports all of `http`, which is slow at the start (see node-http.ts).
const { Router } = createRequire(import.meta.url)('@koa/router') as typeof import('@koa/router');

export type Params = Readonly<Record<string, string>>;
type Handle = (ctx: Context, params: Params) => Soon<void>;

type Layer = KoaRouter['stack'][number];

interface Route {
  readonly layer: Layer;
  readonly handle: Handle;
}

// Sensitive and strict, or /ORDERS and /orders/ would also be orders. An escaped letter stays escaped.
const router = new Router({ sensitive: true, strict: true });
/** By method and path: each member of a process has a table, and compiling a path is most of the work. */
const layers = new Map<string, Layer>();

function layerOf(method: string, path: string): Layer {
  const route = `${method} ${path}`;
  const known = layers.get(route);
  if (known !== undefined) return known;
  router.register(path, [method], () => undefined);
  const layer = router.stack.at(-1) as Layer;
  layers.set(route, layer);
  return layer;
}

/**
 * The routes by their first path segment: @koa/router tests every route of a router, and there are a hundred. Its layers
 * match the paths; the chain of middleware that it composes for each request has nothing to do here.
 */
export class RouteTable {
  readonly #byResource: Map<string, Route[]> = new Map();
  /** Those without parameters by method and path: each is the only one that matches its own. */
  readonly #exact: Map<string, Handle> = new Map();

  add(method: string, path: string, handle: Handle): void {
    if (!path.includes(':')) this.#exact.set(`${method} ${path}`, handle);
    const resource = resourceOf(path);
    const added = { layer: layerOf(method, path), handle };
    this.#byResource.set(resource, [...(this.#byResource.get(resource) ?? []), added]);
  }

  /** The route of a request with its path's parameters, ready to be called; undefined if there is none. */
  find(method: string, path: string): ((ctx: Context) => Soon<void>) | undefined {
    const exact = this.#exact.get(`${method} ${path}`);
    if (exact !== undefined) return (ctx) => exact(ctx, NO_PARAMS);
    for (const { layer, handle } of this.#at(path)) {
      if (!layer.methods.includes(method) || !layer.match(path)) continue;
      return (ctx) => handle(ctx, layer.params(path, layer.captures(path)));
    }
    return undefined;
  }

  /** The methods of the routes at a path: the value of Allow (ERR-05). */
  methodsAt(path: string): readonly string[] {
    const methods = this.#at(path)
      .filter(({ layer }) => layer.match(path))
      .flatMap(({ layer }) => layer.methods);
    return [...new Set(methods)].filter((method) => method !== 'HEAD').sort();
  }

  #at(path: string): readonly Route[] {
    return this.#byResource.get(resourceOf(path)) ?? [];
  }
}

const NO_PARAMS: Params = {};

function resourceOf(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path : path.slice(0, end);
}
