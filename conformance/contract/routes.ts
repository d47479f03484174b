/**
 * Every route that the interface names, read from its text: what each is, and from which version on. Bodies of register
 * writes are not shown, so what a route takes is for the checks that know it; that it is there, who may ask it and what
 * it carries is the interface's own.
 */
import { REGISTER, type RegisterPath } from './register.ts';
import type { RestVersion } from './versions.ts';

export type RouteKind =
  /** The page envelope. */
  | 'page'
  /** One row; its 404 reads from state too. */
  | 'row'
  | 'write'
  /** The caller's own row: served while admission is awaited. */
  | 'me'
  | 'operation'
  /** No write: it takes no key, and no row comes of it. */
  | 'ticket';

export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Ids in braces: `{id}`, `{seq}`, `{key}`. */
  readonly path: string;
  readonly kind: RouteKind;
  readonly since: RestVersion;
  /** What a member may be deployed without. */
  readonly surface?: 'algos' | 'balances' | 'tickets';
  /** The ids of its path are int64 (orders, executions); int32 where absent. */
  readonly ids?: 'int64';
}

/** The state arms that the interface names; organisations' are named in its part on the register. */
const ARMS = {
  '/credentials': ['approve', 'suspend', 'reactivate', 'revoke', 'withdraw', 'rotate'],
  '/asset-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
  '/chain-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
  '/trading-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
} as const satisfies Partial<Record<RegisterPath, readonly string[]>>;

type ArmedPath = keyof typeof ARMS;
type ArmPath = { [P in ArmedPath]: `${P}/{id}/${(typeof ARMS)[P][number]}` }[ArmedPath];

/** A route whose method and path the compiler knows. */
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
    // Of organisations the interface says that their arms exist, and shows no write.
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

export const ALGO_ROUTES: readonly RestRoute[] = ALGO;
export const REST_ROUTES: readonly RestRoute[] = ALL;

/**
 * Those that may be tried on a target, also in a way that is to be refused: a member that fails to refuse it would stop what
 * others run.
 */
export function harmless(
  routes: readonly RestRoute[],
  { destructive }: { readonly destructive?: boolean },
): readonly RestRoute[] {
  return destructive === true ? routes : routes.filter(({ path }) => path !== '/algos/halt');
}

/** A path of the route that names rows: each id in braces replaced. */
export function pathOf({ path }: Pick<RestRoute, 'path'>, ids: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{([a-z]+)\}/g, (braced, name: string) => String(ids[name] ?? braced));
}
