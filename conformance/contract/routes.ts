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
const ARMS: Readonly<Partial<Record<RegisterPath, readonly string[]>>> = {
  '/credentials': ['approve', 'suspend', 'reactivate', 'revoke', 'withdraw', 'rotate'],
  '/asset-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
  '/chain-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
  '/trading-policies': ['approve', 'retire', 'withdraw', 'halt', 'resume'],
};

const read = (path: string, kind: RouteKind, more: Partial<RestRoute> = {}): RestRoute => ({
  method: 'GET',
  path,
  kind,
  since: '0.1.0',
  ...more,
});

const write = (method: 'POST' | 'PUT', path: string, more: Partial<RestRoute> = {}): RestRoute => ({
  method,
  path,
  kind: 'write',
  since: '0.1.0',
  ...more,
});

const ALGOS = { since: '0.11.0', surface: 'algos' } as const;
const INT64 = { ids: 'int64' } as const;

export const ALGO_ROUTES: readonly RestRoute[] = [
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

export const REST_ROUTES: readonly RestRoute[] = [
  read('/me', 'me'),
  read('/operations/{key}', 'operation'),
  ...REGISTER.flatMap(({ path }) => [
    read(path, 'page'),
    read(`${path}/{id}`, 'row'),
    // Of organisations the interface says that their arms exist, and shows no write.
    ...(path === '/orgs' ? [] : [write('POST', path), write('PUT', `${path}/{id}`)]),
    ...(ARMS[path] ?? []).map((arm) => write('POST', `${path}/{id}/${arm}`)),
  ]),
  read('/orders', 'page', INT64),
  read('/orders/{id}', 'row', INT64),
  read('/executions', 'page', INT64),
  read('/executions/{id}', 'row', INT64),
  write('POST', '/orders', INT64),
  write('POST', '/orders/{id}/cancel', INT64),
  read('/account-balances', 'page', { since: '0.3.0', surface: 'balances' }),
  ...ALGO_ROUTES,
  { method: 'POST', path: '/v1/ws-tickets', kind: 'ticket', since: '0.14.0', surface: 'tickets' },
];

/** A path of the route that names rows: each id in braces replaced. */
export function pathOf({ path }: Pick<RestRoute, 'path'>, ids: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{([a-z]+)\}/g, (braced, name: string) => String(ids[name] ?? braced));
}
