/** Broken on the way out, over several answers: pages, walks, positions in time. */
import { claimsOf, queryOf, withQuery } from '../proxy/telling.ts';
import {
  AS_OF,
  type Asked,
  answering,
  both,
  breakage,
  coded,
  having,
  headerOf,
  inItems,
  inJson,
  type Json,
  jsonOf,
  type Layer,
  of,
  PAGE,
  POSITION,
  READ,
  recoded,
  routeOf,
  SUBMIT,
  stated,
  telling,
} from './breakage.ts';

const cursorOf = (one: Asked): string | null => queryOf(one).get('cursor');
const isLater = (_: unknown, one: Asked): boolean => cursorOf(one) !== null;
const isLimited = (_: unknown, one: Asked): boolean => queryOf(one).get('limit') !== null;
const plain = (one: Asked): Asked => {
  const query = queryOf(one);
  query.delete('cursor');
  return withQuery(one, query);
};

/** A cursor that the gateway refuses gives the first page, where `when` says so. */
const takenCursor = (when: (one: Asked, cursor: string) => boolean) => (): Layer => async (one, next) => {
  const told = await next(one);
  const cursor = cursorOf(one);
  const refused = told.status === 400 && (told.body.includes('INVALID_CURSOR') || false);
  return refused && cursor !== null && when(one, cursor) ? next(plain(one)) : told;
};

/** Remembers which collection, and which organisation, each cursor was served for. */
function foreignCursors(kind: 'collection' | 'organisation'): Layer {
  const served = new Map<string, { readonly collection: string; readonly organisation: string }>();
  return async (one, next) => {
    const told = await next(one);
    const here = { collection: routeOf(one), organisation: String(claimsOf(one)['org_id']) };
    const page = told.status === 200 ? jsonOf(told) : undefined;
    for (const cursor of [page?.['nextCursor'], page?.['prevCursor']])
      if (typeof cursor === 'string') served.set(cursor, here);
    const of = served.get(cursorOf(one) ?? '');
    if (told.status !== 400 || of === undefined || of[kind] === here[kind]) return told;
    return next(plain(one));
  };
}

/** What was told of the state before the last write is told again, once after each write, as if it were of now. */
function stale(what: RegExp): Layer {
  const last = new Map<string, Told>();
  let dirty = false;
  return async (one, next) => {
    const told = await next(one);
    if (routeOf(one).startsWith('POST /orders')) dirty = told.status < 300 || dirty;
    if (!what.test(routeOf(one)) || told.status !== 200) return told;
    const name = `${one.path} ${String(claimsOf(one)['sub'])}`;
    const former = last.get(name);
    last.set(name, told);
    if (!dirty || former === undefined) return told;
    dirty = false;
    const page = jsonOf(told);
    const old = jsonOf(former);
    const now = page !== undefined && 'globalSequence' in page ? { ...page, items: old?.['items'] } : old;
    return telling(told, now);
  };
}

type Told = Awaited<ReturnType<Parameters<Layer>[1]>>;

/** Every third read says the position before. */
function goingBack(): Layer {
  let n = 0;
  return async (one, next) => {
    const told = await next(one);
    const position = headerOf(told, POSITION);
    if (one.method !== 'GET' || position === undefined) return told;
    n += 1;
    if (n % 3 !== 0) return told;
    const back = String(Number(position) - 1);
    const json = jsonOf(told);
    const moved = having(told, POSITION, back);
    return json !== undefined && 'globalSequence' in json ? telling(moved, { ...json, globalSequence: back }) : moved;
  };
}

/** A row less: the second of every page after the first. */
const without = (items: readonly Json[], index: number): Json[] => items.filter((_, i) => i !== index);

export const OF_PAGES = [
  breakage(
    'PAGE-01',
    'a page without prevCursor',
    inJson(({ prevCursor: _, ...page }) => page, PAGE),
  ),
  breakage(
    'PAGE-01',
    'a page without total',
    inJson(({ total: _, ...page }) => page, PAGE),
  ),
  breakage(
    'PAGE-01',
    'a page without asOfSeqTsNs',
    inJson(({ asOfSeqTsNs: _, ...page }) => page, PAGE),
  ),
  breakage(
    'PAGE-01',
    'a page of executions without nextCursor',
    inJson(({ nextCursor: _, ...page }) => page, both(PAGE, of(/^GET \/executions$/))),
  ),
  breakage(
    'PAGE-01',
    'a bare array',
    inJson(({ items }) => items, PAGE),
  ),
  breakage(
    'PAGE-01',
    'the rows under another name',
    inJson(({ items, ...page }) => ({ ...page, rows: items }), PAGE),
  ),
  breakage(
    'PAGE-02',
    'without a limit there are pages too',
    (): Layer => (one, next) => {
      const query = queryOf(one);
      if (!/^GET \/(orders|executions)$/.test(routeOf(one)) || query.has('limit')) return next(one);
      query.set('limit', '5');
      return next(withQuery(one, query));
    },
  ),
  breakage(
    'PAGE-02',
    'without a limit a row is left out',
    inItems(
      (items) => items.slice(0, -1),
      (told, one) => PAGE(told, one) && !isLimited(told, one),
    ),
  ),
  breakage(
    'PAGE-05',
    'a total one too many',
    inJson((page) => (page['total'] === null ? page : { ...page, total: Number(page['total']) + 1 }), PAGE),
  ),
  breakage(
    'PAGE-05',
    'a total of the page alone',
    inJson((page) => (page['total'] === null ? page : { ...page, total: (page['items'] as Json[]).length }), PAGE),
  ),
  breakage(
    'PAGE-05',
    'a total that nobody asked for',
    inJson((page) => ({ ...page, total: page['total'] ?? 3 }), PAGE),
  ),
  breakage(
    'PAGE-05',
    'no total on later pages',
    inJson(
      (page) => ({ ...page, total: null }),
      (told, one) => PAGE(told, one) && isLater(told, one),
    ),
  ),
  breakage(
    'PAGE-05',
    'a total as text',
    inJson((page) => (page['total'] === null ? page : { ...page, total: String(page['total']) }), PAGE),
  ),
  breakage(
    'PAGE-06',
    'another include answers 500',
    stated(500, (told, one) => told.status === 400 && one.path.includes('include=')),
  ),
  breakage(
    'PAGE-07',
    'a walk loses a row a page',
    inItems(
      (items) => (items.length > 1 ? without(items, 1) : items),
      (told, one) => PAGE(told, one) && isLimited(told, one),
    ),
  ),
  breakage(
    'PAGE-07',
    'a walk loses the first row of later pages',
    inItems(
      (items) => items.slice(1),
      (told, one) => PAGE(told, one) && isLater(told, one),
    ),
  ),
  breakage(
    'PAGE-07',
    'a walk serves a row twice',
    inItems(
      (items) => [...items, ...items.slice(-1)],
      (told, one) => PAGE(told, one) && isLater(told, one),
    ),
  ),
  breakage(
    'PAGE-07',
    'a walk never ends',
    inJson((page, one) => ({ ...page, nextCursor: page['nextCursor'] ?? cursorOf(one) }), PAGE),
  ),
  breakage(
    'PAGE-07',
    'a walk ends after a page',
    inJson(
      (page) => ({ ...page, nextCursor: null }),
      (told, one) => PAGE(told, one) && isLater(told, one),
    ),
  ),
  breakage(
    'PAGE-07',
    'a first page has no next',
    inJson((page) => ({ ...page, nextCursor: null }), PAGE),
  ),
  breakage(
    'PAGE-08',
    'prevCursor leads on',
    inJson((page) => ({ ...page, prevCursor: page['prevCursor'] === null ? null : page['nextCursor'] }), PAGE),
  ),
  breakage(
    'PAGE-08',
    'no prevCursor',
    inJson((page) => ({ ...page, prevCursor: null }), PAGE),
  ),
  breakage('PAGE-08', 'a way back in the other order', (): Layer => {
    const prev = new Set<string>();
    return async (one, next) => {
      const told = await next(one);
      const page = PAGE(told, one) ? jsonOf(told) : undefined;
      if (page === undefined) return told;
      if (typeof page['prevCursor'] === 'string') prev.add(page['prevCursor']);
      return prev.has(cursorOf(one) ?? '')
        ? telling(told, { ...page, items: [...(page['items'] as Json[])].reverse() })
        : told;
    };
  }),
  breakage(
    'PAGE-09',
    'a made-up cursor gives the first page',
    takenCursor((_, cursor) => cursor.length < 40),
  ),
  breakage('PAGE-09', 'a refused cursor has another code', recoded('MALFORMED_REQUEST', coded('INVALID_CURSOR'))),
  breakage('PAGE-09', 'a refused cursor answers 404', stated(404, coded('INVALID_CURSOR'))),
  breakage('PAGE-10', 'a cursor of another collection is taken', () => foreignCursors('collection')),
  breakage('PAGE-10', 'a cursor of another organisation is taken', () => foreignCursors('organisation')),
  breakage(
    'PAGE-10',
    'a cursor of another view or filter has another code',
    recoded('CURSOR_MISMATCH', coded('INVALID_CURSOR')),
  ),
  breakage('PAGE-11', 'a walk loses rows once others are written', (): Layer => {
    let written = false;
    return async (one, next) => {
      const told = await next(one);
      if (SUBMIT(told, one)) written = true;
      const page = PAGE(told, one) && cursorOf(one) !== null ? jsonOf(told) : undefined;
      if (page === undefined || !written) return told;
      written = false;
      return telling(told, { ...page, items: (page['items'] as Json[]).slice(1) });
    };
  }),
  breakage(
    'PAGE-12',
    'pages in the other order',
    inItems((items) => [...items].reverse()),
  ),
  breakage(
    'PAGE-12',
    'two rows changed about',
    inItems(([a, b, ...rest]) => [b, a, ...rest].filter((row) => row !== undefined)),
  ),
  breakage(
    'PAGE-12',
    'executions in the other order',
    inItems((items) => [...items].reverse(), both(PAGE, of(/^GET \/executions$/))),
  ),
  breakage('PAGE-16', 'another limit makes a cursor bad', (): Layer => {
    const limits = new Map<string, string | null>();
    return async (one, next) => {
      const told = await next(one);
      const page = PAGE(told, one) ? jsonOf(told) : undefined;
      const limit = queryOf(one).get('limit');
      const of = limits.get(cursorOf(one) ?? '');
      for (const cursor of [page?.['nextCursor'], page?.['prevCursor']])
        if (typeof cursor === 'string') limits.set(cursor, limit);
      if (of === undefined || of === limit) return told;
      return telling(
        { ...told, status: 400 },
        {
          error: {
            code: 'INVALID_CURSOR',
            message: 'another limit',
            requestId: headerOf(told, 'x-request-id'),
            retryable: false,
          },
        },
      );
    };
  }),
  breakage('POS-07', 'positions go back', goingBack),
  breakage('POS-08', 'an order is read as it was', () => stale(/^GET \/orders\//)),
  breakage('POS-08', 'orders are listed as they were', () => stale(/^GET \/orders$/)),
  breakage(
    'POS-08',
    'a new order is not listed',
    inItems((items) => items.slice(1), both(PAGE, of(/^GET \/orders$/))),
  ),
  breakage('POS-10', 'one position of several times', (): Layer => {
    let n = 0n;
    return async (one, next) => {
      const told = await next(one);
      const time = headerOf(told, AS_OF);
      if (time === undefined || !READ(told, one)) return told;
      n += 1n;
      const moved = String(BigInt(time) + n);
      const json = jsonOf(told);
      const named = having(told, AS_OF, moved);
      return json !== undefined && 'asOfSeqTsNs' in json ? telling(named, { ...json, asOfSeqTsNs: moved }) : named;
    };
  }),
  breakage('POS-10', 'times go back', (): Layer => {
    let n = 0n;
    return async (one, next) => {
      const told = await next(one);
      const time = headerOf(told, AS_OF);
      const position = headerOf(told, POSITION);
      if (time === undefined || position === undefined) return told;
      n = BigInt(position) * 60_000_000_000n;
      const moved = String(BigInt(time) - n);
      const json = jsonOf(told);
      const named = having(told, AS_OF, moved);
      return json !== undefined && 'asOfSeqTsNs' in json ? telling(named, { ...json, asOfSeqTsNs: moved }) : named;
    };
  }),
  breakage('ID-05', 'orders are numbered', (): Layer => {
    const numbers = new Map<string, string>();
    const real = new Map<string, string>();
    return async (one, next) => {
      const within = /^\/orders\/([0-9]+)/.exec(one.path)?.[1] ?? '';
      const inner = real.get(within);
      const told = await next(inner === undefined ? one : { ...one, path: one.path.replace(within, inner) });
      if (!routeOf(one).includes('/orders')) return told;
      const body = told.body.replaceAll(/"orderId":"([0-9]+)"/g, (_, id: string) => {
        if (!numbers.has(id) && SUBMIT(told, one))
          numbers.set(id, String(9_000_000_000_000_000_000n + BigInt(numbers.size)));
        const number = numbers.get(id) ?? id;
        real.set(number, id);
        return `"orderId":"${number}"`;
      });
      return { ...told, body };
    };
  }),
  breakage(
    'ORD-20',
    'a price gains a place that is not nought once it trades',
    inJson(
      (row) =>
        row['lastFillQty'] === null
          ? row
          : { ...row, price: `${String(row['price'])}${/\./.test(String(row['price'])) ? '' : '.0'}1` },
      of(/^GET \/orders\//),
    ),
  ),
  breakage(
    'SVC-11',
    'a page whose items are an object',
    answering(PAGE, (told) => telling(told, { ...jsonOf(told), items: {} })),
  ),
] as const;
