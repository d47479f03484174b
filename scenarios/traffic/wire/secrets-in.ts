/** The secrets of a message: what its headers, its query and its body carry as such. */
import type { HeaderLines } from '../../../conformance/client/exchange.ts';
import { NO_VALUE } from '../../../conformance/client/no-value.ts';
import { jsonOf } from '../json-text.ts';
import { holdsSecret } from '../made-up-material.ts';

/** Headers that carry nothing but a secret. */
const SECRET_HEADER = /^(proxy-authorization|x-api-key|api-key|x-[\w-]*(token|secret)|x-csrf-token)$/i;
const SECRET_PARAMETER =
  /^(ticket|token|access_token|id_token|refresh_token|client_secret|password|code|api_key|signature)$/i;
/** A shorter text may be any word of the messages: in its own place it is replaced all the same. */
const SHORTEST = 8;
const SHORTEST_COOKIE = 16;
const PEM_FRAME = /^-----/;

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
  return SECRET_HEADER.test(name) ? [{ text: value, name: 'credential' }] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function inPairs(text: string): readonly Secret[] {
  return text.split('&').flatMap((pair) => {
    const name = decoded(pair.split('=')[0] ?? '');
    const value = pair.slice(pair.indexOf('=') + 1);
    if (!pair.includes('=') || !SECRET_PARAMETER.test(name)) return [];
    return [value, decoded(value)].map((secret) => ({ text: secret, name: name.toLowerCase() }));
  });
}

function inValue(value: unknown, way: readonly string[], found: Secret[]): void {
  if (typeof value === 'string') {
    if (!holdsSecret(way)) return;
    const name = way.includes('material') ? 'material' : (way.at(-1) ?? 'secret').toLowerCase();
    for (const text of [value, ...value.split(/\r?\n/).filter((line) => !PEM_FRAME.test(line))])
      found.push({ text, name });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) inValue(inner, [...way, key], found);
}

/** In a body or a frame: JSON, or the pairs of a form. */
export function secretsInText(text: string | null): readonly Secret[] {
  if (text === null || text === '') return [];
  const value = jsonOf(text);
  const found: Secret[] = [];
  if (value === undefined) found.push(...(/^[\w.%+-]+=[^{}\s]*$/.test(text) ? inPairs(text) : inTornJson(text)));
  else inValue(value, [], found);
  return found.filter(mayBeSecret);
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
