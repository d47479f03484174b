/**
 * CORS for pages in development, at the sandbox's own front: the interface serves none (TKT-12), so a deployed gateway
 * lets no page of another origin read its answers. Nothing of the gateway knows of it, and the suite never uses it.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Served } from './open-port.ts';
import { setLines } from './set-lines.ts';

/** Every origin. No answer ever allows credentials: a bearer token is a header that the page itself sets. */
export const ANY_ORIGIN = '*';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** The interface's own response headers, which a page cannot read unless they are named. */
const EXPOSED = [
  'Location',
  'Retry-After',
  'Idempotent-Replay',
  'ETag',
  'X-Service-Global-Sequence',
  'X-Service-As-Of-Seq-Ts',
  'X-Service-Member',
  'X-Request-Id',
  'WWW-Authenticate',
  'Allow',
  'Date',
].join(', ');
/** Short: the next sandbox at this address may allow less. */
const PREFLIGHT_LIFE_S = 60;
/** An `Origin` line of a request that is not parsed yet. */
const ORIGIN_LINE = /\r\norigin:/i;

/** The origin as browsers send it, or `*`; undefined: it is no origin. */
export function corsOrigin(text: string): string | undefined {
  if (text === ANY_ORIGIN) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPage = (url?.protocol === 'http:' || url?.protocol === 'https:') && !url.hostname.includes('*');
  return isPage && (url.origin === text || `${url.origin}/` === text) ? url.origin : undefined;
}

/** Whether the page that a request comes from may read the answer. */
export function isAllowed(origins: readonly string[], request: Pick<IncomingMessage, 'headersDistinct'>): boolean {
  const [origin, ...more] = request.headersDistinct['origin'] ?? [];
  return origin !== undefined && more.length === 0 && (origins.includes(origin) || origins.includes(ANY_ORIGIN));
}

/**
 * The same served with CORS for these origins; without an origin the very same.
 * @param covers which addresses have it; all unless stated
 */
export function withCors<Of extends Served>(
  served: Of,
  origins: readonly string[],
  covers: (request: IncomingMessage) => boolean = () => true,
): Of {
  if (origins.length === 0) return served;
  const { refusal } = served;
  return {
    ...served,
    handle(request, response, isTooMany) {
      if (!covers(request)) return served.handle(request, response, isTooMany);
      const allowed = isAllowed(origins, request);
      if (allowed && isPreflight(request)) return answerPreflight(request, response);
      addToHead(response, allowed ? { ...allowing(request), 'Access-Control-Expose-Headers': EXPOSED } : {});
      served.handle(request, response, isTooMany);
    },
    // A refusal of bytes has no place for further headers: a page's request is parsed.
    ...(refusal && {
      refusal: (request, socket) => (ORIGIN_LINE.test(request.head) ? undefined : refusal(request, socket)),
    }),
  } satisfies Served as Of;
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** The origin itself and not `*`, so that an answer says whom it is for. */
function allowing({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return { 'Access-Control-Allow-Origin': headers.origin ?? '' };
}

function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers'];
  request.resume();
  response.writeHead(204, {
    ...allowing(request),
    'Access-Control-Allow-Methods': METHODS,
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    'Access-Control-Max-Age': PREFLIGHT_LIFE_S,
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  });
  response.end();
}

/** Whenever the head is made, of whatever: a fault that replaces an answer removes the headers that were set before. */
function addToHead(response: ServerResponse, added: Readonly<Record<string, string>>): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  const write = (...given: unknown[]): ServerResponse => {
    const headers = given.at(-1);
    // Names and values in turn: of an answer that ends next, and that makes the head.
    if (Array.isArray(headers)) {
      response.statusCode = given[0] as number;
      setLines(response, headers as readonly string[]);
      return response;
    }
    for (const [name, value] of Object.entries(added)) response.setHeader(name, value);
    if (typeof headers !== 'object' || headers === null) response.appendHeader('Vary', 'Origin');
    else given[given.length - 1] = varyingByOrigin(headers);
    return writeHead(...given);
  };
  response.writeHead = write as ServerResponse['writeHead'];
}

function varyingByOrigin(headers: object): object {
  const known = Object.entries(headers as OutgoingHttpHeaders).find(([name]) => name.toLowerCase() === 'vary');
  return { ...headers, [known?.[0] ?? 'Vary']: known === undefined ? 'Origin' : [known[1], 'Origin'].flat() };
}
