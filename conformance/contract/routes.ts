/**
 * Every route that the interface names, with its kind and its first version. The interface does not show the bodies of
 * register writes, so the checks of a route know its body. This table holds what the interface states: the route, who
 * may call it and what its response carries.
 */
import { REGISTER, type RegisterPath } from './register.ts';
import type { RestVersion } from './versions.ts';

export type RouteKind =
  /** A collection in the page envelope. */
  | 'page'
  /** One row. Its 404 is read from platform state too. */
  | 'row'
  | 'write'
  /** The caller's own row, also served while the caller awaits admission. */
  | 'me'
  | 'operation'
  /** Mints a ticket. It is not a write: it takes no key and creates no row. */
  | 'ticket';

export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path, with ids in braces: `{id}`, `{seq}`, `{key}`. */
  readonly path: string;
  readonly kind: RouteKind;
  readonly since: RestVersion;
  /** The optional surface that the route belongs to; a member can be deployed without it. */
  readonly surface?: 'algos' | 'balances' | 'tickets';
  /** The ids in the path are int64 (orders, executions); int32 where absent. */
  readonly ids?: 'int64';
}

/**
 * The state arms that the interface names. The arms of organisations are named in the interface's part on the register.
 */
const ARMS = {
  '/credentials': ['approve', 'suspend', 'reactivate', 'revoke', 'withdraw', 'rotate'],
  '/asset-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
  '/chain-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
  '/trading-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
} as const satisfies Partial<Record<RegisterPath, readonly string[]>>;

type ArmedPath = keyof typeof ARMS;
type ArmPath = { [P in ArmedPath]: `${P}/{id}/${(typeof ARMS)[P][number]}` }[ArmedPath];

/** A route whose method and path are literal types. */
interface NamedRoute<Method extends RestRoute['method'], Path extends string> extends RestRoute {
  readonly method: Method;
  readonly path: Path;
}

type More = Partial<Pick<RestRoute, 'since' | 'surface' | 'ids'>>;

const read = <const Path extends string>(path: Path, kind: RouteKind, more: More = {}): NamedRoute<'GET', Path> => ({
  method: 'GET',
  path,
  kind,
  since: '0.1.0',
  ...more,
});

const write = <const Method extends 'POST' | 'PUT', const Path extends string>(
  method: Method,
  path: Path,
  more: More = {},
): NamedRoute<Method, Path> => ({
  method,
  path,
  kind: 'write',
  since: '0.1.0',
  ...more,
});

const isArmed = (path: RegisterPath): path is ArmedPath => path in ARMS;

const armsOf = (path: RegisterPath): NamedRoute<'POST', ArmPath>[] =>
  isArmed(path) ? ARMS[path].map((arm) => write('POST', `${path}/{id}/${arm}` as ArmPath)) : [];

const ALGOS = { since: '0.11.0', surface: 'algos' } as const;
const INT64 = { ids: 'int64' } as const;

const ALGO = [
  read('/algos/instances', 'page', ALGOS),
  read('/algos/instances/{id}', 'row', ALGOS),
  read('/algos/instances/{id}/configs', 'page', ALGOS),
  read('/algos/instances/{id}/configs/{seq}', 'row', ALGOS),
  read('/algos/instances/{id}/orders', 'page', ALGOS),
  read('/algos/versions', 'page', ALGOS),
  write('POST', '/algos/instances', ALGOS),
  write('PUT', '/algos/instances/{id}/config', ALGOS),
  write('POST', '/algos/instances/{id}/start', ALGOS),
  write('POST', '/algos/instances/{id}/stop', ALGOS),
  write('POST', '/algos/instances/{id}/delete', ALGOS),
  write('POST', '/algos/halt', ALGOS),
];

const TICKETS: NamedRoute<'POST', '/v1/ws-tickets'> = {
  method: 'POST',
  path: '/v1/ws-tickets',
  kind: 'ticket',
  since: '0.14.0',
  surface: 'tickets',
};

const ALL = [
  read('/me', 'me'),
  read('/operations/{key}', 'operation'),
  ...REGISTER.flatMap(({ path }) => [
    read(path, 'page'),
    read(`${path}/{id}`, 'row'),
    // The interface says that organisations have arms, but shows no write of an organisation.
    ...(path === '/orgs' ? [] : [write('POST', path), write('PUT', `${path}/{id}`)]),
    ...armsOf(path),
  ]),
  read('/orders', 'page', INT64),
  read('/orders/{id}', 'row', INT64),
  read('/executions', 'page', INT64),
  read('/executions/{id}', 'row', INT64),
  write('POST', '/orders', INT64),
  write('POST', '/orders/{id}/cancel', INT64),
  read('/account-balances', 'page', { since: '0.3.0', surface: 'balances' }),
  ...ALGO,
  TICKETS,
];

type NameOf<Route> = Route extends NamedRoute<infer Method, infer Path> ? `${Method} ${Path}` : never;

/** Method and path of a route as one text: `GET /orders/{id}`. */
export type RouteName = NameOf<(typeof ALL)[number]>;

/** The name of a route. */
export const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`;

/** The kind of the route of this name; undefined: the interface names none. */
export const kindOf = (name: string): RouteKind | undefined => ALL.find((route) => nameOf(route) === name)?.kind;

/** The routes of the algos surface. */
export const ALGO_ROUTES: readonly RestRoute[] = ALGO;
/** All REST routes. */
export const REST_ROUTES: readonly RestRoute[] = ALL;

/**
 * The routes that a check may try on this target, also with requests that must be refused. If a member fails to refuse
 * a halt, it stops the algos of other users, so that route needs `destructive`.
 */
export function harmless(
  routes: readonly RestRoute[],
  { destructive }: { readonly destructive?: boolean },
): readonly RestRoute[] {
  return destructive === true ? routes : routes.filter(({ path }) => path !== '/algos/halt');
}

/** The path of a route with each id in braces replaced. */
export function pathOf({ path }: Pick<RestRoute, 'path'>, ids: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{([a-z]+)\}/g, (braced, name: string) => String(ids[name] ?? braced));
}
