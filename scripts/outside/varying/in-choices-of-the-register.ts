/** What a member may decide otherwise about versions, views and states of the register (decisions A58, A62, A78, A81, A82). */
import {
  type Asked,
  everyObject,
  having,
  headerOf,
  isObject,
  type Json,
  jsonOf,
  type Layer,
  queryOf,
  refusal,
  routeOf,
  telling,
  told,
  toldJson,
  without,
  withQuery,
} from '../proxy/telling.ts';
import { variation } from './variation.ts';

const REGISTER = /^\/(orgs|users|credentials|accounts|account-addresses|portfolios|[a-z]+-policies)(\/|$)/;
const isOfRegister = (one: Asked): boolean => REGISTER.test(routeOf(one).split(' ')[1] ?? '');

/** A version is quoted in a form of the member's own, and read back from it. */
function ownValidators(): Layer {
  return async (one, next) => {
    const sent = headerOf(one, 'if-match');
    const read = sent === undefined ? one : having(one, 'If-Match', sent.replaceAll(/v-([0-9]+)-x/g, '$1'));
    const answer = await next(isOfRegister(one) ? read : one);
    const etag = headerOf(answer, 'etag');
    return etag === undefined || !isOfRegister(one) ? answer : having(answer, 'ETag', etag.replace(/[0-9]+/, 'v-$&-x'));
  };
}

/** The interface shows what a stale version of a config document is told; of rows it is ours. */
const ofStale = (change: (error: Json) => Json): Layer =>
  toldJson((json, answer, one) =>
    answer.status === 412 && isObject(json['error']) && isOfRegister(one) ? change(json['error']) : json,
  );

const STATES: Readonly<Record<string, string>> = { ACTIVE: 'ENABLED', DISABLED: 'BLOCKED' };
const FORMER: Readonly<Record<string, string>> = { ENABLED: 'ACTIVE', BLOCKED: 'DISABLED' };

/** Users have states of other names, by which they are filtered too. */
function otherStates(): Layer {
  return async (one, next) => {
    const query = queryOf(one);
    const status = query.get('status');
    if (routeOf(one).startsWith('GET /users') && status !== null) query.set('status', FORMER[status] ?? status);
    const answer = await next(status === null ? one : withQuery(one, query));
    const json = /\/users/.test(routeOf(one)) ? jsonOf(answer) : undefined;
    if (json === undefined) return answer;
    const renamed = everyObject(json, (object) =>
      'userId' in object ? { ...object, status: STATES[String(object['status'])] ?? object['status'] } : object,
    );
    return telling(answer, renamed);
  };
}

export const IN_CHOICES_OF_THE_REGISTER = [
  variation('validators of another form', ownValidators),
  variation('currentVersion beside the error, as text', () =>
    ofStale(({ currentVersion, ...error }) => ({ error, currentVersion: String(currentVersion) })),
  ),
  variation('no currentVersion', () => ofStale(({ currentVersion: _, ...error }) => ({ error }))),
  variation('a stale version of another code', () =>
    ofStale((error) => ({
      error: { ...error, code: error['code'] === 'VERSION_CONFLICT' ? 'ROW_MOVED_ON' : error['code'] },
    })),
  ),
  variation('an If-Match that does not parse is stale', () =>
    told((answer, one) =>
      answer.body.includes('INVALID_IF_MATCH') &&
      !(headerOf(one, 'if-match') ?? 'W/').startsWith('W/') &&
      isOfRegister(one)
        ? refusal(one, 412, 'VERSION_CONFLICT')
        : answer,
    ),
  ),
  variation('the approved view by default', () => (one, next) => {
    const query = queryOf(one);
    if (one.method !== 'GET' || !isOfRegister(one) || query.has('view')) return next(one);
    query.set('view', 'approved');
    return next(withQuery(one, query));
  }),
  variation('organisations without versions', () =>
    told((answer, one) => (routeOf(one).startsWith('GET /orgs/') ? without(answer, 'ETag') : answer)),
  ),
  variation('other names of the states of users', otherStates),
  variation('a transition that is not admitted, under another code', () =>
    toldJson((json) =>
      isObject(json['error']) && json['error']['code'] === 'TRANSITION_NOT_ADMITTED'
        ? { error: { ...json['error'], code: 'STATE_DOES_NOT_ADMIT' } }
        : json,
    ),
  ),
] as const;
