/** Admission: GET /me, callers who await admission, refused callers, and the order of refusals. */

import { SCOPES } from '../../contract/scopes.ts';
import type { Actor, CommonOptions, RequestOptions } from '../../member/actor.ts';
import { asOf, at, type Exchange, errorCode, isOf, isOk, json, status } from '../../member/exchange/exchange.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { type Cases, check, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  differs,
  eachOf,
  evenIfBusy,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import {
  ME,
  ROUTES,
  requestEveryRoute,
  requestEveryRouteButMe,
  requestEveryRouteUnread,
  routeNames,
} from '../../scenes/every-route.ts';
import { oversizeHead } from '../../scenes/oversize-head.ts';

const MOST_TRIES = 5;
const PAUSE_MS = 1_000;

/** GET /me until it is not a 503: the registration of a caller may take some time (decision A6). */
async function meOnceRegistered(
  actor: Actor,
  elapse: (ms: number) => Promise<void>,
  options: CommonOptions = {},
): Promise<Exchange> {
  let me = await actor.get('/me', options);
  for (let tries = 1; tries < MOST_TRIES && status(me) === 503; tries += 1) {
    await elapse(PAUSE_MS);
    me = await actor.get('/me', options);
  }
  return me;
}

/** Every route answers 403 with this code; GET /me may be served by a deployed member (decision A5). */
function refusedButForMe(history: History, code: 'FORBIDDEN_PRINCIPAL' | 'ORG_NOT_ACTIVE'): Judgement {
  return eachOf(history.answered, (e) => {
    const served = isOf(e, ME) && status(e) === 200 && !history.target.strict;
    return served ? unseen : expects(e, { status: 403, code });
  });
}

const A_WRITE = { method: 'POST', path: '/orders' } as const;

/** Requests whose defect (query, body, charset or key) shows only if the member reads them. */
const UNREAD: Readonly<Record<string, (freshKey: () => string) => RequestOptions>> = {
  'GET /orders, an unknown parameter': () => ({ method: 'GET', path: '/orders', query: { nonsense: 1 } }),
  'GET /orders, a malformed escape': () => ({ method: 'GET', path: '/orders', query: 'limit=%zz' }),
  'GET /executions, a limit of 0': () => ({ method: 'GET', path: '/executions', query: { limit: 0 } }),
  'GET /orders, a made-up cursor': () => ({ method: 'GET', path: '/orders', query: { cursor: 'nonsense' } }),
  'POST /orders, no JSON': (freshKey) => ({ ...A_WRITE, key: freshKey(), rawBody: '{' }),
  'POST /orders, another charset': (freshKey) => {
    return { ...A_WRITE, key: freshKey(), rawBody: '{}', contentType: 'application/json; charset=bogus' };
  },
  'POST /orders, a user': (freshKey) => {
    return { ...A_WRITE, key: freshKey(), body: { userId: 1, price: 'nonsense' } };
  },
  'POST /orders, no key': () => ({ ...A_WRITE, body: {} }),
};

const UNREAD_CASES: Cases = {
  of: 'requests',
  names: (reach) => [...Object.keys(UNREAD), ...routeNames(reach)],
};

/** Sends the requests of `UNREAD` that the run takes. */
async function requestUnread(
  actor: Actor,
  { takes, freshKey }: Pick<Scene, 'takes' | 'freshKey'>,
  options: CommonOptions = {},
): Promise<void> {
  for (const [name, request] of Object.entries(UNREAD))
    if (takes(name)) await actor.request({ ...options, ...request(freshKey) });
}

const LAST = 'algos:manage';

/** Declared order beyond "algos:manage is the last" is the sandbox's own decision (A101). */
function inDeclaredOrder(scopes: readonly string[], strict: boolean): boolean {
  const last = scopes.indexOf(LAST);
  if (last >= 0 && last !== scopes.length - 1) return false;
  const places = scopes.map((scope) => (SCOPES as readonly string[]).indexOf(scope)).filter((place) => place >= 0);
  return !strict || places.every((place, i) => i === 0 || (places[i - 1] ?? 0) < place);
}

/** The interface does not name the three members. The organisation's id in the user's row is not enough. */
function hasMember(e: Exchange, name: RegExp): boolean {
  const me = json(e);
  return typeof me === 'object' && me !== null && Object.keys(me).some((member) => name.test(member));
}

function serves(history: History, e: Exchange): Judgement {
  if (!isOk(e)) return expects(e, { status: 200 });
  if (idIn(e, 'userId') === undefined) return violated('the user', e);
  if (idIn(e, 'orgId') === undefined || !hasMember(e, /^org/i)) return violated('the organisation', e);
  const scopes = capabilitiesOf(e);
  if (scopes === undefined) {
    // Both callers hold this scope, so the answer contains it under some name.
    const isNamed = e.response?.body.includes('orders:trade') === true && !history.target.strict;
    return isNamed ? inconclusive('GET /me names its capabilities otherwise') : violated('the capabilities', e);
  }
  if (new Set(scopes).size !== scopes.length) return violated('each capability once', e);
  return inDeclaredOrder(scopes, history.target.strict) ? pass : violated('the capabilities in declared order', e);
}

export const meServesWhoCalls = check({
  id: 'auth/me-serves-who-calls',
  proves: ['AUTH-12'],
  title: 'GET /me serves the user, the organisation and the capabilities in declared order',
  needs: ['admin', 'trader'],

  async drive({ admin, trader }) {
    await admin.get('/me');
    await trader.get('/me');
  },

  judge: (history) => eachOf(history.answered, (e) => serves(history, e)),
});

/** The order shows which user the member took the caller for. */
export const meNamesWhoWrites = check({
  id: 'auth/me-names-who-writes',
  proves: ['AUTH-12'],
  title: "GET /me serves the user that is stamped on the caller's own orders",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.get('/me', { label: 'me' });
    await trader.submit(order(), { label: 'order' });
  },

  judge(history) {
    const [me, order] = [history.one('me'), history.one('order')];
    const [named, stamped] = [idIn(me, 'userId'), at(order, 'userId')];
    if (!isOk(me) || !isOk(order) || !Number.isInteger(stamped) || stamped === 0) {
      return inconclusive('no order names its user');
    }
    return named === stamped ? pass : violated("the user of the caller's own orders", order, me);
  },
});

export const meWhileAwaiting = check({
  id: 'auth/me-while-awaiting',
  proves: ['AUTH-04'],
  title: 'GET /me serves the row of a caller who awaits admission',
  needs: ['awaiting'],

  async drive({ awaiting, elapse }) {
    await meOnceRegistered(awaiting, elapse, { label: 'me' });
  },

  judge: (history) => eachOf(history.labelled('me').slice(-1), (e) => expects(e, { status: 200 })),
});

export const awaitingIsRefused = check({
  id: 'auth/awaiting-is-refused',
  proves: ['AUTH-03'],
  title: 'until the user is admitted every route but GET /me answers 403 AWAITING_ADMISSION',
  needs: ['awaiting'],
  cases: { of: 'routes', names: (reach) => routeNames(reach).filter((name) => name !== ME) },

  async drive(scene) {
    const { awaiting, elapse } = scene;
    await meOnceRegistered(awaiting, elapse);
    await requestEveryRouteButMe(awaiting, scene, { label: 'refused' });
  },

  judge: (history) =>
    eachOf(history.labelled('refused'), (e) => expects(e, { status: 403, code: 'AWAITING_ADMISSION' })),
});

export const firstRequestRegisters = check({
  id: 'auth/first-request-registers',
  proves: ['AUTH-04'],
  title: 'the first request of a new caller registers one user, who awaits admission and is served by GET /me',
  // A user that was never seen before stays registered.
  needs: ['awaiting', 'mint', 'destructive'],

  async drive({ awaiting, control, freshKey, elapse }) {
    const token = await control.mint({ persona: 'awaiting', claims: { sub: freshKey() } });
    await awaiting.get('/orders', { token, label: 'first' });
    await meOnceRegistered(awaiting, elapse, { token, label: 'me' });
    await awaiting.get('/me', { token, label: 'again' });
    await awaiting.get('/me', { label: 'another' });
  },

  judge(history) {
    const [first, again] = [history.one('first'), history.one('again')];
    const me = history.labelled('me').at(-1) ?? again;
    const own = idIn(me, 'userId');
    return allOf(
      status(first) === 503 ? pass : expects(first, { status: 403, code: 'AWAITING_ADMISSION' }),
      expects(me, { status: 200 }),
      own !== undefined && idIn(again, 'userId') === own
        ? pass
        : differs("the caller's one row, the same each time", me, again),
      own !== undefined && idIn(history.one('another'), 'userId') !== own
        ? pass
        : differs("a row of the caller's own", me, history.one('another')),
    );
  },
});

export const disabledUser = check({
  id: 'auth/disabled-user',
  proves: ['AUTH-06'],
  title: 'a disabled user answers 403 FORBIDDEN_PRINCIPAL',
  needs: ['disabled'],
  cases: ROUTES,
  drive: (scene) => requestEveryRoute(scene.disabled, scene),
  judge: (history) => refusedButForMe(history, 'FORBIDDEN_PRINCIPAL'),
});

export const suspendedOrganisation = check({
  id: 'auth/suspended-organisation',
  proves: ['AUTH-07'],
  title: 'a user of a suspended organisation answers 403 ORG_NOT_ACTIVE',
  needs: ['suspended'],
  cases: ROUTES,
  drive: (scene) => requestEveryRoute(scene.suspended, scene),
  judge: (history) => refusedButForMe(history, 'ORG_NOT_ACTIVE'),
});

export const unregisteredOrganisation = check({
  id: 'auth/unregistered-organisation',
  proves: ['AUTH-07'],
  title: 'a token of an organisation that the platform does not know answers 403 ORG_NOT_ACTIVE',
  needs: ['trader', 'mint'],
  cases: ROUTES,

  async drive(scene) {
    const { trader, control, freshKey } = scene;
    const token = await control.mint({ persona: 'trader', claims: { org_id: `no-such-org-${freshKey()}` } });
    await requestEveryRoute(trader, scene, { token });
  },

  judge: (history) => refusedButForMe(history, 'ORG_NOT_ACTIVE'),
});

/** The length is in the head, so either refusal may come first (decision A2), and a proxy may answer before the member. */
function oversizeFirst(history: History): Judgement {
  const oversize = history.maybe('oversize');
  if (oversize === undefined || (status(oversize) === 413 && !history.target.strict)) return unseen;
  return expects(oversize, { status: 401 });
}

const OVERSIZE = 'POST /orders, an oversize body';

export const nobodyIsAnsweredFirst = check({
  id: 'auth/nobody-is-answered-first',
  proves: ['AUTH-09'],
  title: 'without a valid token a malformed body or query answers 401: the request is not read',
  needs: [],
  cases: {
    of: UNREAD_CASES.of,
    names: (reach) => [...UNREAD_CASES.names(reach), OVERSIZE],
    // A member may refuse the length first.
    shows: (name) => (name === OVERSIZE ? [] : ['AUTH-09']),
  },

  async drive(scene) {
    const { anonymous, freshKey, takes } = scene;
    await requestUnread(anonymous, scene, { label: 'unread' });
    await requestUnread(anonymous, scene, { token: 'no-token-of-anyone', label: 'unread' });
    await requestEveryRouteUnread(anonymous, scene, { token: 'no-token-of-anyone', label: 'unread' });
    if (!takes(OVERSIZE)) return;
    await anonymous.raw(oversizeHead('POST /orders', freshKey()), { label: 'oversize' });
  },

  judge: (history) =>
    allOf(
      history.labelled('unread').map((e) => expects(e, { status: 401 })),
      oversizeFirst(history),
    ),
});

export const refusedCallerIsAnsweredFirst = check({
  id: 'auth/refused-caller-is-answered-first',
  proves: ['AUTH-09'],
  title: 'a refused caller gets 403 whatever the body or query: the request is not read',
  needs: ['suspended'],
  // A deployed member may serve GET /me to a refused caller, and so read the request (decision A5).
  cases: { ...UNREAD_CASES, shows: (name) => (name === ME ? [] : ['AUTH-09']) },

  async drive(scene) {
    await requestUnread(scene.suspended, scene);
    await requestEveryRouteUnread(scene.suspended, scene);
  },

  judge: (history) =>
    eachOf(history.answered, (e) => (history.target.strict || !isOf(e, ME) ? expects(e, { status: 403 }) : unseen)),
});

const NONE_BEHIND = 'the hook restart ran, and no request met a member that catches up';

export const catchingUp = check({
  id: 'auth/catching-up',
  proves: ['AUTH-08', 'POS-09'],
  title:
    'a member that catches up answers 503 NOT_PRIMED with Retry-After, retryable true and no as-of time; then it serves',
  needs: ['trader', 'restart', 'destructive'],
  cases: ROUTES,

  async drive(scene) {
    const { trader, anonymous, control, operator } = scene;
    await operator.restart(async () => {
      // By a hook, members that still serve and those that catch up answer in turn.
      const isBehind = async () =>
        errorCode(await trader.get('/orders', { query: { limit: 1 }, label: 'met' })) === 'NOT_PRIMED';
      if (control === undefined && !(await isBehind())) return false;
      await requestEveryRoute(trader, scene, { label: 'behind' });
      await anonymous.get('/orders', { label: 'anonymous' });
      return true;
    });
    await trader.get('/orders', { query: { limit: '1' }, label: 'caught up' });
  },

  judge(history) {
    const behind = history.labelled('behind');
    const isByHook = history.noted('hook') !== undefined;
    if (isByHook && behind.length === 0) return notExercised(NONE_BEHIND);
    return allOf(
      eachOf(behind, (e) => {
        if (isByHook && errorCode(e) !== 'NOT_PRIMED') return unseen;
        // A page of no state has position 0; it may not have a time.
        const isTimed = asOf(e) !== undefined || (isOk(e) && at(e, 'asOfSeqTsNs') !== null);
        if (history.since('0.13.0') && isTimed) {
          const timeless = 'no X-Service-As-Of-Seq-Ts and asOfSeqTsNs null before the first change is applied';
          return blaming(evenIfBusy(violated(timeless, e)), 'POS-09');
        }
        const refused = expects(e, {
          status: 503,
          code: 'NOT_PRIMED',
          headers: { 'retry-after': true },
          retryable: true,
          thoughBusy: true,
        });
        const isBehind = errorCode(e) === 'NOT_PRIMED';
        return allOf(blaming(refused, 'AUTH-08'), blaming(isBehind ? pass : unseen, 'POS-09'));
      }),
      blaming(expects(history.one('anonymous'), { status: 401 }, 'who asks is answered first'), 'AUTH-08'),
      blaming(expects(history.one('caught up'), { status: 200 }), 'AUTH-08'),
    );
  },
});
