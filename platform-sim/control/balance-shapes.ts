/** Shapes of the balances in the control plane. */
import { z } from 'zod';
import { count } from './quantities.ts';

const money = z.string();

/** The balance of an asset in an account, as its venue last reported it. */
export const balance = z
  .strictObject({
    accountId: count,
    account: z.string().nullable(),
    org: count,
    assetId: count,
    asset: z.string().meta({ description: 'Its symbol' }),
    total: money,
    available: money,
    held: money,
  })
  .meta({ id: 'Balance' });

/** The list of balances. */
export const balances = z.strictObject({ items: z.array(balance) }).meta({ id: 'Balances' });
