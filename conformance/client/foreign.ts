/**
 * Answers that something between the suite and the member gave: a proxy that lost its upstream, a rate limiter, a login page,
 * a body limit. From 0.12.0 on every answer of a member carries X-Request-Id and every refusal the envelope, but for what the
 * member's own web server turns away (decision A18).
 */
import type { Exchange, RecordedRequest, RecordedResponse } from './exchange.ts';
import { secondsToWait } from './retry-after.ts';

/** Statuses that proxies answer, whatever the body; a member's own carry the envelope. */
const OF_PROXIES = [408, 413, 414, 429, 431, 502, 503, 504];
/** What the web server of a member answers to bytes that are no request (decision A18). */
const OF_WEB_SERVERS = [400, 408, 414, 431, 501, 505];

interface Answered {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

function headerOf({ headers }: RecordedResponse, name: string): string | undefined {
  return headers.find(([field]) => field.toLowerCase() === name)?.[1];
}

function isHtml(response: RecordedResponse): boolean {
  return /html/i.test(headerOf(response, 'content-type') ?? '') || /^\s*<(!doctype|html)/i.test(response.body);
}

function hasEnvelope({ body }: RecordedResponse): boolean {
  try {
    const value = JSON.parse(body) as { readonly error?: { readonly code?: unknown } } | null;
    return typeof value?.error?.code === 'string';
  } catch {
    return false;
  }
}

/** The answer names its request or holds the envelope, as a member's does. */
export function isSigned(response: RecordedResponse): boolean {
  return headerOf(response, 'x-request-id') !== undefined || hasEnvelope(response);
}

/** Of where a redirect leads to; each request may have a query of its own. */
function originOf(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
}

/** `502 text/html, server nginx` */
function inWords(response: RecordedResponse): string {
  const type = headerOf(response, 'content-type')?.split(';', 1)[0];
  const server = headerOf(response, 'server');
  const body = response.body === '' ? 'empty' : (type ?? 'without a content type');
  const by = server === undefined ? '' : `, server ${server}`;
  return `${response.status} ${body}${by}${originOf(headerOf(response, 'location'))}`;
}

export interface ForeignRule {
  /** The session itself broke or replaced members: bare answers may be those of an older or a failing one. */
  readonly isDisturbed: boolean;
  /** The member's own refusals are bare, as far as was seen. */
  readonly areBareOnesOwn: boolean;
  /** Bytes that no HTTP client would send. */
  readonly isRaw: boolean;
}

/** What the answer is where it is taken as not the member's; undefined: it is the member's. */
export function foreignIn({ request, response }: Answered, rule: ForeignRule): string | undefined {
  const { status } = response;
  if (status < 200 || isSigned(response)) return undefined;
  if (rule.isRaw && OF_WEB_SERVERS.includes(status)) return undefined;
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  const mayBeBare = rule.areBareOnesOwn || rule.isDisturbed;
  if (mayBeBare && !isRedirect && !isHtml(response)) return undefined;
  if (isRedirect || OF_PROXIES.includes(status)) return inWords(response);
  if (isHtml(response)) return request.path.startsWith('/docs') && status < 300 ? undefined : inWords(response);
  const isBare = status >= 400 && !headerOf(response, 'content-type')?.includes('json');
  return isBare ? inWords(response) : undefined;
}

/** A status that a member's own refusals have: the same bare answer to each try is taken as the member's. */
export function mayBeOwn({ response }: Exchange): boolean {
  return (
    response !== null && [400, 401, 403, 404, 405, 409, 412, 422, 500].includes(response.status) && !isHtml(response)
  );
}

/** The same bare answer: nothing but the time differs. */
export function isSameBare(a: Exchange, b: Exchange): boolean {
  return a.response?.status === b.response?.status && a.response?.body === b.response?.body;
}

/** nginx lets TLS succeed and then says in words that it wants a client certificate, or another one. */
export function isAboutCertificate({ response }: Pick<Exchange, 'response'>): boolean {
  return response?.status === 400 && isHtml(response) && /\bSSL certificate\b/.test(response.body);
}

const MOST_TRIES_OF_A_RESET = 3;
const FIRST_WAITS_MS = [50, 250, 500, 1_000, 2_000, 3_000, 4_000, 5_000];

/** How long to wait before a request whose answer was foreign, or that a reset broke, is sent once more; undefined: no answer of the member is to be hoped for. */
export function waitBefore(tries: number, foreign: Exchange): number | undefined {
  if (foreign.response === null) return tries <= MOST_TRIES_OF_A_RESET ? FIRST_WAITS_MS[tries - 1] : undefined;
  const { status } = foreign.response;
  if (isAboutCertificate(foreign)) return undefined;
  if (mayBeOwn(foreign)) return tries <= 2 ? 20 * tries : undefined;
  // A redirect, a firewall, a body limit: they stay as they are.
  if ((status >= 200 && status < 400) || [401, 403, 413, 414, 431].includes(status)) return tries <= 1 ? 50 : undefined;
  const asked = secondsToWait(foreign);
  const ownMs = FIRST_WAITS_MS[tries - 1];
  return asked === undefined ? ownMs : Math.max(asked * 1_000, ownMs ?? Number.POSITIVE_INFINITY);
}
