import { PAGE, type RouteRow } from './route-row.ts';

/** The route of account balances. */
export const CUSTODY_ROUTES = {
  listAccountBalances: {
    method: 'GET',
    path: '/account-balances',
    column: 'read',
    gate: 'routes.account-balances',
    tag: 'Account balances',
    summary: 'What the venues hold in the organisation’s accounts',
    query: [...PAGE, 'accountId'],
    refusedQuery: ['status'],
    surface: 'balances',
    answers: { status: 200, body: 'AccountBalancePage' },
  },
} as const satisfies Record<string, RouteRow>;
