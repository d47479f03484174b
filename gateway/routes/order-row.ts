import type { OrderRow } from '../facts.ts';
import { rowJson } from './row-json.ts';

/** The order row as it is served: an organisation reads its own rows only, so the row does not name it. */
export const orderJson = rowJson<OrderRow>((row, gates) => {
  const { orgId: _, ...served } = row;
  if (gates['orders.algo-instance']) return served;
  const { algoInstanceId: __, ...before } = served;
  return before;
});
