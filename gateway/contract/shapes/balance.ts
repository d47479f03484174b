import { z } from 'zod';
import { key32, money, ns } from './scalars.ts';

/** The balance of one asset in one account (BAL-02). */
export const balanceRow = z
  .strictObject({
    accountId: key32,
    assetId: key32,
    credentialId: key32,
    total: money,
    available: money.meta({ description: 'What the venue lets move now.' }),
    held: money.meta({ description: 'What the venue locked.' }),
    venueTsNs: ns.nullable(),
    venueRevision: z.string().nullable(),
    observedAtNs: ns.meta({ description: 'Platform time of the reading; judge freshness from it.' }),
  })
  .meta({ id: 'AccountBalance' });
