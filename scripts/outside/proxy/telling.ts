/** What passes a proxy: a request asked, an answer told, both as plain values, and layers that may change either. */

export interface Asked {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  /** In order and spelling, as they came. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface Told {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** How it goes over the wire; all that HTTP leaves open. */
  readonly wire?: {
    readonly chunkBytes?: number;
    readonly delayMs?: number;
    readonly earlyHints?: boolean;
    readonly reason?: string;
    readonly close?: boolean;
  };
}

export type Next = (asked: Asked) => Promise<Told>;
/** One thing that the proxy does otherwise. It may ask on as often as it likes, or not at all. */
export type Layer = (asked: Asked, next: Next) => Promise<Told>;

export function composed(layers: readonly Layer[], last: Next): Next {
  return layers.reduceRight<Next>((next, layer) => (asked) => layer(asked, next), last);
}

interface Headed {
  readonly headers: readonly (readonly [string, string])[];
}

export function headerOf({ headers }: Headed, name: string): string | undefined {
  return headers.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1];
}

export function without<T extends Headed>(headed: T, ...names: readonly string[]): T {
  const gone = names.map((name) => name.toLowerCase());
  return { ...headed, headers: headed.headers.filter(([field]) => !gone.includes(field.toLowerCase())) };
}

/** In place of what stands there under the name, or as one more. */
export function having<T extends Headed>(headed: T, name: string, value: string): T {
  const rest = without(headed, name);
  return { ...rest, headers: [...rest.headers, [name, value] as const] };
}

export type Json = Record<string, unknown>;

/** The JSON object of a body; undefined for anything else. */
export function jsonOf({ body }: { readonly body: string | Buffer }): Json | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

export function telling(told: Told, json: unknown): Told {
  return { ...told, body: JSON.stringify(json) };
}

export function asking(asked: Asked, json: unknown): Asked {
  return { ...asked, body: Buffer.from(JSON.stringify(json)) };
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every object of a JSON value, innermost first, put through `change`. */
export function everyObject(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => everyObject(one, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyObject(one, change)])));
}

export function routeOf({ method, path }: Asked): string {
  return `${method} ${path.split('?', 1)[0]}`;
}

export function queryOf({ path }: Asked): URLSearchParams {
  return new URLSearchParams(path.split('?')[1] ?? '');
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A query string that does not decode stays as it is: who reads it is to say so. */
export function withQuery(asked: Asked, query: URLSearchParams): Asked {
  if (!decodes(asked.path)) return asked;
  const [path] = asked.path.split('?', 1);
  return { ...asked, path: query.size === 0 ? `${path}` : `${path}?${query}` };
}

export function keyOf(asked: Asked): string | undefined {
  return headerOf(asked, 'idempotency-key');
}

export function isReplay(told: Told): boolean {
  return headerOf(told, 'idempotent-replay') === 'true';
}

/** The claims that the caller's token states; nothing is verified. */
export function claimsOf(asked: Asked): Json {
  const payload = /^bearer +[^.]+\.([^.]+)\./i.exec(headerOf(asked, 'authorization') ?? '')?.[1] ?? '';
  return jsonOf({ body: Buffer.from(payload, 'base64url') }) ?? {};
}

/** The contract document and the page are published, not told: most layers leave them alone. */
export function isPublished(asked: Asked): boolean {
  return asked.path.startsWith('/openapi.json') || asked.path.startsWith('/docs');
}

/** A layer that changes the JSON of an answer. */
export function toldJson(change: (json: Json, told: Told, asked: Asked) => unknown): Layer {
  return async (asked, next) => {
    const told = await next(asked);
    const json = isPublished(asked) ? undefined : jsonOf(told);
    return json === undefined ? told : telling(told, change(json, told, asked));
  };
}

/** A layer that changes answers as a whole. */
export function told(change: (told: Told, asked: Asked) => Told): Layer {
  return async (asked, next) => change(await next(asked), asked);
}

/** A refusal of the proxy's own, in the interface's envelope. */
export function refusal(asked: Asked, status: number, code: string, retryable = false): Told {
  const sent = headerOf(asked, 'x-request-id') ?? '';
  const requestId = /^[A-Za-z0-9._-]{8,128}$/.test(sent) ? sent : 'made-by-the-proxy-0001';
  return {
    status,
    headers: [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['X-Request-Id', requestId],
      ...(status === 503 || status === 429 ? [['Retry-After', '1'] as const] : []),
    ],
    body: JSON.stringify({ error: { code, message: 'refused by the proxy', requestId, retryable } }),
  };
}
