/**
 * Rewrites what a client sent: ids of earlier answers and fixtures become references, keys get their names, secrets are
 * made up, and a `${` of the client's own is escaped.
 */

import { decoded } from '../../conformance/member/exchange/decoded.ts';
import { Redactor } from '../../conformance/member/exchange/redactor.ts';
import { escaped } from './escaped.ts';
import { jsonOf } from './json-text.ts';
import type { KeyNames } from './key-names.ts';
import { KnownValues } from './known-values.ts';
import { holdsSecret, MadeUpMaterial, wayInto } from './made-up-material.ts';

/** Values of the target's fixtures by the members of a body that name them, as `${fixtures.account.id}`. */

/** The members that a fixture's value stands under, by its place below `fixtures`. */
const MEMBERS: readonly (readonly [place: RegExp, members: readonly string[]])[] = [
  [/^\w*[aA]ccount\.id$/, ['accountId']],
  [/^\w*[aA]ccount\.name$/, ['account']],
  [/^\w*[iI]nstrument\.id$/, ['instrumentId']],
  [/^\w*[iI]nstrument\.symbol$/, ['instrument']],
  [/^asset\.id$/, ['assetId']],
  [/^algoVersion\.id$/, ['algoVersionId']],
  [/^algoVersion\.pool$/, ['pool']],
  [/^\w*[aA]lgoInstance\.id$/, ['instanceId', 'algoInstanceId']],
  [/^venues\.\w+$/, ['exchangeId']],
];

/** The reference to the fixture that a member names; undefined: it names none. */
type FixtureReference = (value: string | number, members: readonly string[]) => string | undefined;

/** Of the fixtures of a profile; the first one of a value is its name. */
function fixtureReferences(fixtures: Readonly<Record<string, unknown>> | undefined): FixtureReference {
  const known = new Map<string, string>();
  for (const [fixture, row] of Object.entries(fixtures ?? {})) {
    if (typeof row !== 'object' || row === null) continue;
    for (const [key, value] of Object.entries(row)) {
      const place = `${fixture}.${key}`;
      const members = MEMBERS.find(([pattern]) => pattern.test(place))?.[1] ?? [];
      for (const member of members) {
        const id = `${member} ${String(value)}`;
        if (!known.has(id)) known.set(id, `\${fixtures.${place}}`);
      }
    }
  }
  return (value, members) =>
    members.map((member) => known.get(`${member} ${String(value)}`)).find((found) => found !== undefined);
}

/** The members that an id in a path is known by: that of `/orders/7` is `orderId`. */
function membersOf(segments: readonly string[], i: number): readonly string[] {
  const before = segments[i - 1] ?? '';
  const collection = before.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const one = collection
    .replace(/ies$/, 'y')
    .replace(/(?<=ss)es$/, '')
    .replace(/s$/, '');
  const algo = one === 'instance' ? ['algoInstanceId'] : [];
  return [`${one}Id`, ...algo, ...(one === 'config' ? ['seq', 'configSeq'] : ['id'])];
}

/** Whether a JSON text says no more than its value: no number is rounded, no name stands twice. */
function isExact(text: string, value: unknown): boolean {
  const compact = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|\s+/gs, (part) =>
    part.startsWith('"') ? part : '',
  );
  const spelt = (json: string) =>
    json.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return spelt(compact.replaceAll('\\/', '/')) === spelt(JSON.stringify(value));
}

/** Rewrites the requests of one scenario, and knows what the answers brought. */
export class Rewriting {
  readonly known = new KnownValues();
  readonly #keys: KeyNames;
  readonly #fixture: FixtureReference;
  readonly #material = new MadeUpMaterial();
  /** Knows no secret: it takes away whatever looks like a JWT. */
  readonly #redactor = new Redactor();

  constructor(keys: KeyNames, fixtures: Readonly<Record<string, unknown>> | undefined) {
    this.#keys = keys;
    this.#fixture = fixtureReferences(fixtures);
  }

  /** The name of an idempotency key; the key itself where the contract refuses it. */
  key(key: string): string {
    return this.#keys.of(key) ?? escaped(this.clean(key));
  }

  clean(text: string): string {
    return this.#redactor.clean(text);
  }

  /** @param path without its query */
  path(path: string): string {
    const segments = path.split('/');
    return (
      segments
        .map((segment, i) => {
          const plain = decoded(segment);
          return this.#reference(plain, membersOf(segments, i)) ?? escaped(this.clean(segment));
        })
        .join('/')
        // The line of a request holds no control characters.
        .replaceAll(/\p{Cc}/gu, encodeURIComponent)
    );
  }

  /** A mapping where the query is one; its text otherwise. */
  query(text: string): Readonly<Record<string, string | number>> | string {
    const pairs = text.split('&').map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return { name: decoded(name.replaceAll('+', ' ')), value: decoded(rest.join('=').replaceAll('+', ' ')), pair };
    });
    const isMapping =
      new Set(pairs.map(({ name }) => name)).size === pairs.length &&
      pairs.every(({ name, pair }) => name !== '' && pair.includes('=') && !/%(?![0-9a-fA-F]{2})/.test(pair));
    if (!isMapping) return escaped(this.clean(text));
    return Object.fromEntries(pairs.map(({ name, value }) => [escaped(name), this.#queryValue(name, value)]));
  }

  ifMatch(value: string, path: string): string {
    return this.known.tagReference(value, path) ?? escaped(this.clean(value));
  }

  /** A JSON body as `body`, any other as `text`. */
  body(text: string, path = ''): { readonly body: unknown } | { readonly text: string } {
    const value = jsonOf(text);
    if (value === undefined) return { text: escaped(this.clean(text)) };
    if (value !== null && isExact(text, value)) return { body: this.value(value, wayInto(path)) };
    return { text: this.#withNames(escaped(this.clean(text))) };
  }

  /** A JSON value of a body or of an op's parameters. */
  value(value: unknown, way: readonly string[] = []): unknown {
    const member = way.at(-1) ?? '';
    if (typeof value === 'string') {
      if (holdsSecret(way)) return this.#material.of(member, value);
      return this.#reference(value, [member]) ?? escaped(this.clean(value));
    }
    if (typeof value === 'number' && holdsSecret(way)) return 0;
    if (typeof value === 'number') {
      return this.#fixture(value, [member]) ?? this.known.reference(String(value), [member]) ?? value;
    }
    if (Array.isArray(value)) return value.map((item) => this.value(item, way));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [escaped(this.clean(key)), this.value(inner, [...way, key])]),
    );
  }

  #reference(text: string, members: readonly string[]): string | undefined {
    return this.#keys.of(text) ?? this.#fixture(text, members) ?? this.known.reference(text, members);
  }

  #queryValue(name: string, value: string): string | number {
    if (holdsSecret([name])) return this.#material.of(name, value);
    const found = this.#reference(value, [name, ...(name === 'cursor' ? ['nextCursor', 'prevCursor'] : [])]);
    if (found !== undefined) return found;
    return /^(0|[1-9][0-9]{0,9})$/.test(value) ? Number(value) : escaped(this.clean(value));
  }

  /** In a text that is no exact JSON: the texts in quotes are looked at one by one. */
  #withNames(text: string): string {
    const named = text.replaceAll(/"([^"\\]*)"/g, (quoted, inner: string) => {
      const name = this.#keys.of(inner);
      return name === undefined ? quoted : `"${name}"`;
    });
    return named.replaceAll(
      /"([A-Za-z_]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g,
      (whole, member: string, colon: string, secret: string) =>
        holdsSecret([member]) || (member === 'key' && named.includes('"material"'))
          ? `"${member}"${colon}${JSON.stringify(this.#material.of(member, secret))}`
          : whole,
    );
  }
}
