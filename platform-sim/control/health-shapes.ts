import { z } from 'zod';
import type { SandboxLimits } from '../hosting/world-options.ts';
import { PROCESS_KINDS } from '../nats/bus/process-facts.ts';
import { member } from './member-shapes.ts';
import { count, ofEach } from './quantities.ts';

const LIMITS = {
  syncDeadlineMs: true,
  writeDeadlineMs: true,
  keyRetentionMs: true,
  inFlightRequests: true,
  inFlightWrites: true,
  ticketLifeMs: true,
  ticketsPerMinute: true,
  sessionExpiringLeadMs: true,
  unauthenticatedIdleMs: true,
  topicsPerSession: true,
  sessionOpsUnderWay: true,
  unsentBytes: true,
  ...{ inboxCommands: true, intakePerMinute: true, tokenLifeS: true },
} as const satisfies Record<keyof SandboxLimits, true>;
const limits = z
  .strictObject(ofEach(LIMITS, count))
  .meta({ description: 'Bounds and deadlines of the members and the platform, on the clock of the sandbox' });

/** The state of the sandbox and its members. */
export const health = z
  .strictObject({
    ready: z.boolean().meta({ description: 'Whether requests are taken now: the status is 200, otherwise 503' }),
    role: z.enum(PROCESS_KINDS),
    why: z.string().optional().meta({ description: 'Why not, in one sentence; absent: it is ready' }),
    status: z.enum(['serving', 'not ready']),
    world: z.string(),
    seed: count,
    position: count,
    baseUrl: z.string(),
    members: z.array(member),
    limits,
  })
  .meta({ id: 'Health' });
