/**
 * Fits the body of a check to the target. A check states the properties that the interface names, and for the rest the
 * values that the sandbox accepts. The rest is specific to the member: its contract document shows what it requires and
 * refuses, and a template of the profile (`bodies:`) takes precedence. Properties that the interface names stay as the
 * check states them.
 */
import { asObject, type JsonObject, operationsOf } from '../contract-document.ts';
import type { Fixtures } from '../profile.ts';
import { sampleValue } from '../testing/sample-value.ts';
import { isAssumed, isNamed } from './named-members.ts';
import { inOwnWords } from './own-names.ts';
import { filledIn } from './placeholders.ts';
import type { PublishedBody } from './published-body.ts';
import { publishedBody } from './published-body.ts';

export type Body = Readonly<Record<string, unknown>>;
/** By route: `POST /orders`, `PUT /users/{id}`. */
export type Templates = Readonly<Record<string, Body>>;

export interface Sending {
  readonly method: string;
  /** The path without its query string. */
  readonly path: string;
  readonly key: string | undefined;
}

interface Route {
  /** The interface's spelling, with ids named `{id}`. */
  readonly name: string;
  readonly pattern: RegExp;
  readonly template: Body | undefined;
  readonly published: PublishedBody | undefined;
}

/** Produces the bodies that are sent to one target. */
export class Bodies {
  readonly #document: JsonObject;
  readonly #fixtures: Fixtures;
  readonly #routes: readonly Route[];
  readonly #byMethod: ReadonlyMap<string, readonly Route[]>;

  /** `document`: the member's contract document, whatever its content; a member that serves none requires nothing. */
  constructor(document: unknown, templates: Templates, fixtures: Fixtures) {
    this.#document = asObject(document);
    this.#fixtures = fixtures;
    this.#routes = routesOf(this.#document, templates);
    this.#byMethod = Map.groupBy(this.#routes, ({ name }) => name.slice(0, name.indexOf(' ')));
  }

  /**
   * `ours` undefined: the check sends no body. The result is then undefined too, unless the member requires a body or
   * the profile states one.
   */
  bodyFor(sending: Sending, ours: Body | undefined): Body | undefined {
    const line = `${sending.method} ${sending.path}`;
    const route = this.#byMethod.get(sending.method)?.find(({ pattern }) => pattern.test(line));
    if (route === undefined) return ours;
    if (ours === undefined && route.template === undefined && route.published?.isRequired !== true) return undefined;
    return this.#filled(route, ours ?? {}, sending);
  }

  /**
   * The properties that every order of the target has in addition to the interface's, and the template's own price, qty
   * and similar.
   */
  orderDefaults(): Body {
    const route = this.#routes.find(({ name }) => name === 'POST /orders');
    if (route === undefined) return {};
    const filled = this.#filled(route, {}, { method: 'POST', path: '/orders', key: undefined });
    return Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined));
  }

  #filled({ name: route, pattern, template, published }: Route, ours: Body, { method, key, path }: Sending): Body {
    const kept = Object.fromEntries(
      Object.entries(ours).flatMap((member) => this.#kept(route, template, published, member)),
    );
    const filling = { key, id: pattern.exec(`${method} ${path}`)?.[1], ours, fixtures: this.#fixtures };
    const stated = asObject(filledIn(template ?? {}, filling));
    const own = Object.entries(stated).filter(([name]) => !isStated(route, name, kept));
    const missing = (published?.required ?? []).filter(
      (name) => !Object.hasOwn(kept, name) && !Object.hasOwn(stated, name) && !isNamed(route, name),
    );
    const required = missing.map((name) => [name, this.#valueOf(name, published)] as const);
    return { ...kept, ...Object.fromEntries(required), ...Object.fromEntries(own) };
  }

  /** Maps a property that the check states: unchanged, in the member's own words, or dropped. */
  #kept(
    route: string,
    template: Body | undefined,
    published: PublishedBody | undefined,
    member: readonly [string, unknown],
  ): readonly (readonly [string, unknown])[] {
    const [name] = member;
    if (!isAssumed(route, name)) return [member];
    if (template !== undefined) return [];
    if (published === undefined) return [member];
    const isListed = Object.hasOwn(published.properties, name);
    if (isListed && name !== 'status') return [member];
    return inOwnWords(this.#document, published, member) ?? (isListed || !published.isClosed ? [member] : []);
  }

  #valueOf(name: string, published: PublishedBody | undefined): unknown {
    return published?.example[name] ?? sampleValue(this.#document, published?.properties[name]);
  }
}

/**
 * Whether the check's body states this property of a template, under any of its names. The check's value then wins,
 * provided that the interface names the property.
 */
function isStated(route: string, name: string, kept: Body): boolean {
  if (!isNamed(route, name)) return false;
  const spellings = ALIASES.find((names) => names.includes(name)) ?? [name];
  return spellings.some((spelling) => Object.hasOwn(kept, spelling));
}

const ALIASES = [
  ['accountId', 'account'],
  ['instrumentId', 'instrument'],
];

function routesOf(document: JsonObject, templates: Templates): readonly Route[] {
  const byName = new Map<string, PublishedBody | undefined>();
  for (const operation of operationsOf(document)) {
    if (operation.method === 'GET') continue;
    byName.set(plainName(`${operation.method} ${operation.path}`), publishedBody(document, operation));
  }
  const stated = new Map(Object.entries(templates).map(([name, template]) => [plainName(name), template]));
  return [...new Set([...byName.keys(), ...stated.keys()])].map((name) => ({
    name,
    pattern: new RegExp(`^${name.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{id}', '([^/]+)')}$`),
    template: stated.get(name),
    published: byName.get(name),
  }));
}

/** Matches a path whatever names the member gives to its ids. */
export function plainName(route: string): string {
  return route.replace(/\{[^{}]*\}/g, '{id}');
}
