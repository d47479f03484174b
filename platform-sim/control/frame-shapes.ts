/** Shapes of the event frames that a sandbox's sessions send. */
import { z } from 'zod';
import { ns } from './quantities.ts';

/** An event frame as the stream of events has it. */
export const frame = z
  .strictObject({
    n: z.int().min(1),
    atNs: ns,
    member: z.string(),
    session: z.string().meta({ description: 'Its member, and its number there', example: 'm1-1' }),
    socket: z.enum(['trading', 'market-data']),
    principal: z.string().nullable().meta({ description: 'Of the sandbox; null: none of them, or no op auth yet' }),
    event: z.string().meta({ description: 'sessionOpened, orderUpdated, quote ...' }),
    topic: z
      .string()
      .nullable()
      .meta({ description: 'orders, executions, quotes:SYMBOL; null: it comes without a subscription' }),
    position: z.int().min(1).nullable().meta({ description: 'Of the record whose fact it carries; null: none' }),
  })
  .meta({
    id: 'Frame',
    description:
      'An event frame that a session sent. The stream has those sent while it is open; answers to ops are exchanges',
  });

/** The same with what was sent. */
export const wholeFrame = z
  .strictObject({
    ...frame.shape,
    sent: z.unknown().meta({ description: 'JSON; text where a fault has garbled it. Without tokens' }),
  })
  .meta({ id: 'WholeFrame' });
