/** Refusals before any owner: bodies, charsets, queries, paths, methods, sizes, and rows that do not exist. */

import { ABSENT_ID, ABSENT_KEY } from '../../contract/register.ts';
import { harmless, nameOf, REST_ROUTES, type RestRoute } from '../../contract/routes.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { lastOfEach } from '../../member/exchange/busy.ts';
import { type Exchange, headers, isOf, isOk, pathOf, status, textAt } from '../../member/exchange/exchange.ts';
import { isKept } from '../../member/exchange/foreign.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { judgedBy, OF_A_REFUSAL, OF_EVERY_ANSWER, OF_THE_DOOR } from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { besideServed, lacksItsSurface, refusedAlike } from '../../rules/refusal-rules.ts';
import { check, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { routeNames, routesOf } from '../../scenes/every-route.ts';
import { oversizeHead } from '../../scenes/oversize-head.ts';
import { absentPath } from '../../scenes/sample-write.ts';

const WRITES = ['trader', 'account', 'instrument', 'writes'] as const;

/** Sends an order as text: what `change` makes of it, under this label and content type. */
async function sendText(
  { trader, order, freshKey }: Scene<(typeof WRITES)[number]>,
  label: string,
  change: (text: string) => string | Uint8Array,
  as: { readonly contentType?: string } = {},
): Promise<void> {
  const key = freshKey();
  const rawBody = change(JSON.stringify(order({ price: FINER_THAN_ANY_GRID, clientOrderId: key })));
  await trader.request({ method: 'POST', path: '/orders', ...as, rawBody, key, label });
}

const unchanged = (text: string): string => text;

function isMalformed(e: Exchange): Judgement {
  return expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' });
}

/** Each introduces one defect into the text of a valid order. */
const MALFORMATIONS: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => text.replace(/}$/, ',}'),
  (text) => `${text}}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(':', '='),
  (text) => text.replace(/^{"(\w+)"/, '{$1'),
  (text) => `${text} // as ordered`,
  () => '{',
  () => 'price=1',
];

/** The same order, well formed, shows that the text alone is refused. */
export const malformedJson = check({
  id: 'err/malformed-json',
  proves: ['ERR-07'],
  title: 'a body that is not JSON answers 400 MALFORMED_REQUEST',
  needs: WRITES,

  async drive(scene) {
    const { trader, freshKey } = scene;
    await sendText(scene, 'well formed', unchanged);
    for (const malformed of MALFORMATIONS) await sendText(scene, 'malformed', malformed);
    const path = `/orders/${ABSENT_ID}/cancel`;
    await trader.request({ method: 'POST', path, rawBody: '{', key: freshKey(), label: 'malformed cancel' });
  },

  judge(history) {
    if (status(history.one('well formed')) === 400) return inconclusive('the same body, well formed, is refused 400');
    return eachOf([...history.labelled('malformed'), ...history.labelled('malformed cancel')], isMalformed);
  },
});

/** The same order in UTF-8 shows that the charset alone is refused. */
export const unreadableCharset = check({
  id: 'err/unreadable-charset',
  proves: ['ERR-08'],
  title: 'a body in a charset that the gateway cannot read answers 400 MALFORMED_REQUEST',
  needs: WRITES,

  async drive(scene) {
    const charset = (name: string) => ({ contentType: `application/json; charset=${name}` });
    await sendText(scene, 'readable', unchanged, charset('utf-8'));
    // A member that ignores the charset and reads UTF-8 accepts the second and the third.
    await sendText(scene, 'unreadable', (text) => Buffer.from(`\ufeff${text}`, 'utf16le'), charset('utf-16'));
    await sendText(scene, 'unreadable', unchanged, charset('utf-16'));
    await sendText(scene, 'unreadable', unchanged, charset('bogus'));
  },

  judge(history) {
    if (status(history.one('readable')) === 400) return inconclusive('the same body in UTF-8 is refused 400');
    return eachOf(history.labelled('unreadable'), isMalformed);
  },
});

/** Malformed escapes, and escapes that are not UTF-8, in a name or in a value. */
const UNREADABLE = ['limit=%zz', 'cursor=%ff', 'cursor=%', 'cursor=a%e0%a4%a', 'include=%c3%28', '%ff=1', '%zz'];

export const unreadableQuery = check({
  id: 'err/unreadable-query',
  proves: ['ERR-18'],
  title: 'a query string that does not decode answers 400 MALFORMED_REQUEST',
  needs: ['trader'],

  async drive({ trader, freshKey }) {
    for (const query of UNREADABLE) await trader.get('/orders', { query, label: 'unreadable' });
    await trader.get('/orders', { query: { limit: 1 }, label: 'readable' });
    for (const path of ['/orders/1', '/executions', '/me', `/operations/${freshKey()}`]) {
      await trader.get(path, { query: 'view=%ff', label: 'unreadable' });
    }
  },

  judge: (history) =>
    besideServed(
      eachOf(history.labelled('unreadable'), (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST' })),
      history.labelled('readable'),
      'a query that decodes',
    ),
});

/** The part of each path before its first id. No other names exist below it. */
const prefixesOf = (target: TargetFacts) => [
  ...new Set(harmless(REST_ROUTES, target).map(({ path }) => path.split('/{')[0] ?? path)),
];

/** Requests to a path that does not exist. */
const UNKNOWN: Readonly<Record<string, (scene: Scene<'trader'>, path: string) => Promise<Exchange>>> = {
  'GET, a token': ({ trader }, path) => trader.get(path),
  'GET, no token': ({ anonymous }, path) => anonymous.get(path),
  'GET below it, no token': ({ anonymous }, path) => anonymous.get(`${path}/below`),
  'GET, a wrong token': ({ anonymous }, path) => anonymous.get(path, { token: 'no-token-of-anyone' }),
  'POST, no token': ({ anonymous }, path) => anonymous.request({ method: 'POST', path, body: {} }),
  'DELETE, a token': ({ trader }, path) => trader.request({ method: 'DELETE', path }),
};

const BELOW = ['GET, a token', 'POST, no token'] as const;

const below = (prefix: string, what: string) => `${what}: ${prefix}`;

export const unknownPath = check({
  id: 'err/unknown-path',
  proves: ['ERR-04'],
  title: 'an unknown path answers 404 ROUTE_NOT_FOUND before authentication, with and without a token',
  needs: ['trader'],
  cases: {
    of: 'paths',
    names: ({ target }) => [
      ...Object.keys(UNKNOWN),
      ...prefixesOf(target).flatMap((prefix) => BELOW.map((what) => below(prefix, what))),
    ],
  },

  async drive(scene) {
    const { freshKey, target, takes } = scene;
    const path = `/no-such-path-${freshKey()}`;
    for (const [name, ask] of Object.entries(UNKNOWN)) if (takes(name)) await ask(scene, path);
    for (const prefix of prefixesOf(target)) {
      for (const what of BELOW) {
        const unknown = `${prefix}/${ABSENT_KEY}/no-such-${freshKey()}`;
        if (takes(below(prefix, what))) await UNKNOWN[what]?.(scene, unknown);
      }
    }
  },

  judge: (history) =>
    eachOf(history.answered, (e) =>
      lacksItsSurface(e) ? unseen : expects(e, { status: 404, code: 'ROUTE_NOT_FOUND' }),
    ),
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Routes of the gateway's own documents. */
const PUBLISHED = ['/openapi.json', '/docs'].map(
  (path) => ({ method: 'GET', path, kind: 'row', since: '0.1.0' }) as const,
);

/** Each path that the interface names, and the methods that it takes there. */
const TAKEN: ReadonlyMap<string, readonly RestRoute[]> = Map.groupBy(
  [...REST_ROUTES, ...PUBLISHED],
  ({ path }) => path,
);

/** HEAD may be served (decision A12), and a proxy may answer OPTIONS: neither is judged. */
const EITHER = new Set(['HEAD', 'OPTIONS']);

/** The interface does not show the routes that write organisations, so each member decides which methods it takes there. */
const MAY_BE_TAKEN = /^\/orgs(\/|$)/;
const OWN_WRITES: Readonly<Record<string, string>> = { '/orgs': 'POST', '/orgs/{id}': 'PUT' };

function allows(history: History, e: Exchange, path: string): Judgement {
  const listed = headers(e, 'allow')
    .join()
    .split(',')
    .map((method) => method.trim().toUpperCase());
  const { strict } = history.target;
  const own = OWN_WRITES[path];
  const owed = [...(TAKEN.get(path) ?? []).map(({ method }) => method), ...(own !== undefined && strict ? [own] : [])];
  const isFree = (method: string) => EITHER.has(method) || (!strict && MAY_BE_TAKEN.test(path) && method !== 'GET');
  const counted = listed.filter((method) => method !== '' && !isFree(method)).sort();
  return counted.join() === [...owed].sort().join() ? pass : violated(`Allow: ${owed.join(', ')}`, e);
}

function judgeMethod(history: History, e: Exchange): readonly Blamed[] {
  if (lacksItsSurface(e)) return [];
  const path = [...TAKEN.keys()].find((template) => isOf(e, `${e.request.method} ${template}`)) ?? '';
  const refused = allOf(expects(e, { status: 405, code: 'METHOD_NOT_ALLOWED' }), allows(history, e, path));
  return [['ERR-05', refused], ...(isOk(e) ? [] : judgedBy(e, OF_EVERY_ANSWER, OF_A_REFUSAL, OF_THE_DOOR))];
}

/** For each path, a method that other paths take and one that none takes. */
function notTaken(target: TargetFacts): readonly { readonly method: string; readonly route: RestRoute }[] {
  return [...TAKEN].flatMap(([path, routes]) => {
    const served = harmless(routes, target).filter(({ since }) => isAtLeast(target.rest, since));
    const others = METHODS.filter((method) => !served.some((taken) => taken.method === method));
    const methods = MAY_BE_TAKEN.test(path) ? ['PATCH', 'DELETE'] : [others[0] ?? 'PATCH', 'DELETE'];
    const [route] = served;
    return route === undefined ? [] : methods.map((method) => ({ method, route }));
  });
}

export const methodNotAllowed = check({
  id: 'err/method-not-allowed',
  proves: ['ERR-05', 'RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'POS-04'],
  title: 'a known path answers a method it does not take 405 METHOD_NOT_ALLOWED, Allow listing exactly those it takes',
  needs: ['trader'],
  cases: {
    of: 'methods of paths',
    names: ({ target }) => notTaken(target).map(({ method, route: { path } }) => nameOf({ method, path })),
  },

  // With a token always: without one it may be 401 as well (decision A1).
  async drive({ trader, target, freshKey, takes }) {
    for (const { method, route } of notTaken(target)) {
      const path = absentPath(route).replace('{key}', freshKey());
      if (takes(nameOf({ method, path: route.path }))) await trader.request({ method, path });
    }
  },

  judge(history) {
    const judged = history.answered.flatMap((e) => judgeMethod(history, e));
    // A member may be deployed without the surfaces that were asked for.
    return judged.length === 0 ? unseen : allBlamed(history, judged);
  },
});

/** Less than 1 MB, whichever of its two meanings a member uses (decision A63). */
const UNDER = 900_000;

const UNDER_THE_LIMIT = 'POST /orders, a body under 1 MB';

/** Each uses a new connection. */
const AT_ONCE = 8;

/** An answer may be lost when its connection ends: the request is repeated once. */
async function answered(ask: () => Promise<Exchange>): Promise<Exchange> {
  const first = await ask();
  return first.failure === null ? first : ask();
}

/** The smaller body is refused for its content, not for its size. */
export const oversizeBody = check({
  id: 'err/oversize-body',
  proves: ['ERR-06'],
  title: 'a Content-Length over 1 MB answers 413 PAYLOAD_TOO_LARGE on every route; a body under it passes the gate',
  needs: ['trader'],
  cases: {
    of: 'routes',
    names: (reach) => [...routeNames(reach), UNDER_THE_LIMIT],
    shows: (name) => (name === UNDER_THE_LIMIT ? [] : ['ERR-06']),
  },

  async drive({ trader, target, freshKey, takes }) {
    const routes = routesOf(target).filter((route) => takes(nameOf(route)));
    const over = (route: (typeof routes)[number]) => {
      const key = freshKey();
      const line = `${route.method} ${absentPath(route).replace('{key}', key)}`;
      return answered(() => trader.raw(oversizeHead(line, key, '<token>'), { label: 'over' }));
    };
    const [first, ...others] = routes;
    // The limit of a proxy is one for all routes.
    if (first !== undefined && isKept(await over(first))) return;
    for (let from = 0; from < others.length; from += AT_ONCE) {
      await Promise.all(others.slice(from, from + AT_ONCE).map(over));
    }
    if (!takes(UNDER_THE_LIMIT)) return;
    await trader.request({
      method: 'POST',
      path: '/orders',
      rawBody: `{"nonsense":1${' '.repeat(UNDER - 14)}}`,
      key: freshKey(),
      label: 'under',
    });
  },

  judge(history) {
    const [over, under] = [lastOfEach(history.labelled('over')), history.maybe('under')];
    if (over.length === 0 && under === undefined) return inconclusive('nothing to judge came about');
    return allOf(
      over.map((e) => (lacksItsSurface(e) ? unseen : expects(e, { status: 413, code: 'PAYLOAD_TOO_LARGE' }))),
      under !== undefined && status(under) === 413
        ? violated('a body of 900,000 bytes let past the size gate', under)
        : unseen,
    );
  },
});

export const rowOfAnotherOrganisation = check({
  id: 'err/row-of-another-organisation',
  proves: ['ERR-09'],
  title: "404 NOT_FOUND for a row that the caller's organisation does not hold, whether another one does or none",
  needs: ['trader', 'outsider', 'foreignAccount', 'account', 'instrument', 'writes'],

  async drive({ trader, outsider, order, fixtures }) {
    const placed = await outsider.submit(order({ accountId: fixtures.foreignAccount.id }), { label: 'placed' });
    const foreign = textAt(placed, 'orderId');
    if (foreign === undefined) return;
    const unheld = ABSENT_ID;
    await trader.get(`/orders/${unheld}`, { label: 'read unheld' });
    await trader.get(`/orders/${foreign}`, { label: 'read foreign' });
    await trader.cancel(unheld, { label: 'cancel unheld' });
    await trader.cancel(foreign, { label: 'cancel foreign' });
    await trader.get(`/executions/${unheld}`, { label: 'execution unheld' });
  },

  judge(history) {
    if (!isOk(history.one('placed'))) return inconclusive("the other organisation's order was not accepted");
    const pairs = ['read', 'cancel'].map(
      (what) => [history.one(`${what} unheld`), history.one(`${what} foreign`)] as const,
    );
    const notFound = (e: Exchange) => expects(e, { status: 404, code: 'NOT_FOUND' });
    const found = allOf(pairs.flat().map(notFound), notFound(history.one('execution unheld')));
    if (found.verdict !== 'pass') return found;
    return allOf(pairs.map(([unheld, foreign]) => refusedAlike(unheld, foreign, (e) => pathOf(e).split('/')[2] ?? '')));
  },
});
