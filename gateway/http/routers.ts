import { createRequire } from 'node:module';
import type { Router as KoaRouter } from '@koa/router';
import type { Context, Next } from 'koa';

// As CommonJS: the package's ES module imports all of `http`, which is slow at the start (see node-http.ts).
const { Router } = createRequire(import.meta.url)('@koa/router') as typeof import('@koa/router');

/**
 * One router per first path segment. @koa/router tests every route of a router, and there are a hundred; this way it
 * tests only those of the resource.
 */
export class RoutersByResource {
  readonly #routers: Map<string, { readonly router: KoaRouter; readonly route: ReturnType<KoaRouter['routes']> }> =
    new Map();

  /** The router of a path's resource; created if there is none yet. */
  of(path: string): KoaRouter {
    const resource = resourceOf(path);
    const known = this.#routers.get(resource);
    if (known !== undefined) return known.router;
    // Sensitive and strict, or /ORDERS and /orders/ would also be orders. An escaped letter stays escaped.
    const router = new Router({ sensitive: true, strict: true });
    this.#routers.set(resource, { router, route: router.routes() });
    return router;
  }

  /** Runs the matching route, or `next` if there is none. */
  async route(ctx: Context, next: Next): Promise<void> {
    const known = this.#routers.get(resourceOf(ctx.path));
    if (known === undefined) await next();
    else await known.route(ctx as never, next);
  }

  /** The methods of the routes at a path: the value of Allow (ERR-05). */
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
