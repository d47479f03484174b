/** Allowed differences in admission, and in the answers before it (decisions A1 to A14). */
import {
  changeResponse,
  claimsOf,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  isPublished,
  jsonOf,
  type Layer,
  refusal,
  routeOf,
  withoutHeaders,
} from '../layer.ts';
import { variation } from '../variation.ts';

const bears = (request: HttpRequest): boolean => headerOf(request, 'authorization') !== undefined;
const codeOf = (answer: HttpResponse): unknown => (jsonOf(answer)?.['error'] as { readonly code?: unknown } | undefined)?.code;
const UNAUTHENTICATED = 'UNAUTHENTICATED';

/** Whether the token is invalid: the gateway decides. */
async function isUnauthenticated(request: HttpRequest, next: (request: HttpRequest) => Promise<HttpResponse>): Promise<boolean> {
  if (!bears(request)) return true;
  const me = {
    ...withoutHeaders(request, 'Content-Length', 'Content-Type'),
    method: 'GET',
    path: '/me',
    body: Buffer.alloc(0),
  };
  return (await next(me)).status === 401;
}

/** Whether the token names organisation and user in ASCII: then a refusal comes from the platform's records. */
function isNamed(request: HttpRequest): boolean {
  const { org_id: organisation, sub } = claimsOf(request);
  return [organisation, sub].every((name) => typeof name === 'string' && /^[!-~]+$/.test(name));
}

/** Checks the caller before an unknown path or method. */
function callerBeforeMethod(): Layer {
  return async (request, next) => {
    const answer = await next(request);
    return answer.status === 405 && (await isUnauthenticated(request, next)) ? refusal(request, 401, UNAUTHENTICATED) : answer;
  };
}

function firstMeWaits(): Layer {
  const seen = new Set<string>();
  return async (request, next) => {
    const answer = await next(request);
    if (routeOf(request) !== 'GET /me' || answer.status !== 200) return answer;
    const who = `${String(claimsOf(request)['org_id'])} ${String(claimsOf(request)['sub'])}`;
    if (seen.has(who)) return answer;
    seen.add(who);
    const user = jsonOf(answer)?.['user'] as { readonly status?: unknown } | undefined;
    return user?.status === 'ACTIVE' ? answer : refusal(request, 503, 'NOT_PRIMED', true);
  };
}

/** Answers GET /me to callers who are refused everywhere else. */
function meOfTheRefused(): Layer {
  let state: readonly (readonly [string, string])[] = [];
  return async (request, next) => {
    const answer = await next(request);
    const names = answer.headers.filter(([name]) => /^x-service-(global-sequence|as-of-seq-ts)$/i.test(name));
    if (names.length === 2) state = names;
    if (routeOf(request) !== 'GET /me' || answer.status !== 403 || !isNamed(request)) return answer;
    if (!['ORG_NOT_ACTIVE', 'FORBIDDEN_PRINCIPAL'].includes(String(codeOf(answer)))) return answer;
    const me = { user: { userId: 77, orgId: 7 }, organisation: { orgId: 7 }, capabilities: [] };
    return { ...answer, status: 200, headers: [...answer.headers, ...state], body: JSON.stringify(me) };
  };
}

/** Variations of admission (decisions A1 to A14). */
export const ADMISSION_VARIATIONS = [
  variation('wrong-method-without-token-401', ['A1'], 'A wrong method without a token answers 401.', callerBeforeMethod),
  variation('oversize-without-token-413', ['A2'], 'An oversize body without a token answers 413.', () => async (request, next) => {
    const answer = await next(request);
    const length = Number(headerOf(request, 'content-length') ?? 0);
    return answer.status === 401 && length > 1_048_576 ? refusal(request, 413, 'PAYLOAD_TOO_LARGE') : answer;
  }),
  variation('me-for-the-disabled', ['A5'], 'GET /me answers 200 to disabled users and to users of suspended organisations.', meOfTheRefused),
  variation('first-me-not-primed', ['A6'], 'The first GET /me of a new caller answers 503 NOT_PRIMED.', firstMeWaits),
  variation(
    'document-needs-token',
    ['A4'],
    'The contract document requires a token.',
    () => async (request, next) =>
      isPublished(request) && request.method === 'GET' && !bears(request) ? refusal(request, 401, UNAUTHENTICATED) : next(request),
  ),
  variation(
    'lower-case-scheme-refused',
    ['A9'],
    'The authentication scheme `bearer` in lower case is refused.',
    () => async (request, next) => (headerOf(request, 'authorization')?.startsWith('bearer') === true ? refusal(request, 401, UNAUTHENTICATED) : next(request)),
  ),
  variation('token-without-subject-401', ['A10'], 'A token without a subject answers 401.', () => async (request, next) => {
    const answer = await next(request);
    return answer.status === 403 && claimsOf(request)['sub'] === undefined ? refusal(request, 401, UNAUTHENTICATED) : answer;
  }),
  variation('malformed-id-400', ['A14'], 'A malformed id in a path answers 400.', () => async (request, next) => {
    const answer = await next(request);
    const id = /^\/(?:orders|executions)\/([^/?]+)/.exec(request.path)?.[1];
    const malformed = id !== undefined && !/^[1-9][0-9]{0,18}$/.test(id);
    return answer.status === 404 && malformed ? refusal(request, 400, 'MALFORMED_REQUEST') : answer;
  }),
  variation('head-served', ['A12'], 'HEAD is served.', () => async (request, next) => {
    if (request.method !== 'HEAD') return next(request);
    return { ...(await next({ ...request, method: 'GET' })), body: '' };
  }),
  variation('head-and-options-served', ['A12'], 'HEAD and OPTIONS are served and listed in Allow.', () => async (request, next) => {
    if (request.method === 'HEAD') return { ...(await next({ ...request, method: 'GET' })), body: '' };
    const answer = await next(request);
    const allow = headerOf(answer, 'allow');
    if (answer.status !== 405 || allow === undefined) return answer;
    const more = [allow, ...(/\bGET\b/.test(allow) ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    const allowing = answer.headers.map(([name, value]) => [name, name.toLowerCase() === 'allow' ? more : value] as const);
    if (request.method !== 'OPTIONS') return { ...answer, headers: allowing };
    return { ...withoutHeaders({ ...answer, headers: allowing }, 'Content-Type'), status: 204, body: '' };
  }),
  variation(
    'trailing-slash-served',
    ['A13'],
    'A trailing slash of a path is ignored.',
    () => (request, next) => next({ ...request, path: request.path.replace(/(?<=[^/])\/(?=\?|$)/, '') }),
  ),
  variation('undecodable-query-400', ['A16'], 'A query that does not decode answers 400 on an unknown path.', () =>
    changeResponse((answer, request) =>
      codeOf(answer) === 'ROUTE_NOT_FOUND' && /%(?![0-9a-f]{2})/i.test(request.path) ? refusal(request, 400, 'MALFORMED_REQUEST') : answer,
    ),
  ),
] as const;
