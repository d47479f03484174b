/** Defects on requests and responses: pages, views and filters of the register, of balances and of algos. */
import { jsonOf, type Layer, queryOf, routeOf } from '../variations/layer.ts';
import { both, changeWhere, inItems, of, statusOf } from './changes.ts';
import { defects } from './defect.ts';
import { notTaken, onRegister } from './register-changes.ts';

const reversed = (path: string) => inItems((items) => items.toReversed(), both(of(new RegExp(`^GET ${path}$`)), statusOf(200)));

const shuffledByTurns = (path: string) => (): Layer => {
  let turn = 0;
  return async (request, next) => {
    const response = await next(request);
    const page = routeOf(request) === `GET ${path}` && response.status === 200 ? jsonOf(response) : undefined;
    if (page === undefined) return response;
    turn += 1;
    const items = page['items'] as unknown[];
    return turn % 2 === 0 ? { ...response, body: JSON.stringify({ ...page, items: items.toReversed() }) } : response;
  };
};

/** Serves the first page for a cursor that the gateway refuses because it belongs to another read. */
const takenCursor = (path: string) => (): Layer => async (request, next) => {
  const response = await next(request);
  const query = queryOf(request);
  if (routeOf(request) !== `GET ${path}` || !response.body.includes('INVALID_CURSOR')) return response;
  query.delete('cursor');
  return next({ ...request, path: `${path}?${query}` });
};

export const OTHER_READS_DEFECTS = defects([
  ['PAGE-10', 'a cursor of all balances is good for one account', takenCursor('/account-balances')],
  ['PAGE-13 | PAGE-16 REG-01', 'users newest first', reversed('/users')],
  ['PAGE-13 | PAGE-16 REG-01', 'accounts newest first', reversed('/accounts')],
  [
    'PAGE-14',
    'balances by asset',
    inItems((items) => items.toSorted((a, b) => Number(a['assetId']) - Number(b['assetId'])), both(of(/^GET \/account-balances$/), statusOf(200))),
  ],
  [
    'PAGE-15 | PAGE-16',
    'instances in no order',
    inItems((items) => [...items.slice(1), ...items.slice(0, 1)], both(of(/^GET \/algos\/instances$/), statusOf(200))),
  ],
  ['PAGE-15', 'the catalogue in another order each time', shuffledByTurns('/algos/versions')],
  [
    'QRY-04 | REG-02',
    'view=approved of the register is refused',
    changeWhere((response, request) => onRegister(response, request) && request.path.includes('view=approved'), notTaken),
  ],
  ['QRY-06', 'view=latest of balances is refused', changeWhere((_, request) => request.path === '/account-balances?view=latest', notTaken)],
  ['QRY-07 | POS-08', 'view=latest of algos is refused', changeWhere((_, request) => /^\/algos\/.*\?view=latest$/.test(request.path), notTaken)],
  ['QRY-08', 'a status of users is refused', changeWhere((_, request) => request.path.startsWith('/users?status='), notTaken)],
]);
