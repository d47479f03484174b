/** Broken on both ways: pages, views and filters of the register, of balances and of algos. */
import type { Layer } from '../proxy/telling.ts';
import { jsonOf, queryOf, routeOf } from '../proxy/telling.ts';
import { answering, asked, both, breakage, inItems, of, statusOf } from './breakage.ts';
import { notTaken, onRegister } from './on-the-register.ts';

const reversed = (path: string) =>
  inItems((items) => items.toReversed(), both(of(new RegExp(`^GET ${path}$`)), statusOf(200)));

const shuffledByTurns = (path: string) => (): Layer => {
  let turn = 0;
  return async (one, next) => {
    const told = await next(one);
    const page = routeOf(one) === `GET ${path}` && told.status === 200 ? jsonOf(told) : undefined;
    if (page === undefined) return told;
    turn += 1;
    const items = page['items'] as unknown[];
    return turn % 2 === 0 ? { ...told, body: JSON.stringify({ ...page, items: items.toReversed() }) } : told;
  };
};

/** A cursor that is refused here for what it is bound to gives the first page. */
const takenCursor = (path: string) => (): Layer => async (one, next) => {
  const told = await next(one);
  const query = queryOf(one);
  if (routeOf(one) !== `GET ${path}` || !told.body.includes('INVALID_CURSOR')) return told;
  query.delete('cursor');
  return next({ ...one, path: `${path}?${query}` });
};

const withoutQuery = (path: RegExp, name: string, when: (value: string) => boolean = () => true) =>
  asked((one) => {
    const query = queryOf(one);
    const value = query.get(name);
    if (one.method !== 'GET' || value === null || !path.test(one.path) || !when(value)) return one;
    query.delete(name);
    const [bare = ''] = one.path.split('?', 1);
    return { ...one, path: query.size === 0 ? bare : `${bare}?${query}` };
  });

export const OF_OTHER_READS = [
  breakage('PAGE-10', 'a cursor of all users is good for some', takenCursor('/users')),
  breakage('PAGE-10', 'a cursor of one view is good for the other', takenCursor('/accounts')),
  breakage('PAGE-10', 'a cursor of all balances is good for one account', takenCursor('/account-balances')),
  breakage('PAGE-13', 'users newest first', reversed('/users')),
  breakage('PAGE-13', 'accounts newest first', reversed('/accounts')),
  breakage('PAGE-14', 'balances backwards', reversed('/account-balances')),
  breakage(
    'PAGE-14',
    'balances by asset',
    inItems(
      (items) => items.toSorted((a, b) => Number(a['assetId']) - Number(b['assetId'])),
      both(of(/^GET \/account-balances$/), statusOf(200)),
    ),
  ),
  breakage(
    'PAGE-15',
    'instances in no order',
    inItems((items) => [...items.slice(1), ...items.slice(0, 1)], both(of(/^GET \/algos\/instances$/), statusOf(200))),
  ),
  breakage('PAGE-15', 'the catalogue in another order each time', shuffledByTurns('/algos/versions')),
  breakage(
    'QRY-04',
    'any view of the register is the latest',
    withoutQuery(/^\/(users|[a-z]+-policies)/, 'view', (value) => value !== 'approved'),
  ),
  breakage(
    'QRY-04',
    'view=approved of the register is refused',
    answering((told, one) => onRegister(told, one) && one.path.includes('view=approved'), notTaken),
  ),
  breakage(
    'QRY-04',
    'view=latest of the register is refused',
    answering((told, one) => /^\/[a-z-]+\?view=latest$/.test(one.path) && told.status === 200, notTaken),
  ),
  breakage(
    'QRY-06',
    'view=approved of balances is the latest',
    withoutQuery(/^\/account-balances/, 'view', (value) => value === 'approved'),
  ),
  breakage('QRY-06', 'a status of balances is not seen', withoutQuery(/^\/account-balances/, 'status')),
  breakage(
    'QRY-06',
    'view=latest of balances is refused',
    answering((_, one) => one.path === '/account-balances?view=latest', notTaken),
  ),
  breakage(
    'QRY-07',
    'view=approved of algos is the latest',
    withoutQuery(/^\/algos\//, 'view', (value) => value === 'approved'),
  ),
  breakage('QRY-07', 'a status of algos is not seen', withoutQuery(/^\/algos\//, 'status')),
  breakage(
    'QRY-07',
    'view=latest of algos is refused',
    answering((_, one) => /^\/algos\/.*\?view=latest$/.test(one.path), notTaken),
  ),
  breakage('QRY-08', 'a status of users is not seen', withoutQuery(/^\/users\?/, 'status')),
  breakage(
    'QRY-08',
    'a status of users is refused',
    answering((_, one) => one.path.startsWith('/users?status='), notTaken),
  ),
  breakage(
    'QRY-08',
    'a status of users finds none',
    inItems(
      () => [],
      (_, one) => one.path.startsWith('/users?status='),
    ),
  ),
] as const;
