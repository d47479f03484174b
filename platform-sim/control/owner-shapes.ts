/** The control plane's view of the platform's record owners. */
import { z } from 'zod';
import { count } from './quantities.ts';

/** A record owner with its presence and inbox. */
export const owner = z
  .strictObject({
    name: z.enum(['register', 'orders', 'custody', 'algos']),
    away: z.boolean().meta({ description: 'true: its writes answer 503 OWNER_ABSENT, and their keys stay free' }),
    waiting: count.meta({ description: 'The number of commands in its inbox, which are judged after its return' }),
  })
  .meta({ id: 'Owner' });

/** The list of record owners. */
export const owners = z.strictObject({ items: z.array(owner) }).meta({ id: 'Owners' });
