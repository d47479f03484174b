import type { z } from 'zod';
import type { World } from '../hosting/world.ts';
import type { CustodyState } from '../owners/custody/state.ts';
import type { OrdersState } from '../owners/orders/state.ts';
import { type balance, balances } from './balance-shapes.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { limitQuery } from './shapes.ts';

const MOST_BALANCES = 1_000;

/** The control plane's view of the first balances, by account. */
export function balanceViews(
  { platform: { stateOf } }: Pick<World, 'platform'>,
  limit: number,
): z.infer<typeof balance>[] {
  const { accounts, seen } = stateOf('custody') as CustodyState;
  const { assets } = (stateOf('orders') as OrdersState).directory;
  const views: z.infer<typeof balance>[] = [];
  for (const [accountId, ofAccount] of seen) {
    for (const { row } of ofAccount.values()) {
      if (views.length >= limit) return views;
      const { orgId: org, assetId, total, available, held } = row;
      const account = accounts.get(accountId)?.displayName ?? null;
      views.push({
        accountId,
        account,
        org,
        assetId,
        asset: assets.get(assetId)?.symbol ?? '',
        total,
        available,
        held,
      });
    }
  }
  return views;
}

/** Lists balances. */
export const BALANCE_ROUTES = [
  controlRoute({
    operationId: 'readBalances',
    method: 'GET',
    path: '/balances',
    tag: 'Platform',
    summary:
      'The balances of all organisations, as the venues last reported them: 100 unless limit states another number, up to 1,000',
    query: limitQuery,
    answer: { status: 200, type: JSON_TYPE, shape: balances },
    run: (world, { query }) =>
      json({ items: balanceViews(world, Math.min(Number(query.limit ?? 100), MOST_BALANCES)) }),
  }),
] as const;
