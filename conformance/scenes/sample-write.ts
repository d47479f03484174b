/** One write of the interface with a body that is to be taken, and how a check sends it and finds it again. */

import type { Actor, CommonOptions } from '../client/actor.ts';
import type { Exchange } from '../client/exchange.ts';
import { NOBODYS } from '../contract/nobodys.ts';
import { pathOf, REST_ROUTES, type RestRoute } from '../contract/routes.ts';

type Body = Readonly<Record<string, unknown>>;

export interface SampleWrite {
  /** As the interface spells it: `PUT /users/{id}`. */
  readonly name: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: Body;
  /** The same of a row that nobody holds; undefined: it names none. */
  readonly absent: string | undefined;
  /** The row that it is about; of a creation, the collection. */
  readonly about: string;
  /** It is not to be sent as it is: what comes of it would stand for good on a target that others use. */
  readonly isWithheld: boolean;
}

interface Sampled {
  readonly id?: string | number;
  readonly body?: Body;
  readonly isWithheld?: boolean;
}

/** Nobody's row in the place of each id of the route's path. */
export function absentPath(route: Pick<RestRoute, 'path' | 'ids'>): string {
  const id = NOBODYS[route.ids ?? 'int32'];
  return pathOf(route, { id, seq: id });
}

/** Of organisations the interface says that their arms exist, and shows no write: ours are asked of a sandbox alone. */
export const ORGANISATION_WRITES: readonly RestRoute[] = [
  ['POST', '/orgs'],
  ['PUT', '/orgs/{id}'],
  ...['approve', 'suspend', 'reactivate', 'retire'].map((arm) => ['POST', `/orgs/{id}/${arm}`] as const),
].map(([method, path]) => ({ method, path, kind: 'write', since: '0.1.0' }) as RestRoute);

const ROUTES = new Map(
  [...REST_ROUTES, ...ORGANISATION_WRITES].map((route) => [`${route.method} ${route.path}`, route]),
);

export function writeRoute(name: string): RestRoute {
  const route = ROUTES.get(name);
  if (route?.kind !== 'write') throw new Error(`${name} is no write of the interface`);
  return route;
}

export function sampleWrite(name: string, { id, body = {}, isWithheld = false }: Sampled = {}): SampleWrite {
  const route = writeRoute(name);
  const path = id === undefined ? route.path : pathOf(route, { id });
  return {
    name,
    method: route.method as SampleWrite['method'],
    path,
    body,
    absent: path === route.path ? undefined : absentPath(route),
    about: path.replace(/^(.*\/[0-9]+).*$/, '$1'),
    isWithheld,
  };
}

interface SendOptions extends CommonOptions {
  readonly key?: string;
  /** In place of the write's own. */
  readonly path?: string;
  readonly body?: unknown;
}

/** An order's key is its clientOrderId (ORD-01, decision A32); without a key it states one all the same. */
export function bodyOf({ name, body }: SampleWrite, key: string): Body {
  return name === 'POST /orders' ? { clientOrderId: key, ...body } : body;
}

/** As it is, under this key. */
export function sent(actor: Actor, write: SampleWrite, key: string, options: SendOptions = {}): Promise<Exchange> {
  const { method, path } = write;
  return actor.request({ method, path, key, body: bodyOf(write, key), ...options });
}

/** `WHAT: POST /users`: what was sent of which write. */
export function labelOf(what: string, { name }: Pick<SampleWrite, 'name'>): string {
  return `${what}: ${name}`;
}

/** What was sent of one write, by what it was. */
export type OfOneWrite = ReadonlyMap<string, Exchange>;

/** Of each write by its name. A label that `labelOf` did not make is none of it. */
export function byWrite(exchanges: readonly Exchange[]): ReadonlyMap<string, OfOneWrite> {
  const writes = new Map<string, Map<string, Exchange>>();
  for (const e of exchanges) {
    const [, what, name] = /^(.*): ((?:POST|PUT) \/\S*)$/.exec(e.label ?? '') ?? [];
    if (what === undefined || name === undefined) continue;
    const of = writes.get(name) ?? new Map<string, Exchange>();
    writes.set(name, of.set(what, e));
  }
  return writes;
}
