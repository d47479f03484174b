import { createRequire } from 'node:module';
import type { Router as KoaRouter } from '@koa/router';
import type { Context, Next } from 'koa';

// As CommonJS: the package's other form imports `http` as a module, which costs a start what node-http.ts says.
const { Router } = createRequire(import.meta.url)('@koa/router') as typeof import('@koa/router');

/**
 * A router for each first segment of a path. @koa/router asks every route of a router whether it fits, and there are a
 * hundred: the resource is found first, and its own few are asked.
 */
export class RoutersByResource {
  readonly #routers: Map<string, { readonly router: KoaRouter; readonly route: ReturnType<KoaRouter['routes']> }> =
    new Map();

  /** The router of a path's resource, made where there is none yet. */
  of(path: string): KoaRouter {
    const resource = resourceOf(path);
    const known = this.#routers.get(resource);
    if (known !== undefined) return known.router;
    // Sensitive and strict, or /ORDERS and /orders/ would be orders too. A path letter sent as an escape stays one.
    const router = new Router({ sensitive: true, strict: true });
    this.#routers.set(resource, { router, route: router.routes() });
    return router;
  }

  /** Runs the route that fits; `next` where none does. */
  async route(ctx: Context, next: Next): Promise<void> {
    const known = this.#routers.get(resourceOf(ctx.path));
    if (known === undefined) await next();
    else await known.route(ctx as never, next);
  }

  /** The methods of the routes at a path: what Allow lists (ERR-05). */
  methodsAt(path: string): readonly string[] {
    const { stack = [] } = this.#routers.get(resourceOf(path))?.router ?? {};
    const methods = stack.filter((layer) => layer.match(path)).flatMap((layer) => layer.methods);
    return [...new Set(methods)].filter((method) => method !== 'HEAD').sort();
  }
}

function resourceOf(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path : path.slice(0, end);
}
