/** The control plane's view of the platform's record owners. */
import { z } from 'zod';
import { count } from './quantities.ts';

export const owner = z
  .strictObject({
    name: z.enum(['register', 'orders', 'custody', 'algos']),
    away: z.boolean().meta({ description: 'It takes nothing: a write of it answers 503 OWNER_ABSENT, its key free' }),
    waiting: count.meta({ description: 'Commands in its inbox; they wait for its return, and are judged then' }),
  })
  .meta({ id: 'Owner' });
export const owners = z.strictObject({ items: z.array(owner) }).meta({ id: 'Owners' });
