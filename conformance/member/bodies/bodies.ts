/**
 * Fits the body of a check to the target. A check states the properties that the interface names, and for the rest the
 * values that the sandbox accepts. The rest is specific to the member: its contract document shows what it requires and
 * refuses, and a template of the profile (`bodies:`) takes precedence. Properties that the interface names stay as the
 * check states them.
 */
import { isDeepStrictEqual } from 'node:util';
import { asObject, type JsonObject, operationsOf } from '../profile/contract-document.ts';
import type { Fixtures, Profile } from '../profile/profile.ts';
import { isEmpty, isRestated, isSaid, lackingIn } from './lost-members.ts';
import { isAssumed, isIncidental, isNamed } from './named-members.ts';
import { inOwnWords } from './own-names.ts';
import { carries, filledIn } from './placeholders.ts';
import type { PublishedBody } from './published-body.ts';
import { publishedBody } from './published-body.ts';
import { valueOfSchema } from './value-of-schema.ts';

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

/** A body as it is sent to the target. */
export interface Fitted {
  readonly body: Body | undefined;
  /**
   * Why the request is not sent: it would not say what the check means, since the target's document does not list a
   * property that it is about, or its template does not state it. undefined: it is sent.
   */
  readonly lacking: string | undefined;
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
  fit(sending: Sending, ours: Body | undefined, about: readonly string[] = []): Fitted {
    const line = `${sending.method} ${sending.path}`;
    const route = this.#byMethod.get(sending.method)?.find(({ pattern }) => pattern.test(line));
    const asStated = { body: ours, lacking: undefined };
    if (route === undefined) return asStated;
    if (ours === undefined && route.template === undefined && route.published?.isRequired !== true) return asStated;
    const stated = ours ?? {};
    const { body, dropped } = this.#filled(route, stated, sending);
    const isAbout = (name: string) =>
      about.includes(name) || !(isIncidental(route.name, name) || isRestated(stated, name, dropped));
    const unknown = about.filter((name) => !Object.hasOwn(stated, name) && !this.#takes(route, name));
    const lost = [...dropped.filter(isAbout), ...unknown];
    return { body, lacking: lost.length === 0 ? undefined : lackingIn(route.name, route.template, lost) };
  }

  #takes({ name: route, template, published }: Route, name: string): boolean {
    const isKept = this.#kept(route, template, published, [name, undefined]).length > 0;
    return isKept || (template !== undefined && carries(template, name));
  }

  /**
   * The properties that every order of the target has in addition to the interface's, and the template's own price, qty
   * and similar.
   */
  orderDefaults(): Body {
    const route = this.#routes.find(({ name }) => name === 'POST /orders');
    if (route === undefined) return {};
    const { body } = this.#filled(route, {}, { method: 'POST', path: '/orders', key: undefined });
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  }

  #filled(
    { name: route, pattern, template, published }: Route,
    ours: Body,
    { method, key, path }: Sending,
  ): { readonly body: Body; readonly dropped: readonly string[] } {
    const members = Object.entries(ours).map(
      (member) => [member, this.#kept(route, template, published, member)] as const,
    );
    const kept = Object.fromEntries(members.flatMap(([, put]) => put));
    const filling = { key, id: pattern.exec(`${method} ${path}`)?.[1], ours, fixtures: this.#fixtures };
    const stated = asObject(filledIn(template ?? {}, filling));
    const own = Object.entries(stated).filter(([name]) => !isStated(route, name, kept));
    const missing = (published?.required ?? []).filter(
      (name) => !Object.hasOwn(kept, name) && !Object.hasOwn(stated, name) && !isNamed(route, name),
    );
    const required = missing.map((name) => [name, this.#valueOf(name, published)] as const);
    const body = { ...kept, ...Object.fromEntries(required), ...Object.fromEntries(own) };
    const dropped = members
      .filter(([[name, value], put]) => {
        const isPut =
          put.length > 0 &&
          (template === undefined || put.every(([own, stated]) => isDeepStrictEqual(body[own], stated)));
        return !isPut && !isEmpty(value) && !isSaid(route, template, body, name, value);
      })
      .map(([[name]]) => name);
    return { body, dropped };
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
    const isListed = published !== undefined && Object.hasOwn(published.properties, name);
    if (template !== undefined) return isListed ? [member] : [];
    if (published === undefined) return [member];
    if (isListed && name !== 'status') return [member];
    return inOwnWords(this.#document, published, member) ?? (isListed || published.isOpen ? [member] : []);
  }

  #valueOf(name: string, published: PublishedBody | undefined): unknown {
    return published?.example[name] ?? valueOfSchema(this.#document, published?.properties[name]);
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

/**
 * The request bodies for a profile and the member's contract document.
 * `fixtures.order` is the older spelling of a template for POST /orders; `bodies:` takes precedence.
 */
export function bodiesOf(
  { fixtures = {}, bodies = {} }: Pick<Profile, 'fixtures' | 'bodies'>,
  document: unknown,
): Bodies {
  const order = { ...fixtures.order, ...bodies['POST /orders'] };
  const templates = Object.keys(order).length === 0 ? bodies : { ...bodies, 'POST /orders': order };
  return new Bodies(document, templates, fixtures);
}
