/** HTTP requests and responses of a member as plain values, and the layers that may change either. */

export interface HttpRequest {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  /** In the order and spelling in which they were sent. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface HttpResponse {
  /** 0: the connection is closed without a response. */
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** How the response is sent, in the ways that HTTP allows. */
  readonly wire?: {
    readonly chunkBytes?: number;
    readonly delayMs?: number;
    readonly earlyHints?: boolean;
    readonly reason?: string;
    readonly close?: boolean;
  };
}

export type Next = (request: HttpRequest) => Promise<HttpResponse>;
/** One changed behaviour. It may call `next` any number of times. */
export type Layer = (request: HttpRequest, next: Next) => Promise<HttpResponse>;

/** Combines layers; the first one is the outermost. */
export function composed(layers: readonly Layer[], last: Next): Next {
  return layers.reduceRight<Next>((next, layer) => (request) => layer(request, next), last);
}

interface Headed {
  readonly headers: readonly (readonly [string, string])[];
}

/** The first value of a header; the name is case-insensitive. */
export function headerOf({ headers }: Headed, name: string): string | undefined {
  return headers.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1];
}

/** Removes every header line with one of these names. */
export function withoutHeaders<T extends Headed>(headed: T, ...names: readonly string[]): T {
  const removed = names.map((name) => name.toLowerCase());
  return { ...headed, headers: headed.headers.filter(([field]) => !removed.includes(field.toLowerCase())) };
}

/** Replaces every header line of this name, or adds one. */
export function withHeader<T extends Headed>(headed: T, name: string, value: string): T {
  const rest = withoutHeaders(headed, name);
  return { ...rest, headers: [...rest.headers, [name, value] as const] };
}

export type Json = Record<string, unknown>;

/** Maximum number of cached texts: enough for the exchanges in progress, each as a hundred layers have left it. */
let knownTexts = 32;

/** Caches this many texts: for a proof that passes the same recorded responses through one layer after another. */
export function cacheTexts(most: number): void {
  knownTexts = most;
}

const parsed = new Map<string, Json | undefined>();
const parsedBytes = new WeakMap<Buffer, { readonly json: Json | undefined }>();

/** The JSON object of a body, not to be changed in place; undefined for anything else. */
export function jsonOf({ body }: { readonly body: string | Buffer }): Json | undefined {
  if (typeof body === 'string') return parsed.has(body) ? parsed.get(body) : known(body, parse(body));
  const before = parsedBytes.get(body);
  if (before !== undefined) return before.json;
  const json = parse(body.toString());
  parsedBytes.set(body, { json });
  return json;
}

function known(text: string, json: Json | undefined): Json | undefined {
  parsed.set(text, json);
  for (const oldest of parsed.keys()) {
    if (parsed.size <= knownTexts) break;
    parsed.delete(oldest);
  }
  return json;
}

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The response with this JSON body; the same object if its JSON is unchanged. */
export function withJson(response: HttpResponse, json: unknown): HttpResponse {
  return json !== undefined && jsonOf(response) === json ? response : { ...response, body: textOf(json) };
}

function textOf(json: unknown): string {
  const text = JSON.stringify(json);
  if (isObject(json) && isAsParsed(json)) known(text, json);
  return text;
}

/** Whether the text parses to an equal value: JSON leaves out members that are undefined. */
function isAsParsed(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isAsParsed);
  return isObject(value) ? Object.values(value).every(isAsParsed) : value !== undefined;
}

/** The request with this JSON body. */
export function withBody(request: HttpRequest, json: unknown): HttpRequest {
  return { ...request, body: Buffer.from(JSON.stringify(json)) };
}

/** Whether a JSON value is an object, not a list and not null. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies `change` to every object of a JSON value, innermost first. Unchanged parts stay the same objects. */
export function everyObject(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const changed = items.map((one) => everyObject(one, change));
    return changed.some((one, i) => one !== items[i]) ? changed : value;
  }
  if (!isObject(value)) return value;
  let changed = value;
  for (const name of Object.keys(value)) {
    const one = everyObject(value[name], change);
    if (one === value[name]) continue;
    if (changed === value) changed = { ...value };
    changed[name] = one;
  }
  return change(changed);
}

/** Method and path without the query, such as `GET /orders`. */
export function routeOf({ method, path }: HttpRequest): string {
  return `${method} ${path.split('?', 1)[0]}`;
}

/** The parsed query string; empty if there is none. */
export function queryOf({ path }: HttpRequest): URLSearchParams {
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

/** A query string that does not decode is left unchanged: the member refuses it. */
export function withQuery(request: HttpRequest, query: URLSearchParams): HttpRequest {
  if (!decodes(request.path)) return request;
  const [path] = request.path.split('?', 1);
  return { ...request, path: query.size === 0 ? `${path}` : `${path}?${query}` };
}

/** The Idempotency-Key. */
export function keyOf(request: HttpRequest): string | undefined {
  return headerOf(request, 'idempotency-key');
}

/** Whether the response is marked as a replay. */
export function isReplay(response: HttpResponse): boolean {
  return headerOf(response, 'idempotent-replay') === 'true';
}

/** The claims of the caller's token, without any verification. */
export function claimsOf(request: HttpRequest): Json {
  const payload = /^bearer +(?! )[^.]+\.([^.]+)\./i.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? '';
  return jsonOf({ body: Buffer.from(payload, 'base64url') }) ?? {};
}

/** Whether this is the contract document or its page: most layers leave them unchanged. */
export function isPublished(request: HttpRequest): boolean {
  return request.path.startsWith('/openapi.json') || request.path.startsWith('/docs');
}

/** A layer that changes the JSON object of a response; the contract document stays unchanged. */
export function changeJson(change: (json: Json, response: HttpResponse, request: HttpRequest) => unknown): Layer {
  return async (request, next) => {
    const response = await next(request);
    const json = isPublished(request) ? undefined : jsonOf(response);
    return json === undefined ? response : withJson(response, change(json, response, request));
  };
}

/** Longer texts are contract documents: a few, each served many times. */
const LONG = 100_000;
const MOST_LONG = 64;

/** Changes JSON texts; the same object if the text is unchanged. A contract document is changed once, not at each read. */
export function changeText(
  change: (json: Json) => unknown,
  spell: (value: unknown) => string = textOf,
): (response: HttpResponse) => HttpResponse {
  const changed = new Map<string, string>();
  return (response) => {
    const { body } = response;
    let text = changed.get(body);
    if (text === undefined) {
      const json = jsonOf(response);
      if (json === undefined) return response;
      text = spell(change(json));
      if (body.length > LONG && changed.size < MOST_LONG) changed.set(body, text);
    }
    return text === body ? response : { ...response, body: text };
  };
}

/** A layer that changes whole responses. */
export function changeResponse(change: (response: HttpResponse, request: HttpRequest) => HttpResponse): Layer {
  return async (request, next) => change(await next(request), request);
}

/** A refusal made by a layer, in the interface's envelope. */
export function refusal(request: HttpRequest, status: number, code: string, retryable = false): HttpResponse {
  const sent = headerOf(request, 'x-request-id') ?? '';
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
