/** Defects on responses, across several reads: pages, walks, positions in time. */
import {
  claimsOf,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type Json,
  jsonOf,
  type Layer,
  queryOf,
  routeOf,
  withHeader,
  withJson,
  withQuery,
} from '../variations/layer.ts';
import { AS_OF, both, coded, inItems, inJson, of, PAGE, POSITION, READ, recoded, SUBMIT, withStatus } from './changes.ts';
import { defects } from './defect.ts';

const cursorOf = (request: HttpRequest): string | null => queryOf(request).get('cursor');
const isLater = (_: unknown, request: HttpRequest): boolean => cursorOf(request) !== null;
const isLimited = (_: unknown, request: HttpRequest): boolean => queryOf(request).get('limit') !== null;
const plain = (request: HttpRequest): HttpRequest => {
  const query = queryOf(request);
  query.delete('cursor');
  return withQuery(request, query);
};

/** Remembers the collection or organisation that each cursor was served for. */
function foreignCursors(kind: 'collection' | 'organisation'): Layer {
  const served = new Map<string, { readonly collection: string; readonly organisation: string }>();
  return async (request, next) => {
    const response = await next(request);
    const here = { collection: routeOf(request), organisation: String(claimsOf(request)['org_id']) };
    const page = response.status === 200 ? jsonOf(response) : undefined;
    for (const cursor of [page?.['nextCursor'], page?.['prevCursor']]) if (typeof cursor === 'string') served.set(cursor, here);
    const of = served.get(cursorOf(request) ?? '');
    if (response.status !== 400 || of === undefined || of[kind] === here[kind]) return response;
    return next(plain(request));
  };
}

/** Serves the reading from before the last write once more after each write, as if it were current. */
function stale(what: RegExp): Layer {
  const last = new Map<string, HttpResponse>();
  let dirty = false;
  return async (request, next) => {
    const response = await next(request);
    if (routeOf(request).startsWith('POST /orders')) dirty = response.status < 300 || dirty;
    if (!what.test(routeOf(request)) || response.status !== 200) return response;
    const name = `${request.path} ${String(claimsOf(request)['sub'])}`;
    const former = last.get(name);
    last.set(name, response);
    if (!dirty || former === undefined) return response;
    dirty = false;
    const page = jsonOf(response);
    const old = jsonOf(former);
    const now = page !== undefined && 'globalSequence' in page ? { ...page, items: old?.['items'] } : old;
    return withJson(response, now);
  };
}

/** Every third read states the position before. */
function goingBack(): Layer {
  let n = 0;
  return async (request, next) => {
    const response = await next(request);
    const position = headerOf(response, POSITION);
    if (request.method !== 'GET' || position === undefined) return response;
    n += 1;
    if (n % 3 !== 0) return response;
    const back = String(Number(position) - 1);
    const json = jsonOf(response);
    const moved = withHeader(response, POSITION, back);
    return json !== undefined && 'globalSequence' in json ? withJson(moved, { ...json, globalSequence: back }) : moved;
  };
}

/** Removes the second row of every page after the first. */

export const PAGES_DEFECTS = defects([
  ['PAGE-01 | PAGE-02', 'a page of executions without nextCursor', inJson(({ nextCursor: _, ...page }) => page, both(PAGE, of(/^GET \/executions$/)))],
  ['PAGE-01 | ALG-19 POS-08 SVC-11 VER-03 VER-07', 'a bare array', inJson(({ items }) => items, PAGE)],
  [
    'PAGE-02 | PAGE-05',
    'without a limit a row is left out',
    inItems(
      (items) => items.slice(0, -1),
      (response, request) => PAGE(response, request) && !isLimited(response, request),
    ),
  ],
  ['PAGE-05 | VER-07', 'a total one too many', inJson((page) => (page['total'] === null ? page : { ...page, total: Number(page['total']) + 1 }), PAGE)],
  ['PAGE-05 | VER-07', 'a total that nobody asked for', inJson((page) => ({ ...page, total: page['total'] ?? 3 }), PAGE)],
  ['PAGE-05 | PAGE-01 SVC-11 VER-07', 'a total as text', inJson((page) => (page['total'] === null ? page : { ...page, total: String(page['total']) }), PAGE)],
  ['PAGE-07 | VER-07', 'a walk never ends', inJson((page, request) => ({ ...page, nextCursor: page['nextCursor'] ?? cursorOf(request) }), PAGE)],
  [
    'PAGE-07',
    'a walk ends after a page',
    inJson(
      (page) => ({ ...page, nextCursor: null }),
      (response, request) => PAGE(response, request) && isLater(response, request),
    ),
  ],
  ['PAGE-07 | VER-07', 'a first page has no next', inJson((page) => ({ ...page, nextCursor: null }), PAGE)],
  ['PAGE-08', 'prevCursor leads on', inJson((page) => ({ ...page, prevCursor: page['prevCursor'] === null ? null : page['nextCursor'] }), PAGE)],
  [
    'PAGE-08',
    'a way back in the other order',
    (): Layer => {
      const prev = new Set<string>();
      return async (request, next) => {
        const response = await next(request);
        const page = PAGE(response, request) ? jsonOf(response) : undefined;
        if (page === undefined) return response;
        if (typeof page['prevCursor'] === 'string') prev.add(page['prevCursor']);
        return prev.has(cursorOf(request) ?? '') ? withJson(response, { ...page, items: [...(page['items'] as Json[])].reverse() }) : response;
      };
    },
  ],
  ['PAGE-09 | PAGE-10', 'a refused cursor answers 404', withStatus(404, coded('INVALID_CURSOR'))],
  ['PAGE-10', 'a cursor of another organisation is taken', () => foreignCursors('organisation')],
  ['PAGE-10 | PAGE-09', 'a cursor of another view or filter has another code', recoded('CURSOR_MISMATCH', coded('INVALID_CURSOR'))],
  [
    'PAGE-11',
    'a walk loses rows once others are written',
    (): Layer => {
      let written = false;
      return async (request, next) => {
        const response = await next(request);
        if (SUBMIT(response, request)) written = true;
        const page = PAGE(response, request) && cursorOf(request) !== null ? jsonOf(response) : undefined;
        if (page === undefined || !written) return response;
        written = false;
        return withJson(response, { ...page, items: (page['items'] as Json[]).slice(1) });
      };
    },
  ],
  ['PAGE-12 | EXE-01 PAGE-07 PAGE-11 PAGE-16', 'two rows changed about', inItems(([a, b, ...rest]) => [b, a, ...rest].filter((row) => row !== undefined))],
  ['PAGE-12 | EXE-01 PAGE-07 PAGE-11 PAGE-16', 'executions in the other order', inItems((items) => [...items].reverse(), both(PAGE, of(/^GET \/executions$/)))],
  [
    'PAGE-16 | PAGE-07',
    'another limit makes a cursor bad',
    (): Layer => {
      const limits = new Map<string, string | null>();
      return async (request, next) => {
        const response = await next(request);
        const page = PAGE(response, request) ? jsonOf(response) : undefined;
        const limit = queryOf(request).get('limit');
        const of = limits.get(cursorOf(request) ?? '');
        for (const cursor of [page?.['nextCursor'], page?.['prevCursor']]) if (typeof cursor === 'string') limits.set(cursor, limit);
        if (of === undefined || of === limit) return response;
        return withJson(
          { ...response, status: 400 },
          {
            error: {
              code: 'INVALID_CURSOR',
              message: 'another limit',
              requestId: headerOf(response, 'x-request-id'),
              retryable: false,
            },
          },
        );
      };
    },
  ],
  ['POS-07 | POS-08 POS-10', 'positions go back', goingBack],
  ['POS-08', 'an order is read as it was', () => stale(/^GET \/orders\//)],
  ['POS-08 | VER-03 VER-04 VER-06', 'orders are listed as they were', () => stale(/^GET \/orders$/)],
  ['POS-08 | PAGE-05 PAGE-07 PAGE-11 PAGE-16 VER-04', 'a new order is not listed', inItems((items) => items.slice(1), both(PAGE, of(/^GET \/orders$/)))],
  [
    'POS-10',
    'one position of several times',
    (): Layer => {
      let n = 0n;
      return async (request, next) => {
        const response = await next(request);
        const time = headerOf(response, AS_OF);
        if (time === undefined || !READ(response, request)) return response;
        n += 1n;
        const moved = String(BigInt(time) + n);
        const json = jsonOf(response);
        const named = withHeader(response, AS_OF, moved);
        return json !== undefined && 'asOfSeqTsNs' in json ? withJson(named, { ...json, asOfSeqTsNs: moved }) : named;
      };
    },
  ],
  [
    'POS-10 | ALG-07 ALG-22',
    'times go back',
    (): Layer => {
      let n = 0n;
      return async (request, next) => {
        const response = await next(request);
        const time = headerOf(response, AS_OF);
        const position = headerOf(response, POSITION);
        if (time === undefined || position === undefined) return response;
        n = BigInt(position) * 60_000_000_000n;
        const moved = String(BigInt(time) - n);
        const json = jsonOf(response);
        const named = withHeader(response, AS_OF, moved);
        return json !== undefined && 'asOfSeqTsNs' in json ? withJson(named, { ...json, asOfSeqTsNs: moved }) : named;
      };
    },
  ],
  [
    'ID-05 | EXE-04 PAGE-07 PAGE-11 PAGE-12',
    'orders are numbered',
    (): Layer => {
      const numbers = new Map<string, string>();
      const real = new Map<string, string>();
      return async (request, next) => {
        const within = /^\/orders\/([0-9]+)/.exec(request.path)?.[1] ?? '';
        const inner = real.get(within);
        const response = await next(inner === undefined ? request : { ...request, path: request.path.replace(within, inner) });
        if (!routeOf(request).includes('/orders')) return response;
        const body = response.body.replaceAll(/"orderId":"([0-9]+)"/g, (_, id: string) => {
          if (!numbers.has(id) && SUBMIT(response, request)) numbers.set(id, String(9_000_000_000_000_000_000n + BigInt(numbers.size)));
          const number = numbers.get(id) ?? id;
          real.set(number, id);
          return `"orderId":"${number}"`;
        });
        return { ...response, body };
      };
    },
  ],
  [
    'ORD-20 | ORD-18 SVC-11 VER-05',
    'a price gains a place that is not nought once it trades',
    inJson(
      (row) => (row['lastFillQty'] === null ? row : { ...row, price: `${String(row['price'])}${/\./.test(String(row['price'])) ? '' : '.0'}1` }),
      of(/^GET \/orders\//),
    ),
  ],
]);
