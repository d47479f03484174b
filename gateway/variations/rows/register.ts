/** Allowed differences of versions, views and states of the register (decisions A58, A62, A78, A81, A82). */
import {
  changeJson,
  changeResponse,
  everyObject,
  type HttpRequest,
  headerOf,
  isObject,
  type Json,
  jsonOf,
  type Layer,
  queryOf,
  refusal,
  routeOf,
  withHeader,
  withJson,
  withoutHeaders,
  withQuery,
} from '../layer.ts';
import { variation } from '../variation.ts';

const REGISTER = /^\/(orgs|users|credentials|accounts|account-addresses|portfolios|[a-z]+-policies)(\/|$)/;
const isOfRegister = (one: HttpRequest): boolean => REGISTER.test(routeOf(one).split(' ')[1] ?? '');

/** Quotes versions in the layer's own form, and reads them back. */
function ownValidators(): Layer {
  return async (one, next) => {
    const sent = headerOf(one, 'if-match');
    const read = sent === undefined ? one : withHeader(one, 'If-Match', sent.replaceAll(/v-([0-9]+)-x/g, '$1'));
    const answer = await next(isOfRegister(one) ? read : one);
    const etag = headerOf(answer, 'etag');
    return etag === undefined || !isOfRegister(one) ? answer : withHeader(answer, 'ETag', etag.replace(/[0-9]+/, 'v-$&-x'));
  };
}

/** The interface shows the refusal of a stale version only for config documents; for other rows it is assumed. */
const ofStale = (change: (error: Json) => Json): Layer =>
  changeJson((json, answer, one) => (answer.status === 412 && isObject(json['error']) && isOfRegister(one) ? change(json['error']) : json));

const STATES: Readonly<Record<string, string>> = { ACTIVE: 'ENABLED', DISABLED: 'BLOCKED' };
const FORMER: Readonly<Record<string, string>> = { ENABLED: 'ACTIVE', BLOCKED: 'DISABLED' };

/** Serves other names of user states, and accepts them as filters. */
function otherStates(): Layer {
  return async (one, next) => {
    const query = queryOf(one);
    const status = query.get('status');
    if (routeOf(one).startsWith('GET /users') && status !== null) query.set('status', FORMER[status] ?? status);
    const answer = await next(status === null ? one : withQuery(one, query));
    const json = /\/users/.test(routeOf(one)) ? jsonOf(answer) : undefined;
    if (json === undefined) return answer;
    const renamed = everyObject(json, (object) => ('userId' in object ? { ...object, status: STATES[String(object['status'])] ?? object['status'] } : object));
    return withJson(answer, renamed);
  };
}

/** Variations of the register (decisions A58, A62, A78, A81, A82). */
export const REGISTER_VARIATIONS = [
  variation('other-etags', ['A62'], 'ETags of register rows have another form.', ownValidators),
  variation('current-version-beside-error', ['A81'], 'currentVersion of a 412 stands beside the error as text.', () =>
    ofStale(({ currentVersion, ...error }) => ({ error, currentVersion: String(currentVersion) })),
  ),
  variation('no-current-version', ['A81'], 'A 412 of a register row has no currentVersion.', () => ofStale(({ currentVersion: _, ...error }) => ({ error }))),
  variation('other-code-of-stale-version', ['A79'], 'A stale version has another code.', () =>
    ofStale((error) => ({
      error: { ...error, code: error['code'] === 'VERSION_CONFLICT' ? 'ROW_MOVED_ON' : error['code'] },
    })),
  ),
  variation('malformed-if-match-412', ['A82'], 'An If-Match that does not parse answers 412.', () =>
    changeResponse((answer, one) =>
      answer.body.includes('INVALID_IF_MATCH') && !(headerOf(one, 'if-match') ?? 'W/').startsWith('W/') && isOfRegister(one)
        ? refusal(one, 412, 'VERSION_CONFLICT')
        : answer,
    ),
  ),
  variation('approved-view-by-default', ['A58'], 'Register reads serve the approved view by default.', () => (one, next) => {
    const query = queryOf(one);
    if (one.method !== 'GET' || !isOfRegister(one) || query.has('view')) return next(one);
    query.set('view', 'approved');
    return next(withQuery(one, query));
  }),
  variation('organisations-without-etag', ['A62'], 'Organisations have no ETag.', () =>
    changeResponse((answer, one) => (routeOf(one).startsWith('GET /orgs/') ? withoutHeaders(answer, 'ETag') : answer)),
  ),
  variation('other-user-states', ['A59'], 'Users have states of other names, also in filters.', otherStates),
  variation('other-code-of-transition', [], 'A transition that the state does not admit has another code.', () =>
    changeJson((json) =>
      isObject(json['error']) && json['error']['code'] === 'TRANSITION_NOT_ADMITTED' ? { error: { ...json['error'], code: 'STATE_DOES_NOT_ADMIT' } } : json,
    ),
  ),
] as const;
