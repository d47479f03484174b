/** Defects on one page of a walk: the first, a later one, the last, or one that a prev cursor leads back to. */
import { type HttpRequest, type Json, jsonOf, type Layer, queryOf, withJson, withQuery } from '../variations/layer.ts';
import { both, changeRequest, coded, inItems, inJson, PAGE, SUBMIT, statusOf, type When } from './changes.ts';
import { defects } from './defect.ts';
import { ofReceived } from './platform-changes.ts';
import { isLater, isPaged, page } from './read-changes.ts';
import { refused } from './register-changes.ts';

const cursorOf = (request: HttpRequest): string => queryOf(request).get('cursor') ?? '';
const asks =
  (name: string): When =>
  (_, request) =>
    queryOf(request).has(name);
const isWhole: When = (_, request) => !request.path.includes('?');
const isLast: When = (response) => jsonOf(response)?.['nextCursor'] === null;

/** The request with this parameter; undefined removes it. */
function asking(request: HttpRequest, name: string, value?: string): HttpRequest {
  const query = queryOf(request);
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  return withQuery(request, query);
}

/** Passes on the pages of orders and executions, with the other requests in between. */
const watching =
  (before: (request: HttpRequest) => HttpRequest, served: (json: Json, request: HttpRequest) => Json): Layer =>
  async (request, next) => {
    const response = await next(before(request));
    const json = PAGE(response, request) ? jsonOf(response) : undefined;
    return json === undefined ? response : withJson(response, served(json, request));
  };

/** Changes the pages of a collection that a prevCursor leads back to. */
function backOf(path: string, change: (items: Json[]) => Json[]): Layer {
  const previous = new Set<unknown>();
  return async (request, next) => {
    const response = await next(request);
    const json = page(path)(response, request) ? jsonOf(response) : undefined;
    if (json === undefined) return response;
    previous.add(json['prevCursor'] ?? 'none');
    const isBack = previous.has(cursorOf(request));
    return isBack ? withJson(response, { ...json, items: change(json['items'] as Json[]) }) : response;
  };
}

export const WALKS_DEFECTS = defects([
  [
    'PAGE-01',
    'a page of executions leaves prevCursor out where it is null',
    inJson(({ prevCursor, ...json }) => (prevCursor === null ? json : { ...json, prevCursor }), both(page('executions'), isPaged)),
  ],
  ...['executions', 'algos/instances'].map(
    (path) =>
      ['PAGE-02', `the page of all ${path} names a nextCursor`, inJson((json) => ({ ...json, nextCursor: 'more' }), both(page(path), isWhole))] as const,
  ),
  [
    'PAGE-03',
    'a limit over 100 gives 101 rows',
    (): Layer => async (request, next) => {
      const response = await next(request);
      const json = PAGE(response, request) && Number(queryOf(request).get('limit')) > 100 ? jsonOf(response) : undefined;
      const cursor = json?.['nextCursor'];
      if (typeof cursor !== 'string') return response;
      const more = jsonOf(await next(asking(asking(request, 'cursor', cursor), 'limit', '1')));
      const items = [json, more].flatMap((one) => one?.['items'] as Json[]);
      return withJson(response, { ...json, items, nextCursor: more?.['nextCursor'] });
    },
  ],
  ...(
    [
      ['users', 'status'],
      ['account-balances', 'accountId'],
      ['asset-policies', 'view'],
    ] as const
  ).map(
    ([path, filter]) =>
      [
        'PAGE-05',
        `a total of ${path} with a filter of ${filter} counts one that it leaves out`,
        inJson((json) => ({ ...json, total: Number(json['total']) + 1 }), both(page(path), asks('include'), asks(filter))),
      ] as const,
  ),
  [
    'PAGE-05',
    'a total on a later page of orders counts the rows from there on',
    inJson((json) => ({ ...json, total: Number(json['total']) - 1 }), both(page('orders'), isLater, asks('include'))),
  ],
  [
    'PAGE-05',
    'a later page of orders has a total that was not requested',
    inJson((json) => ({ ...json, total: json['total'] ?? (json['items'] as Json[]).length }), both(page('orders'), isLater)),
  ],
  [
    'PAGE-07',
    'the last page of a walk lacks its last row',
    inItems((items) => (items.length > 1 ? items.slice(0, -1) : items), both(page('executions'), isLater, isLast)),
  ],
  [
    'PAGE-07',
    'a row that new orders move is served again',
    (): Layer => {
      let orders = 0;
      const given = new Map<string, { readonly orders: number; readonly last: Json | undefined }>();
      return async (request, next) => {
        const response = await next(request);
        if (both(SUBMIT, statusOf(201))(response, request)) orders += 1;
        const json = page('orders')(response, request) ? jsonOf(response) : undefined;
        if (json === undefined) return response;
        const items = json['items'] as Json[];
        const from = given.get(cursorOf(request));
        if (typeof json['nextCursor'] === 'string') given.set(json['nextCursor'], { orders, last: items.at(-1) });
        const isMoved = from?.last !== undefined && orders > from.orders;
        return isMoved ? withJson(response, { ...json, items: [from.last, ...items] }) : response;
      };
    },
  ],
  [
    'PAGE-07',
    'a cursor of a former process gives the first page',
    ofReceived(() => {
      let processes = 0;
      return {
        started() {
          processes += 1;
        },
        layer() {
          const given = new Map<string, number>();
          return watching(
            (request) => ((given.get(cursorOf(request)) ?? processes) < processes ? asking(request, 'cursor') : request),
            (json) => {
              for (const cursor of [json['nextCursor'], json['prevCursor']]) if (typeof cursor === 'string') given.set(cursor, processes);
              return json;
            },
          );
        },
      };
    }),
  ],
  [
    'PAGE-08',
    'every prevCursor leads to the first page',
    (): Layer => {
      const previous = new Set<unknown>();
      return watching(
        (request) => (previous.has(cursorOf(request)) ? asking(request, 'cursor') : request),
        (json) => {
          previous.add(json['prevCursor']);
          return json;
        },
      );
    },
  ],
  [
    'PAGE-09',
    'a cursor of characters that no cursor has answers 404',
    refused(
      404,
      'NOT_FOUND',
      both(coded('INVALID_CURSOR'), (_, request) => /[^\w=-]/.test(cursorOf(request))),
    ),
  ],
  [
    'PAGE-09',
    'a cursor with padding is taken',
    changeRequest((request) => (cursorOf(request).endsWith('=') ? asking(request, 'cursor', cursorOf(request).replace(/(?<!=)=+$/, '')) : request)),
  ],
  ['PAGE-12', 'orders are oldest first where no limit is given', inItems((items) => items.toReversed(), both(page('orders'), isWhole))],
  ...(
    [
      ['PAGE-08', 'account-balances'],
      ['PAGE-08', 'accounts'],
      ['PAGE-08', 'portfolios'],
      ['PAGE-08', 'users'],
      ['PAGE-08', 'trading-policies'],
      ['PAGE-08', 'algos/instances'],
      ['PAGE-08', 'algos/instances/1/orders'],
    ] as const
  ).flatMap(([breaks, path]) => [
    [breaks, `a page back of ${path} is in reverse`, () => backOf(path, (items) => items.toReversed())] as const,
    [breaks, `a page back of ${path} lacks its first row`, () => backOf(path, (items) => items.slice(1))] as const,
  ]),
]);
