/** The secrets of a message: what its headers, its query and its body carry as such. */
import type { HeaderLines } from '../../../conformance/member/exchange/exchange.ts';
import { isSecretName, NO_VALUE, withoutSecretPairs } from '../../../conformance/member/exchange/secret-names.ts';
import { jsonOf } from '../json-text.ts';
import { ALL_SECRET, holdsSecret, OP_AUTH } from '../made-up-material.ts';

/** In a query or a form the code of a sign-in is a secret, too. */
const isSecretParameter = (name: string) => name === 'code' || isSecretName(name);
/** A shorter text may be any word of the messages: in its own place it is replaced all the same. */
const SHORTEST = 8;
const SHORTEST_COOKIE = 16;
const PEM_FRAME = /^-----(?:BEGIN|END) /;
const LONGEST_PAIR = 4_096;

export interface Secret {
  readonly text: string;
  readonly name: string;
}

function mayBeSecret({ text }: Secret): boolean {
  return text.length >= SHORTEST && !NO_VALUE.test(text);
}

/** The token of `Bearer TOKEN`, in any case. */
export function bearerOf(headers: HeaderLines): string | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return value === undefined ? undefined : /^bearer\s+(\S+|<[^>]*>)\s*$/i.exec(value)?.[1];
}

function inHeader(name: string, value: string): readonly Secret[] {
  if (/^authorization$/i.test(name)) {
    const credential = value.replace(/^\S+\s+/, '').trim();
    return [{ text: credential, name: 'credential' }];
  }
  if (/^(set-)?cookie$/i.test(name)) {
    return value
      .split(';')
      .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
      .filter((text) => text.length >= SHORTEST_COOKIE)
      .map((text) => ({ text, name: 'cookie' }));
  }
  return isSecretName(name) ? [{ text: value, name: 'credential' }] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function inPairs(text: string, way: readonly string[] = []): readonly Secret[] {
  return text.split('&').flatMap((pair) => {
    const name = decoded(pair.split('=')[0] ?? '');
    const value = pair.slice(pair.indexOf('=') + 1);
    if (!pair.includes('=')) return [];
    if (isSecretParameter(name) || holdsSecret([...way, name]))
      return [value, decoded(value)].map((secret) => ({ text: secret, name: name.toLowerCase() }));
    // A pair may be the value of another.
    return /%3d/i.test(value) && value.length < LONGEST_PAIR ? inPairs(decoded(value)) : [];
  });
}

function inValue(value: unknown, way: readonly string[], found: Secret[]): void {
  if (typeof value === 'string') {
    if (!holdsSecret(way)) {
      const inner = jsonIn(value);
      if (inner !== undefined) inValue(inner, way, found);
      return;
    }
    const name = way.includes('material') ? 'material' : (way.at(-1) ?? 'secret').toLowerCase();
    for (const text of [value, ...value.split(/\r?\n/).filter((line) => !PEM_FRAME.test(line))])
      found.push({ text, name });
    const inner = jsonIn(value);
    if (inner !== undefined) inValue(inner, [...way, ...ALL_SECRET], found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) inValue(inner, Array.isArray(value) ? way : [...way, key], found);
}

/** The content of a text that is JSON itself. */
function jsonIn(text: string): unknown {
  return /^\s*[[{"]/.test(text) ? jsonOf(text) : undefined;
}

const FORM = /^[\w.%+-]+=[^{}\s]*$/;

/** In a body or a frame: JSON, or the pairs of a form. @param way to its content */
export function secretsInText(text: string | null, way: readonly string[] = []): readonly Secret[] {
  if (text === null || text === '') return [];
  const value = jsonOf(text);
  const found: Secret[] = [];
  if (value === undefined) found.push(...(FORM.test(text) ? inPairs(text, way) : inTornJson(text)));
  else inValue(value, wayOfOp(value) ?? way, found);
  return found.filter(mayBeSecret);
}

/** What op auth carries is a credential, whatever its name; its other members are `op` and `reqId`. */
function wayOfOp(value: unknown): readonly string[] | undefined {
  const { op, params } = (value ?? {}) as { readonly op?: unknown; readonly params?: unknown };
  return typeof op === 'string' && /^\s*auth/i.test(op) && params !== undefined ? [OP_AUTH] : undefined;
}

/** The text without the secrets that stay when those of some length are known: short ones, and those with escapes. */
export function withoutSecretsInPlace(text: string, way: readonly string[] = []): string {
  const value = jsonOf(text);
  if (value === undefined) return FORM.test(text) ? withoutSecretsInPairs(text, way) : text;
  const [before, after] = [value, hidden(value, wayOfOp(value) ?? way)].map((one) => JSON.stringify(one));
  return before === after ? text : (after ?? '');
}

function withoutSecretsInPairs(text: string, way: readonly string[]): string {
  const pairs = text.split('&').map((pair) => {
    const at = pair.indexOf('=');
    const name = decoded(pair.slice(0, Math.max(0, at)));
    const isSecret =
      at > 0 && !NO_VALUE.test(pair.slice(at + 1)) && (isSecretParameter(name) || holdsSecret([...way, name]));
    return isSecret && !pair.endsWith('>') ? `${pair.slice(0, at)}=<${markOf(name)}>` : pair;
  });
  return withoutSecretPairs(pairs.join('&'), '<secret>');
}

function markOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '') || 'secret';
}

function hidden(value: unknown, way: readonly string[]): unknown {
  if (typeof value === 'string') {
    if (holdsSecret(way)) return /<[^<>]+>/.test(value) || value === '' ? value : `<${markOf(way.at(-1) ?? '')}>`;
    const inner = jsonIn(value);
    if (inner === undefined) return value;
    const [before, after] = [inner, hidden(inner, way)].map((one) => JSON.stringify(one));
    return before === after ? value : after;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => hidden(one, way));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner, [...way, name])]));
}

/** In a JSON that does not parse: by the names of its members alone. */
function inTornJson(text: string): readonly Secret[] {
  const hasMaterial = text.includes('"material"');
  return [...text.matchAll(/"([A-Za-z_]{1,40})"\s*:\s*"((?:[^"\\]|\\.){8,8192})/g)].flatMap(
    ([, name = '', secret = '']) =>
      holdsSecret([name]) || (hasMaterial && name === 'key') ? [{ text: secret, name: 'secret' }] : [],
  );
}

/** In the address and the headers of a request, or in the headers of an answer. */
export function secretsInHead(headers: HeaderLines, url = ''): readonly Secret[] {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const found = [...headers.flatMap(([name, value]) => inHeader(name, value)), ...inPairs(query)];
  return found.filter(mayBeSecret);
}
