/** Shapes of the members' open sessions in the control plane. */
import { z } from 'zod';
import { SESSION_STATES } from '../../gateway/sockets/session-table.ts';
import { count, duration, ns } from './quantities.ts';

/** An open session of a socket. */
export const session = z
  .strictObject({
    id: z.string().meta({ description: 'Of this session alone: a later one of the member has another' }),
    member: z.string(),
    socket: z.enum(['trading', 'market-data']),
    state: z.enum(SESSION_STATES),
    principal: z
      .string()
      .nullable()
      .meta({ description: "Its name in the target profile; null: nobody's yet, or of no principal of the profile" }),
    org: count.nullable(),
    user: count.nullable(),
    capabilities: z.array(z.string()),
    topics: z.array(z.string()),
    openedAtNs: ns,
    leaseEndsAtNs: ns.nullable().meta({
      description: 'When it is closed (4001) unless it is renewed; null: it has no lease, or one without an end',
    }),
  })
  .meta({ id: 'Session' });

/** The list of open sessions. */
export const sessions = z.strictObject({ items: z.array(session) }).meta({ id: 'Sessions' });

/** When a session's lease shall end. */
export const expireRequest = z
  .strictObject({
    in: duration
      .optional()
      .meta({ description: 'From now, on the clock; at once where absent. A lease is never made longer' }),
  })
  .meta({ id: 'Expire', examples: [{}, { in: '30s' }] });
