/**
 * Detects responses that came from something between the suite and the member: a proxy that lost its upstream, a rate
 * limiter, a login page, a body limit. From 0.12.0 on every response of a member carries X-Request-Id and every refusal
 * the envelope, except for requests that the member's own web server refuses (decision A18).
 */
import type { Exchange, RecordedRequest, RecordedResponse } from './exchange.ts';
import { firstOf, parse } from './exchange.ts';
import { isHtmlType, isJsonType } from './media-type.ts';
import { secondsToWait } from './retry-after.ts';

/** Statuses that proxies use. A member's own response with one of them carries the envelope. */
const OF_PROXIES = [408, 413, 414, 429, 431, 502, 503, 504];
/** Statuses with which a member's web server answers bytes that are no request (decision A18). */
const OF_WEB_SERVERS = [400, 408, 414, 431, 501, 505];

interface Answered {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

function isHtml(response: RecordedResponse): boolean {
  return isHtmlType(firstOf(response.headers, 'content-type')) || /^\s*<(!doctype|html)/i.test(response.body);
}

function hasEnvelope({ body }: RecordedResponse): boolean {
  const value = parse(body) as { readonly error?: { readonly code?: unknown } } | null | undefined;
  return typeof value?.error?.code === 'string';
}

/** Whether the response carries X-Request-Id or the envelope, as a member's does. */
export function isSigned(response: RecordedResponse): boolean {
  return firstOf(response.headers, 'x-request-id') !== undefined || hasEnvelope(response);
}

/** The origin of a redirect's target: the query may differ with each request. */
function originOf(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
}

/** Description: `502 text/html, server nginx`. */
export function inWords(response: RecordedResponse): string {
  const type = firstOf(response.headers, 'content-type')?.split(';', 1)[0];
  const server = firstOf(response.headers, 'server');
  const body = response.body === '' ? 'empty' : (type ?? 'without a content type');
  const by = server === undefined ? '' : `, server ${server}`;
  return `${response.status} ${body}${by}${originOf(firstOf(response.headers, 'location'))}`;
}

export interface ForeignRule {
  /** The session itself broke or replaced members: responses without envelope may come from an older or failing one. */
  readonly isDisturbed: boolean;
  /** As far as observed, the member's own refusals lack envelope and X-Request-Id. */
  readonly areBareOnesOwn: boolean;
  /** Bytes that no HTTP client would send. */
  readonly isRaw: boolean;
}

/** A description of a foreign response; undefined: the response is the member's. */
export function foreignIn({ request, response }: Answered, rule: ForeignRule): string | undefined {
  const { status } = response;
  // The head alone rules out most answers, so that long bodies are not read.
  if (status < 200 || (status < 300 && !isHtml(response)) || isSigned(response)) return undefined;
  if (rule.isRaw && OF_WEB_SERVERS.includes(status)) return undefined;
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  const mayBeBare = rule.areBareOnesOwn || rule.isDisturbed;
  if (mayBeBare && !isRedirect && !isHtml(response)) return undefined;
  if (isRedirect || OF_PROXIES.includes(status)) return inWords(response);
  if (isHtml(response)) return request.path.startsWith('/docs') && status < 300 ? undefined : inWords(response);
  const isBare = status >= 400 && !isJsonType(firstOf(response.headers, 'content-type'));
  return isBare ? inWords(response) : undefined;
}

/**
 * Whether a member's own refusals use this status: if every try gets the same response without envelope, it counts as
 * the member's.
 */
export function mayBeOwn({ response }: Exchange): boolean {
  return (
    response !== null && [400, 401, 403, 404, 405, 409, 412, 422, 500].includes(response.status) && !isHtml(response)
  );
}

/** Whether two responses are equal in status and body. */
export function isSameBare(a: Exchange, b: Exchange): boolean {
  return a.response?.status === b.response?.status && a.response?.body === b.response?.body;
}

/** What a proxy refuses of a request by its own limits and rules: its size, its head, its method, its path. */
const OF_PROXY_RULES = [400, 401, 403, 405, 411, 413, 414, 431, 501];

/** Whether a proxy keeps this request from the member for good: sent again, it is refused again. */
export function isKept({ response, foreign }: Pick<Exchange, 'response' | 'foreign'>): boolean {
  return foreign !== undefined && response !== null && OF_PROXY_RULES.includes(response.status);
}

/** nginx accepts the TLS handshake and then reports in its body that it requires a client certificate, or another one. */
export function isAboutCertificate({ response }: Pick<Exchange, 'response'>): boolean {
  return response?.status === 400 && isHtml(response) && /\bSSL certificate\b/.test(response.body);
}

const MOST_TRIES_OF_A_RESET = 3;
const FIRST_WAITS_MS = [50, 250, 500, 1_000, 2_000, 3_000, 4_000, 5_000];

/**
 * The wait in milliseconds before resending a request whose response was foreign or whose connection was reset;
 * undefined: resending is pointless.
 */
export function waitBefore(tries: number, foreign: Exchange): number | undefined {
  if (foreign.response === null) return tries <= MOST_TRIES_OF_A_RESET ? FIRST_WAITS_MS[tries - 1] : undefined;
  const { status } = foreign.response;
  if (isAboutCertificate(foreign)) return undefined;
  if (mayBeOwn(foreign)) return tries <= 2 ? 20 * tries : undefined;
  if (isKept(foreign)) return undefined;
  // A login page: the next request may come through.
  if (status >= 200 && status < 400) return tries <= 1 ? 50 : undefined;
  // A missing route outlives a reload of its ingress.
  if ([404, 405].includes(status)) return tries <= 3 ? FIRST_WAITS_MS[tries - 1] : undefined;
  const asked = secondsToWait(foreign);
  const ownMs = FIRST_WAITS_MS[tries - 1];
  return asked === undefined ? ownMs : Math.max(asked * 1_000, ownMs ?? Number.POSITIVE_INFINITY);
}
