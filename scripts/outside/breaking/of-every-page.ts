/** Broken on one collection alone, beside orders and executions: what the interface says of every page. */
import type { Asked, Json, Layer, Told } from '../proxy/telling.ts';
import { headerOf, isReplay, jsonOf, queryOf, routeOf, telling, withQuery } from '../proxy/telling.ts';
import { both, breakage, inItems, inJson, of, stated, statusOf } from './breakage.ts';
import { to } from './on-the-register.ts';
import { isLater, isPaged, page } from './one-read.ts';

/** A parameter of this read is changed before the gateway sees it. */
const parameter = (path: string, change: (query: URLSearchParams) => void) => (): Layer => (one, next) => {
  const query = queryOf(one);
  if (!to(new RegExp(`^GET /${path}$`))(one) || query.size === 0) return next(one);
  change(query);
  return next(withQuery(one, query));
};

/** A cursor that the gateway refuses gives the first page. */
const takenCursor = (path: string, when: (cursor: string) => boolean) => (): Layer => async (one, next) => {
  const told = await next(one);
  const query = queryOf(one);
  const cursor = query.get('cursor');
  if (!to(new RegExp(`^GET /${path}$`))(one) || told.status !== 400 || cursor === null || !when(cursor)) return told;
  query.delete('cursor');
  return next(withQuery(one, query));
};

/** Cursors of a page, by who or what it was served to: one of another is taken for a first page. */
const foreignCursor = (path: string, boundTo: (one: Asked) => string) => (): Layer => {
  const served = new Map<string, string>();
  return async (one, next) => {
    const told = await next(one);
    const cursor = queryOf(one).get('cursor');
    const next_ = jsonOf(told)?.['nextCursor'];
    if (typeof next_ === 'string' && told.status === 200) served.set(next_, boundTo(one));
    const of = cursor === null ? undefined : served.get(cursor);
    if (!to(new RegExp(`^GET /${path}$`))(one) || told.status !== 400 || of === undefined || of === boundTo(one))
      return told;
    const query = queryOf(one);
    query.delete('cursor');
    return next(withQuery(one, query));
  };
};

/** What was read of this before a write is told again, once after each, as if it were of now. */
const stale = (read: RegExp, write: RegExp) => (): Layer => {
  const last = new Map<string, Told>();
  let dirty = false;
  return async (one, next) => {
    const told = await next(one);
    if (write.test(routeOf(one))) dirty = (told.status < 300 && !isReplay(told)) || dirty;
    if (!read.test(routeOf(one)) || told.status !== 200) return told;
    const former = last.get(one.path);
    last.set(one.path, told);
    if (!dirty || former === undefined) return told;
    dirty = false;
    const [now, before] = [jsonOf(told), jsonOf(former)];
    const isPage = now !== undefined && 'globalSequence' in now;
    return telling(told, isPage ? { ...now, items: before?.['items'] } : before);
  };
};

const first = (items: Json[]): Json[] => items.slice(1);

export const OF_EVERY_PAGE = [
  breakage(
    'POS-06',
    'balances of another position than their header',
    inJson((json) => ({ ...json, globalSequence: '7' }), page('account-balances')),
  ),
  breakage(
    'POS-06',
    'later pages of users of another time',
    inJson((json) => ({ ...json, asOfSeqTsNs: '1767571200000000001' }), both(page('users'), isLater)),
  ),
  breakage('POS-08', 'a portfolio is read as it was', stale(/^GET \/portfolios\/[0-9]+$/, /^PUT \/portfolios\//)),
  breakage(
    'POS-08',
    'trading policies are listed as they were',
    stale(/^GET \/trading-policies$/, /^(POST|PUT) \/trading-policies/),
  ),
  breakage(
    'POS-08',
    'an instance is read as it was',
    stale(/^GET \/algos\/instances\/[0-9]+$/, /^POST \/algos\/instances\/[0-9]+\/(start|stop)$/),
  ),
  breakage(
    'PAGE-01',
    'users without prevCursor',
    inJson(({ prevCursor: _, ...json }) => json, page('users')),
  ),
  breakage(
    'PAGE-01',
    'documents without total',
    inJson(({ total: _, ...json }) => json, page('algos/instances/[0-9]+/configs')),
  ),
  breakage(
    'PAGE-02',
    'portfolios without limit lack one',
    inItems(
      (items) => items.slice(0, -1),
      both(page('portfolios'), (told, one) => !isPaged(told, one)),
    ),
  ),
  breakage(
    'PAGE-02',
    'balances without limit have pages',
    (): Layer => (one, next) =>
      next(one.path === '/account-balances' ? { ...one, path: '/account-balances?limit=2' } : one),
  ),
  breakage(
    'PAGE-03',
    'a limit of accounts gives one more',
    parameter('accounts', (query) => {
      const limit = Number(query.get('limit') ?? 0);
      if (limit > 0 && limit < 100) query.set('limit', `${limit + 1}`);
    }),
  ),
  breakage(
    'PAGE-03',
    'a limit of chain policies over 100 is refused',
    parameter('chain-policies', (query) => {
      if (Number(query.get('limit') ?? 1) > 100) query.set('limit', '0');
    }),
  ),
  breakage(
    'PAGE-04',
    'a limit of 0 gives the whole catalogue',
    parameter('algos/versions', (query) => {
      if (Number(query.get('limit') ?? 1) < 1) query.delete('limit');
    }),
  ),
  breakage(
    'PAGE-05',
    'a total of instances as text',
    inJson((json) => ({ ...json, total: json['total'] === null ? null : `${json['total']}` }), page('algos/instances')),
  ),
  breakage(
    'PAGE-05',
    'no total on later pages of users',
    inJson((json) => ({ ...json, total: null }), both(page('users'), isLater)),
  ),
  breakage(
    'PAGE-05',
    'a total of balances that nobody asked for',
    inJson((json) => ({ ...json, total: json['total'] ?? 3 }), both(page('account-balances'), isPaged)),
  ),
  breakage(
    'PAGE-06',
    'another include of chain policies answers 500',
    stated(
      500,
      both(of(/^GET \/chain-policies$/), statusOf(400), (_, one) => one.path.includes('include=')),
    ),
  ),
  breakage(
    'PAGE-07',
    'a walk over credentials loses a row a page',
    inItems((items) => (items.length > 1 ? items.slice(0, -1) : items), both(page('credentials'), isPaged)),
  ),
  breakage(
    'PAGE-07',
    "a walk over an instance's orders loses the first of later pages",
    inItems(first, both(page('algos/instances/[0-9]+/orders'), isLater)),
  ),
  breakage(
    'PAGE-08',
    'no way back over addresses',
    inJson((json) => ({ ...json, prevCursor: null }), page('account-addresses')),
  ),
  breakage(
    'PAGE-09',
    'a made-up cursor gives the first page of organisations',
    takenCursor('orgs', (cursor) => cursor.length < 40),
  ),
  breakage(
    'PAGE-10',
    'a cursor of another collection gives the first page of users',
    foreignCursor('users', (one) => one.path.split('?', 1)[0] ?? ''),
  ),
  breakage(
    'PAGE-10',
    "another organisation's cursor gives the first page of accounts",
    foreignCursor('accounts', (one) => headerOf(one, 'authorization') ?? ''),
  ),
  breakage(
    'PAGE-10',
    'a cursor of another view gives the first page of trading policies',
    foreignCursor('trading-policies', (one) => queryOf(one).get('view') ?? ''),
  ),
  breakage(
    'PAGE-12',
    "an instance's orders from the oldest on",
    inItems((items) => items.toReversed(), page('algos/instances/[0-9]+/orders')),
  ),
  breakage('PAGE-16', 'a cursor of documents goes with one limit alone', (): Layer => {
    const limits = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      const query = queryOf(one);
      const [cursor, limit] = [query.get('cursor') ?? '', query.get('limit') ?? ''];
      const given = jsonOf(told)?.['nextCursor'];
      if (typeof given === 'string') limits.set(given, limit);
      const isOther = routeOf(one).endsWith('/configs') && limits.has(cursor) && limits.get(cursor) !== limit;
      return isOther ? { ...told, status: 400 } : told;
    };
  }),
  breakage(
    'QRY-01',
    'Limit is taken for limit on users',
    parameter('users', (query) => query.delete('Limit')),
  ),
  breakage(
    'QRY-01',
    'nonsense is ignored on the catalogue',
    parameter('algos/versions', (query) => query.delete('nonsense')),
  ),
  breakage(
    'QRY-02',
    'a limit is ignored on a credential',
    parameter('credentials/[0-9]+', (query) => query.delete('limit')),
  ),
  breakage(
    'QRY-02',
    'nonsense is ignored on a document',
    parameter('algos/instances/[0-9]+/configs/[0-9]+', (query) => query.delete('nonsense')),
  ),
];
