import { z } from 'zod';
import { capabilities } from './register.ts';
import { assumed, key32 } from './scalars.ts';

/** The response of GET /me: the caller's user and organisation. */
export const me = z
  .strictObject({
    user: z
      .strictObject({
        userId: key32,
        orgId: key32,
        displayName: z.string().meta(assumed),
        status: z.enum(['AWAITING_ADMISSION', 'ACTIVE', 'DISABLED']).meta(assumed),
      })
      .meta({ id: 'MyUser' }),
    organisation: z
      .strictObject({
        orgId: key32,
        displayName: z.string().meta(assumed),
        status: z.enum(['PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', 'RETIRED']).meta(assumed),
      })
      .meta({ id: 'MyOrganisation' }),
    capabilities,
  })
  .meta({ id: 'Me' });
