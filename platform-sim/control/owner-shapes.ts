/** The control plane's view of the platform's record owners. */
import { z } from 'zod';
import { count } from './quantities.ts';

/** A record owner with its presence and inbox. */
export const owner = z
  .strictObject({
    name: z.enum(['register', 'orders', 'custody', 'algos']),
    away: z.boolean().meta({ description: 'It takes nothing: a write of it answers 503 OWNER_ABSENT, its key free' }),
    waiting: count.meta({ description: 'Commands in its inbox; they wait for its return, and are judged then' }),
  })
  .meta({ id: 'Owner' });

/** The list of record owners. */
export const owners = z.strictObject({ items: z.array(owner) }).meta({ id: 'Owners' });
