/** Defects on the pages of one collection other than orders and executions. */
import { type HttpRequest, type HttpResponse, isReplay, type Json, jsonOf, type Layer, queryOf, routeOf, withJson, withQuery } from '../variations/layer.ts';
import { both, inItems, inJson, of, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { isLater, isPaged, page } from './read-changes.ts';
import { to } from './register-changes.ts';

/** Changes a parameter of this read before the gateway receives it. */
const parameter = (path: string, change: (query: URLSearchParams) => void) => (): Layer => (request, next) => {
  const query = queryOf(request);
  if (!to(new RegExp(`^GET /${path}$`))(request) || query.size === 0) return next(request);
  change(query);
  return next(withQuery(request, query));
};

/** Serves a first page for cursors that belong to another caller or collection. */
const foreignCursor = (path: string, boundTo: (request: HttpRequest) => string) => (): Layer => {
  const served = new Map<string, string>();
  return async (request, next) => {
    const response = await next(request);
    const cursor = queryOf(request).get('cursor');
    const next_ = jsonOf(response)?.['nextCursor'];
    if (typeof next_ === 'string' && response.status === 200) served.set(next_, boundTo(request));
    const of = cursor === null ? undefined : served.get(cursor);
    if (!to(new RegExp(`^GET /${path}$`))(request) || response.status !== 400 || of === undefined || of === boundTo(request)) return response;
    const query = queryOf(request);
    query.delete('cursor');
    return next(withQuery(request, query));
  };
};

/** Serves the reading from before a write once more after each write, as if it were current. */
const stale = (read: RegExp, write: RegExp) => (): Layer => {
  const last = new Map<string, HttpResponse>();
  let dirty = false;
  return async (request, next) => {
    const response = await next(request);
    if (write.test(routeOf(request))) dirty = (response.status < 300 && !isReplay(response)) || dirty;
    if (!read.test(routeOf(request)) || response.status !== 200) return response;
    const former = last.get(request.path);
    last.set(request.path, response);
    if (!dirty || former === undefined) return response;
    dirty = false;
    const [now, before] = [jsonOf(response), jsonOf(former)];
    const isPage = now !== undefined && 'globalSequence' in now;
    return withJson(response, isPage ? { ...now, items: before?.['items'] } : before);
  };
};

const first = (items: Json[]): Json[] => items.slice(1);

export const EVERY_PAGE_DEFECTS = defects([
  ['POS-06', 'balances of another position than their header', inJson((json) => ({ ...json, globalSequence: '7' }), page('account-balances'))],
  ['POS-06', 'later pages of users of another time', inJson((json) => ({ ...json, asOfSeqTsNs: '1767571200000000001' }), both(page('users'), isLater))],
  ['POS-08', 'a portfolio is read as it was', stale(/^GET \/portfolios\/[0-9]+$/, /^PUT \/portfolios\//)],
  ['POS-08 | IDEM-01', 'an instance is read as it was', stale(/^GET \/algos\/instances\/[0-9]+$/, /^POST \/algos\/instances\/[0-9]+\/(start|stop)$/)],
  ['PAGE-01', 'users without prevCursor', inJson(({ prevCursor: _, ...json }) => json, page('users'))],
  ['PAGE-01', 'documents without total', inJson(({ total: _, ...json }) => json, page('algos/instances/[0-9]+/configs'))],
  [
    'PAGE-02',
    'portfolios without limit lack one',
    inItems(
      (items) => items.slice(0, -1),
      both(page('portfolios'), (response, request) => !isPaged(response, request)),
    ),
  ],
  [
    'PAGE-02',
    'balances without limit have pages',
    (): Layer => (request, next) => next(request.path === '/account-balances' ? { ...request, path: '/account-balances?limit=2' } : request),
  ],
  [
    'PAGE-03',
    'a limit of accounts gives one more',
    parameter('accounts', (query) => {
      const limit = Number(query.get('limit') ?? 0);
      if (limit > 0 && limit < 100) query.set('limit', `${limit + 1}`);
    }),
  ],
  [
    'PAGE-05 | PAGE-01',
    'a total of instances as text',
    inJson((json) => ({ ...json, total: json['total'] === null ? null : `${json['total']}` }), page('algos/instances')),
  ],
  ['PAGE-05', 'no total on later pages of users', inJson((json) => ({ ...json, total: null }), both(page('users'), isLater))],
  ['PAGE-05', 'a total of balances that nobody asked for', inJson((json) => ({ ...json, total: json['total'] ?? 3 }), both(page('account-balances'), isPaged))],
  [
    'PAGE-06',
    'another include of chain policies answers 500',
    withStatus(
      500,
      both(of(/^GET \/chain-policies$/), statusOf(400), (_, request) => request.path.includes('include=')),
    ),
  ],
  [
    'PAGE-07 | PAGE-05',
    'a walk over credentials loses a row a page',
    inItems((items) => (items.length > 1 ? items.slice(0, -1) : items), both(page('credentials'), isPaged)),
  ],
  ['PAGE-07', "a walk over an instance's orders loses the first of later pages", inItems(first, both(page('algos/instances/[0-9]+/orders'), isLater))],
  ['PAGE-10', 'a cursor of another collection gives the first page of users', foreignCursor('users', (request) => request.path.split('?', 1)[0] ?? '')],
  ['PAGE-12', "an instance's orders from the oldest on", inItems((items) => items.toReversed(), page('algos/instances/[0-9]+/orders'))],
  [
    'PAGE-16',
    'a cursor of documents goes with one limit alone',
    (): Layer => {
      const limits = new Map<string, string>();
      return async (request, next) => {
        const response = await next(request);
        const query = queryOf(request);
        const [cursor, limit] = [query.get('cursor') ?? '', query.get('limit') ?? ''];
        const given = jsonOf(response)?.['nextCursor'];
        if (typeof given === 'string') limits.set(given, limit);
        const isOther = routeOf(request).endsWith('/configs') && limits.has(cursor) && limits.get(cursor) !== limit;
        return isOther ? { ...response, status: 400 } : response;
      };
    },
  ],
  ['QRY-01', 'Limit is taken for limit on users', parameter('users', (query) => query.delete('Limit'))],
  ['QRY-02', 'a limit is ignored on a credential', parameter('credentials/[0-9]+', (query) => query.delete('limit'))],
]);
