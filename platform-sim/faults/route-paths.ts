/** The routes of the contract by their paths in its document: `/orders/{id}`. */
import { type OperationId, ROUTES, routeOf } from '../../gateway/contract/routes.ts';

interface KnownRoute {
  readonly method: string;
  readonly path: string;
  readonly fits: RegExp;
}

const KNOWN: readonly KnownRoute[] = (Object.keys(ROUTES) as OperationId[]).map((operation) => {
  const { method, path } = routeOf(operation);
  return {
    method,
    path: path.replaceAll(/:([a-z]+)/gi, '{$1}'),
    fits: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:[a-z]+/gi, '[^/]+')}$`),
  };
});

/** Every path of the contract document. */
export const ROUTE_PATHS: readonly string[] = [...new Set(KNOWN.map(({ path }) => path))];

/** The methods of a path in the document; empty for an unknown path. */
export function methodsOf(path: string): readonly string[] {
  return KNOWN.filter((route) => route.path === path).map(({ method }) => method);
}

/** The route's path for a request's path; undefined for an unknown route. */
export function routePathOf(path: string, method: string | undefined): string | undefined {
  const fitting = KNOWN.filter(({ fits }) => fits.test(path));
  return (fitting.find((route) => route.method === method) ?? fitting[0])?.path;
}
