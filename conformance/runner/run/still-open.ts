import type { Entry } from '../../member/effects/entry.ts';
import { remaining } from '../../member/effects/remains.ts';
import type { OrderLeft } from '../record/run-record.ts';

/**
 * Of the orders whose outcome was unknown when their trial ended, those that the record of effects does not have as
 * refused, cancelled or filled since: a later read or the clean-up may have shown it. Pure.
 */
export function stillOpen(orders: readonly OrderLeft[], entries: readonly Entry[]): readonly OrderLeft[] {
  if (orders.length === 0) return orders;
  const names = ({ key, row }: { readonly key?: string | null; readonly row?: string }) => [key, row].filter(Boolean);
  const left = remaining(entries).filter(({ kind }) => kind === 'made' || kind === 'in doubt');
  const open = new Set(left.flatMap(names));
  const recorded = new Set(entries.flatMap((e) => (e.what === 'sent' || e.what === 'made' ? names(e) : [])));
  return orders.filter(({ clientOrderId, orderId }) => {
    const own = names({ key: clientOrderId, row: orderId === null ? '' : `/orders/${orderId}` });
    return own.some((name) => open.has(name)) || !own.some((name) => recorded.has(name));
  });
}
