/** Shapes of the event frames that a sandbox's sessions send. */
import { z } from 'zod';
import { ns } from './quantities.ts';

/** An event frame as the stream of events has it. */
export const frame = z
  .strictObject({
    n: z.int().min(1),
    atNs: ns,
    member: z.string(),
    session: z.string().meta({ description: 'Its member, and its number at that member', example: 'm1-1' }),
    socket: z.enum(['trading', 'market-data']),
    principal: z
      .string()
      .nullable()
      .meta({ description: 'A principal of the sandbox; null: none of them, or not authenticated yet' }),
    event: z.string().meta({ description: 'sessionOpened, orderUpdated, quote ...' }),
    topic: z
      .string()
      .nullable()
      .meta({ description: 'orders, executions, quotes:SYMBOL; null: it is sent without a subscription' }),
    position: z.int().min(1).nullable().meta({ description: 'The position of the record that it reports; null: none' }),
  })
  .meta({
    id: 'Frame',
    description:
      'An event frame that a session sent. A stream of events has the frames that were sent while it is open; answers to ops are exchanges',
  });

/** The same with what was sent. */
export const wholeFrame = z
  .strictObject({
    ...frame.shape,
    sent: z.unknown().meta({ description: 'JSON, or text if a fault corrupted it. Tokens are removed' }),
  })
  .meta({ id: 'WholeFrame' });
