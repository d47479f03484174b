/**
 * CORS for pages in development, at the sandbox's own front. The interface serves none (TKT-12): a deployed gateway lets no
 * page of another origin read its answers. The gateway has no part in it, and the suite never uses it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Served } from './open-port.ts';

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
  return {
    ...served,
    handle(request, response) {
      if (covers(request)) {
        const allowed = isAllowed(origins, request);
        if (allowed && isPreflight(request)) return answerPreflight(request, response);
        response.setHeader('Vary', 'Origin');
        if (allowed) {
          for (const [name, value] of Object.entries(allowing(request))) response.setHeader(name, value);
          response.setHeader('Access-Control-Expose-Headers', EXPOSED);
        }
      }
      served.handle(request, response);
    },
  };
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** The origin itself and not `*`: the answer is valid for this origin only. */
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
