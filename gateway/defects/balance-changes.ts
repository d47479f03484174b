/** Changes of pages of balances, and the account that a request filters by. */
import { queryOf, routeOf } from '../variations/layer.ts';
import { both, of, statusOf, type When } from './changes.ts';

/** A served page of balances. */
export const BALANCE_PAGE: When = both(of(/^GET \/account-balances$/), statusOf(200));

/** The accountId parameter; null if it is absent. */
export const accountOf = (request: Parameters<When>[1]): string | null => queryOf(request).get('accountId');

/** A read of balances whose accountId fulfils `account`. */
export const filteredBy =
  (account: (id: string) => boolean): When =>
  (_, request) => {
    const id = routeOf(request) === 'GET /account-balances' ? accountOf(request) : null;
    return id !== null && account(id);
  };
