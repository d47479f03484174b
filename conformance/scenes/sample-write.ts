/** One write of the interface with a valid body, and how a check sends it and finds its exchanges. */
import { ABSENT } from '../contract/register.ts';
import { pathOf, REST_ROUTES, type RestRoute } from '../contract/routes.ts';
import type { Actor, CommonOptions } from '../member/actor.ts';
import type { OwnName } from '../member/effects/standing-row.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import type { Need, Reach, Scene } from '../runner/check.ts';

type Body = Readonly<Record<string, unknown>>;

export interface SampleWrite {
  /** The interface's spelling: `PUT /users/{id}`. */
  readonly name: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: Body;
  /** The same path with an id that no row has; undefined where the path has no id. */
  readonly absent: string | undefined;
  /** The path of the row that the write changes; for a creation the collection. */
  readonly about: string;
  /** The unchanged write must not be sent, since its effect would be permanent on a shared target. */
  readonly isWithheld: boolean;
}

interface Sampled {
  readonly id?: string | number;
  readonly body?: Body;
  readonly isWithheld?: boolean;
}

/** The route's path with each id replaced by one that no row has. */
export function absentPath(route: Pick<RestRoute, 'path' | 'ids'>): string {
  const id = ABSENT[route.ids ?? 'int32'];
  return pathOf(route, { id, seq: id });
}

/**
 * The writes of organisations. The interface says that their arms exist but shows no write, so they are only sent to a
 * sandbox.
 */
export const ORGANISATION_WRITES: readonly RestRoute[] = [
  ['POST', '/orgs'],
  ['PUT', '/orgs/{id}'],
  ...['approve', 'suspend', 'reactivate', 'retire'].map((arm) => ['POST', `/orgs/{id}/${arm}`] as const),
].map(([method, path]) => ({ method, path, kind: 'write', since: '0.1.0' }) as RestRoute);

const ROUTES = new Map(
  [...REST_ROUTES, ...ORGANISATION_WRITES].map((route) => [`${route.method} ${route.path}`, route]),
);

/** The route of a write by its name. Throws for any other name. */
export function writeRoute(name: string): RestRoute {
  const route = ROUTES.get(name);
  if (route?.kind !== 'write') throw new Error(`${name} is no write of the interface`);
  return route;
}

/** Builds a sample write. Throws for a name that is not a write of the interface. */
export function sampleWrite(name: string, { id, body = {}, isWithheld = false }: Sampled = {}): SampleWrite {
  const route = writeRoute(name);
  const path = id === undefined ? route.path : pathOf(route, { id });
  return {
    name,
    method: route.method as SampleWrite['method'],
    path,
    body,
    absent: path === route.path ? undefined : absentPath(route),
    about: /^.*\/[0-9]+/.exec(path)?.[0] ?? path,
    isWithheld,
  };
}

interface SendOptions extends CommonOptions {
  readonly key?: string;
  /** Replaces the write's own path. */
  readonly path?: string;
  readonly body?: unknown;
}

/**
 * The body under this key. An order's key is its clientOrderId (ORD-01, decision A32), and the body states it even
 * where no key is sent.
 */
export function bodyOf({ name, body }: SampleWrite, key: string): Body {
  return name === 'POST /orders' ? { clientOrderId: key, ...body } : body;
}

/** Sends the unchanged write under this key. */
export function sent(actor: Actor, write: SampleWrite, key: string, options: SendOptions = {}): Promise<Exchange> {
  const { method, path } = write;
  return actor.request({ method, path, key, body: bodyOf(write, key), ...options });
}

/** The label of a request: `WHAT: POST /users`. */
export function labelOf(what: string, { name }: Pick<SampleWrite, 'name'>): string {
  return `${what}: ${name}`;
}

/** The defect of a case of `writeCases`: what follows the write's name. */
export function whatOf(name: string): string {
  return name.split(', ')[1] ?? '';
}

/** The exchanges of one write, by their `what`. */
export type OfOneWrite = ReadonlyMap<string, Exchange>;

/** The exchanges by the name of their write. Exchanges without a label of `labelOf` are ignored. */
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

/** The fixtures that `everyWrite` needs. */
export const WRITING_NEEDS = ['admin', 'deputy', 'account', 'instrument', 'asset', 'writes'] as const;
/** It approves, halts and retires caps of that instrument. */
export const WRITING_HOLDS: readonly Need[] = ['cappedInstrument'];

export type Writing = Scene<(typeof WRITING_NEEDS)[number]>;

/** The id of a row. */
export type Id = string | number;

export interface WriteStep {
  /** The interface's spelling: `PUT /users/{id}`. */
  readonly name: string;
  readonly by?: 'deputy';
  readonly body?: (scene: Writing, called: OwnName) => Body;
  /** The steps that bring the row into a state in which this write is valid, apart from its creation. */
  readonly after?: readonly string[];
  /** The unchanged write must not be sent: its effect would be permanent on a shared target. */
  readonly isWithheld?: boolean;
  /** It prepares a later step, and no check visits it. */
  readonly isSetUp?: true;
  /** Waits for what the write brings about. */
  readonly settle?: (scene: Writing, actor: Actor, id: Id) => Promise<unknown>;
}

export interface WriteChain {
  readonly creation: WriteStep;
  /** The id of the created row. */
  readonly idOf: (created: Exchange) => Id | undefined;
  readonly arms: readonly WriteStep[];
  /** The collection and the id property of a permanent row, which is found by its name where an earlier run made it. */
  readonly standing?: { readonly path: string; readonly id: string };
  /** Ends the row where the steps that were sent have not. */
  readonly end?: (scene: Writing, id: Id, wasSent: (name: string) => boolean) => Promise<unknown>;
}

/** What decides which writes a target can be sent. */
export type Facts = Pick<Reach, 'fixtures' | 'target'>;

/** Whether the unchanged write is sent, to a row in a state in which it is valid. */
export function isValidIn({ creation, arms }: WriteChain): (step: WriteStep) => boolean {
  const isValid = ({ isWithheld = false, after = [] }: WriteStep): boolean =>
    !isWithheld && after.every((name) => [creation, ...arms].some((step) => step.name === name && isValid(step)));
  return isValid;
}
