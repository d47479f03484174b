/** Defects on one page of a walk: the first, a later one, the last, or one that a prev cursor leads back to. */
import { type HttpRequest, type Json, jsonOf, type Layer, queryOf, withJson } from '../variations/layer.ts';
import { both, coded, inItems, inJson, type When } from './changes.ts';
import { defects } from './defect.ts';
import { page } from './read-changes.ts';
import { refused } from './register-changes.ts';

const cursorOf = (request: HttpRequest): string => queryOf(request).get('cursor') ?? '';
const asks =
  (name: string): When =>
  (_, request) =>
    queryOf(request).has(name);
const isWhole: When = (_, request) => !request.path.includes('?');

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
  ...['executions', 'algos/instances'].map(
    (path) =>
      ['PAGE-02', `the page of all ${path} names a nextCursor`, inJson((json) => ({ ...json, nextCursor: 'more' }), both(page(path), isWhole))] as const,
  ),
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
    'PAGE-09',
    'a cursor of characters that no cursor has answers 404',
    refused(
      404,
      'NOT_FOUND',
      both(coded('INVALID_CURSOR'), (_, request) => /[^\w=-]/.test(cursorOf(request))),
    ),
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
