/**
 * One request and its outcome, as the suite's client recorded it. Everything here is already redacted: tokens, client
 * secrets, tickets and key material are replaced by `<token of trader>` and similar before an exchange exists. The
 * functions read one exchange; none of them throws on a malformed response.
 */

import type { TargetFacts } from '../profile/target-facts.ts';
import { isShallow } from './json-depth.ts';
import { owes } from './owed.ts';

/** Header lines in the order and spelling of the wire. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

export interface RecordedRequest {
  readonly method: string;
  /** With the query string, as sent. */
  readonly path: string;
  readonly headers: HeaderLines;
  readonly body: string | null;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: string;
}

export interface Exchange {
  /** 1 for the first request of a run, increasing in order of sending. */
  readonly n: number;
  /** The label of the check for this request, by which its judge finds it; null: none. */
  readonly label: string | null;
  /** A principal's name, or `anonymous`. */
  readonly actor: string;
  readonly request: RecordedRequest;
  /** Milliseconds since the run began, on the suite's own stopwatch. */
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  /** null: no complete response came. The outcome is unknown: the request may have been applied once, or not at all. */
  readonly response: RecordedResponse | null;
  /** Why there is no response (`timeout`, `reset`, ...); null where there is one. */
  readonly failure: string | null;
  /**
   * The messages on the wire, where `response` is not the first response: for a write that was answered 202 and
   * followed, the 202, the polls and the resent request (stages/settle.ts); for foreign responses, those and the member's
   * own (stages/resend.ts).
   */
  readonly settling?: readonly Exchange[];
  /** A 202 that was deliberately not followed, since the check tests it. */
  readonly unfollowed?: true;
  /** The earlier responses to the same request, in order, where it was repeated (stages/repeat.ts). */
  readonly earlier?: readonly Exchange[];
  /** Bytes that a check assembled, sent on a new connection. */
  readonly raw?: true;
  /** In a history: the facts about the target that responded. A judge applies that contract to the response. */
  readonly answeredBy?: TargetFacts;
  /** The response did not come from the member: `429 text/html, server nginx` (foreign.ts). */
  readonly foreign?: string;
}

/** The status; undefined where no response came. */
export function status(e: Exchange): number | undefined {
  return e.response?.status;
}

/** Whether the status is 2xx. */
export function isOk(e: Exchange): boolean {
  return e.response !== null && e.response.status >= 200 && e.response.status < 300;
}

/** Every value of a response header, one for each line, in order. */
export function headers(e: Exchange, name: string): readonly string[] {
  if (e.response === null) return [];
  const wanted = name.toLowerCase();
  let values: string[] | undefined;
  for (const line of e.response.headers) {
    if (!isNamed(line[0], wanted)) continue;
    if (values === undefined) values = [line[1]];
    else values.push(line[1]);
  }
  return values ?? [];
}

/** The first value of a response header. */
export function header(e: Exchange, name: string): string | undefined {
  return e.response === null ? undefined : firstOf(e.response.headers, name);
}

/** The first value of a header. */
export function firstOf(lines: HeaderLines, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const line of lines) if (isNamed(line[0], wanted)) return line[1];
  return undefined;
}

/** @param wanted in lower case. */
function isNamed(field: string, wanted: string): boolean {
  return field.length === wanted.length && (field === wanted || field.toLowerCase() === wanted);
}

/** The first value of a header that the request carried. */
export function sentHeader(e: Exchange, name: string): string | undefined {
  return firstOf(e.request.headers, name);
}

/** The Idempotency-Key that the request carried. */
export function keyOf(e: Exchange): string | undefined {
  return sentHeader(e, 'idempotency-key');
}

/** By response, not by exchange: each history copies its exchanges, and the copies share their response. */
const PARSED = new WeakMap<RecordedResponse, unknown>();
const NOT_JSON = Symbol('not JSON');

/** The response body as JSON; undefined where there is none or it is not JSON. Parsed once, so it must not be changed. */
export function json({ response }: Pick<Exchange, 'response'>): unknown {
  if (response === null) return undefined;
  let value = PARSED.get(response);
  if (value === undefined) {
    value = parsedBody(response.body);
    if (value === undefined) value = NOT_JSON;
    PARSED.set(response, value);
  }
  return value === NOT_JSON ? undefined : value;
}

/** A body of at least this length is likely the contract document, which many checks read. */
const LONG = 100_000;
let latestLong = { body: '', value: undefined as unknown };

/** To compare a long body with the latest one takes a hundredth of the time of parsing it. */
function parsedBody(body: string): unknown {
  if (body.length < LONG) return parse(body);
  if (body !== latestLong.body) latestLong = { body, value: parse(body) };
  return latestLong.value;
}

/** More than any check sends; every walk of a value, and JSON.stringify, has room for it on the stack. */
const DEEPEST = 512;
const HALF_OF_A_CHARACTER = /\\u[dD][89a-fA-F]/;

/** Half of a character, as JSON can name one, has no place in an address: the replacement character stands for it. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Parses a text; undefined: it is not JSON, or is nested more deeply than 512 levels. */
export function parse(text: string): unknown {
  try {
    // A level takes two characters.
    if (text.length >= 2 * DEEPEST && !isShallow(text, DEEPEST)) return undefined;
    return JSON.parse(text, HALF_OF_A_CHARACTER.test(text) ? wellFormed : undefined) as unknown;
  } catch {
    return undefined;
  }
}

/** The request body as JSON; undefined where there is none or it is not JSON. */
export function sentJson(e: Exchange): unknown {
  return e.request.body === null ? undefined : parse(e.request.body);
}

/** One value inside the response body: `at(e, 'items', 0, 'orderId')`; undefined where the path does not exist. */
export function at(e: Exchange, ...way: readonly (string | number)[]): unknown {
  let value = json(e);
  for (const step of way) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** Like `at`, for a string; undefined for anything else. */
export function textAt(e: Exchange, ...way: readonly (string | number)[]): string | undefined {
  const value = at(e, ...way);
  return typeof value === 'string' ? value : undefined;
}

/** The rows of a page; empty where the response is no page. */
export function rows(e: Exchange): readonly Readonly<Record<string, unknown>>[] {
  const items = at(e, 'items');
  return Array.isArray(items) ? (items as Record<string, unknown>[]) : [];
}

/** `error.code` of a refusal. */
export function errorCode(e: Exchange): string | undefined {
  return textAt(e, 'error', 'code');
}

/** `error.retryable` of a refusal. */
export function retryable(e: Exchange): boolean | undefined {
  const value = at(e, 'error', 'retryable');
  return typeof value === 'boolean' ? value : undefined;
}

const DECIMAL_POSITION = /^(0|[1-9][0-9]{0,18})$/;

function positionHeader(e: Exchange, name: string): bigint | undefined {
  const text = header(e, name);
  return text !== undefined && DECIMAL_POSITION.test(text) ? BigInt(text) : undefined;
}

/** X-Service-Global-Sequence; undefined where it is absent or is not a decimal string. */
export function position(e: Exchange): bigint | undefined {
  return positionHeader(e, 'x-service-global-sequence');
}

/** X-Service-As-Of-Seq-Ts in epoch nanoseconds; undefined as for `position`. */
export function asOf(e: Exchange): bigint | undefined {
  return positionHeader(e, 'x-service-as-of-seq-ts');
}

/** Whether the method is a write's. */
export function isWrite(e: Exchange): boolean {
  return e.request.method !== 'GET' && e.request.method !== 'HEAD' && e.request.method !== 'OPTIONS';
}

/**
 * Whether an owner produced this response to a write: it has a position and no as-of time (decision A40 distinguishes
 * it from a write's 404; before 0.13.0 nothing does, and a 404 does not count).
 */
export function isFactual(e: Exchange): boolean {
  if (!isWrite(e) || position(e) === undefined || header(e, 'x-service-as-of-seq-ts') !== undefined) return false;
  return status(e) !== 404 || owes(e, '0.13.0');
}

/** Whether the response declares itself a replay. */
export function isReplay(e: Exchange): boolean {
  return header(e, 'idempotent-replay') === 'true';
}

/** X-Request-Id of the response. */
export function requestId(e: Exchange): string | undefined {
  return header(e, 'x-request-id');
}

/** Retry-After in seconds; undefined where it is absent or not a whole number (an HTTP date is not read). */
export function retryAfterSeconds(e: Exchange): number | undefined {
  const text = header(e, 'retry-after');
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The path without its query string. */
export function pathOf(e: Exchange): string {
  const query = e.request.path.indexOf('?');
  return query < 0 ? e.request.path : e.request.path.slice(0, query);
}

const ROUTES = new Map<string, { readonly method: string; readonly path: RegExp }>();

/** Whether a request matches a route template: `isOf(e, 'POST /orders/{id}/cancel')`. */
export function isOf(e: Exchange, route: string): boolean {
  let known = ROUTES.get(route);
  if (known === undefined) {
    const [method = '', template = ''] = route.split(' ');
    const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    known = { method, path: new RegExp(`^${literal.replace(/\{[^{}]*\}/g, '[^/]+')}$`) };
    ROUTES.set(route, known);
  }
  return known.method === e.request.method && known.path.test(pathOf(e));
}
