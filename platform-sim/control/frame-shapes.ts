/** Shapes of the event frames that a sandbox's sessions send. */
import { z } from 'zod';
import { ns } from './quantities.ts';
import { shownStrike } from './shapes.ts';

/** An event frame as the stream of events has it. */
export const frame = z
  .strictObject({
    n: z.int().min(1),
    atNs: ns,
    member: z.string(),
    version: z.string().meta({ description: "Of the socket's contract that the member served then" }),
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
    strikes: z.array(shownStrike).optional().meta({ description: 'The faults that delayed, changed or repeated it' }),
  })
  .meta({
    id: 'Frame',
    description:
      'An event frame that a session sent; answers to ops are exchanges. A stream begins with the frames that are stored',
  });

/** The same with what was sent. */
export const wholeFrame = z
  .strictObject({
    ...frame.shape,
    sent: z.unknown().meta({ description: 'JSON, or text if a fault corrupted it. Tokens are removed' }),
  })
  .meta({ id: 'WholeFrame' });
