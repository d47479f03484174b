import { z } from 'zod';
import { SCOPES } from '../capabilities.ts';
import { key32 } from './scalars.ts';

const assumed = { 'x-assumed': true };

export const capabilities = z
  .array(z.enum(SCOPES))
  .meta({ id: 'Capabilities', description: 'What the platform’s records grant, in declared order.' });

export const me = z
  .strictObject({
    user: z
      .strictObject({
        userId: key32,
        orgId: key32,
        displayName: z.string().meta(assumed),
        status: z.enum(['AWAITING_ADMISSION', 'ACTIVE', 'DISABLED']).meta(assumed),
      })
      .meta({ id: 'User' }),
    organisation: z
      .strictObject({
        orgId: key32,
        displayName: z.string().meta(assumed),
        status: z.enum(['PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', 'RETIRED']).meta(assumed),
      })
      .meta({ id: 'Organisation' }),
    capabilities,
  })
  .meta({ id: 'Me' });
