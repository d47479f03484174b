/** Shapes of the sockets' sessions in the control plane. */
import { z } from 'zod';
import type { SessionState } from '../../gateway/sockets/session-table.ts';
import { count, duration, ns } from './quantities.ts';

const STATES = [
  'opening',
  'unauthenticated',
  'open',
  'leaving',
  'closing',
  'closed',
] as const satisfies readonly SessionState[];

/** An open session. */
export const session = z
  .strictObject({
    id: z.string().meta({ description: 'Its member, and its number at that member', example: 'm1-1' }),
    member: z.string(),
    socket: z.enum(['trading', 'market-data']),
    state: z.enum(STATES),
    principal: z
      .strictObject({ orgId: count, userId: count })
      .nullable()
      .meta({ description: 'null: not authenticated yet' }),
    topics: z.array(z.string()),
    expiresAtNs: ns.nullable().meta({ description: "When its lease ends, on its member's clock; null: never" }),
    leftMs: z.number().min(0).nullable().meta({ description: 'Milliseconds until the lease ends' }),
  })
  .meta({ id: 'Session' });

/** The same without what changes as time passes. */
export const heldSession = session.omit({ leftMs: true });

/** When a session's lease shall end. */
export const expireRequest = z
  .strictObject({
    in: duration.optional().meta({
      description: 'The time until the end of the lease, on the clock; absent: at once. A lease cannot be made longer',
    }),
  })
  .meta({ id: 'Expire', examples: [{}, { in: '30s' }] });

/** The open sessions. */
export const sessions = z.strictObject({ items: z.array(session) }).meta({ id: 'Sessions' });
