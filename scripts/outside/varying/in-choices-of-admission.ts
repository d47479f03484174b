/** What a member may decide otherwise about who is let in, and what is answered before that (decisions A1 to A14). */
import {
  type Asked,
  claimsOf,
  headerOf,
  isPublished,
  jsonOf,
  type Layer,
  refusal,
  routeOf,
  type Told,
  told,
  without,
} from '../proxy/telling.ts';
import { variation } from './variation.ts';

const bears = (asked: Asked): boolean => headerOf(asked, 'authorization') !== undefined;
const codeOf = (answer: Told): unknown => (jsonOf(answer)?.['error'] as { readonly code?: unknown } | undefined)?.code;
const UNAUTHENTICATED = 'UNAUTHENTICATED';

/** A wrong token is no token here: the gateway says which it is. */
async function isNobody(asked: Asked, next: (asked: Asked) => Promise<Told>): Promise<boolean> {
  if (!bears(asked)) return true;
  const me = { ...without(asked, 'Content-Length', 'Content-Type'), method: 'GET', path: '/me', body: Buffer.alloc(0) };
  return (await next(me)).status === 401;
}

/** The token names organisation and user in ASCII: what refuses it is what the platform knows of them. */
function isNamed(asked: Asked): boolean {
  const { org_id: organisation, sub } = claimsOf(asked);
  return [organisation, sub].every((name) => typeof name === 'string' && /^[!-~]+$/.test(name));
}

/** A path or method that is not there is looked at after the caller. */
function callerBeforeMethod(): Layer {
  return async (asked, next) => {
    const answer = await next(asked);
    return answer.status === 405 && (await isNobody(asked, next)) ? refusal(asked, 401, UNAUTHENTICATED) : answer;
  };
}

function firstMeWaits(): Layer {
  const seen = new Set<string>();
  return async (asked, next) => {
    const answer = await next(asked);
    if (routeOf(asked) !== 'GET /me' || answer.status !== 200) return answer;
    const who = `${String(claimsOf(asked)['org_id'])} ${String(claimsOf(asked)['sub'])}`;
    if (seen.has(who)) return answer;
    seen.add(who);
    const user = jsonOf(answer)?.['user'] as { readonly status?: unknown } | undefined;
    return user?.status === 'ACTIVE' ? answer : refusal(asked, 503, 'NOT_PRIMED', true);
  };
}

/** GET /me is answered to those who are refused everywhere else. */
function meOfTheRefused(): Layer {
  let state: readonly (readonly [string, string])[] = [];
  return async (asked, next) => {
    const answer = await next(asked);
    const names = answer.headers.filter(([name]) => /^x-service-(global-sequence|as-of-seq-ts)$/i.test(name));
    if (names.length === 2) state = names;
    if (routeOf(asked) !== 'GET /me' || answer.status !== 403 || !isNamed(asked)) return answer;
    if (!['ORG_NOT_ACTIVE', 'FORBIDDEN_PRINCIPAL'].includes(String(codeOf(answer)))) return answer;
    const me = { user: { userId: 77, orgId: 7 }, organisation: { orgId: 7 }, capabilities: [] };
    return { ...answer, status: 200, headers: [...answer.headers, ...state], body: JSON.stringify(me) };
  };
}

export const IN_CHOICES_OF_ADMISSION = [
  variation('a wrong method without a token answers 401', callerBeforeMethod),
  variation('a body too long without a token answers 413', () => async (asked, next) => {
    const answer = await next(asked);
    const length = Number(headerOf(asked, 'content-length') ?? 0);
    return answer.status === 401 && length > 1_048_576 ? refusal(asked, 413, 'PAYLOAD_TOO_LARGE') : answer;
  }),
  variation('GET /me is served to the disabled and of the suspended', meOfTheRefused),
  variation('the first GET /me of a new caller waits', firstMeWaits),
  variation(
    'the contract document asks for a token',
    () => async (asked, next) =>
      isPublished(asked) && asked.method === 'GET' && !bears(asked)
        ? refusal(asked, 401, UNAUTHENTICATED)
        : next(asked),
  ),
  variation(
    'a scheme in lower case is none',
    () => async (asked, next) =>
      headerOf(asked, 'authorization')?.startsWith('bearer') === true
        ? refusal(asked, 401, UNAUTHENTICATED)
        : next(asked),
  ),
  variation('a token without a subject answers 401', () => async (asked, next) => {
    const answer = await next(asked);
    return answer.status === 403 && claimsOf(asked)['sub'] === undefined
      ? refusal(asked, 401, UNAUTHENTICATED)
      : answer;
  }),
  variation('a malformed id answers 400', () => async (asked, next) => {
    const answer = await next(asked);
    const id = /^\/(?:orders|executions)\/([^/?]+)/.exec(asked.path)?.[1];
    const malformed = id !== undefined && !/^[1-9][0-9]{0,18}$/.test(id);
    return answer.status === 404 && malformed ? refusal(asked, 400, 'MALFORMED_REQUEST') : answer;
  }),
  variation('HEAD is served', () => async (asked, next) => {
    if (asked.method !== 'HEAD') return next(asked);
    return { ...(await next({ ...asked, method: 'GET' })), body: '' };
  }),
  variation('HEAD and OPTIONS are served, and allowed', () => async (asked, next) => {
    if (asked.method === 'HEAD') return { ...(await next({ ...asked, method: 'GET' })), body: '' };
    const answer = await next(asked);
    const allow = headerOf(answer, 'allow');
    if (answer.status !== 405 || allow === undefined) return answer;
    const more = [allow, ...(/\bGET\b/.test(allow) ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    const allowing = answer.headers.map(
      ([name, value]) => [name, name.toLowerCase() === 'allow' ? more : value] as const,
    );
    if (asked.method !== 'OPTIONS') return { ...answer, headers: allowing };
    return { ...without({ ...answer, headers: allowing }, 'Content-Type'), status: 204, body: '' };
  }),
  variation(
    'a slash at the end of a path is not seen',
    () => (asked, next) => next({ ...asked, path: asked.path.replace(/(?<=[^/])\/(?=\?|$)/, '') }),
  ),
  variation('a query that does not decode on a path that is not there answers 400', () =>
    told((answer, asked) =>
      codeOf(answer) === 'ROUTE_NOT_FOUND' && /%(?![0-9a-f]{2})/i.test(asked.path)
        ? refusal(asked, 400, 'MALFORMED_REQUEST')
        : answer,
    ),
  ),
] as const;
