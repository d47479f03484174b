/** Response shapes of the processes of a deployment. */
import { z } from 'zod';
import { PROCESS_KINDS } from '../nats/bus/process-facts.ts';
import { count, ns } from './quantities.ts';

/** What identifies a process. */
const identity = {
  id: z.string().meta({ description: 'Chosen at its start' }),
  host: z.string().meta({ description: 'The name of its machine or container' }),
  pid: count,
};
const gatewayUrl = z
  .string()
  .nullable()
  .meta({ description: 'The address at which it serves the gateway; null: it does not' });

/** The process that runs a member. */
export const memberProcess = z.strictObject({ ...identity, gatewayUrl }).meta({
  id: 'MemberProcess',
  description: 'The process that runs the member; absent without NATS, because there is one process',
});

/** A process with the members that it runs. */
export const shownProcess = z
  .strictObject({
    ...identity,
    kind: z.enum(PROCESS_KINDS).meta({
      description:
        'sandbox: platform, members and front in one process; platform: without members; standby: waits to take over from the active platform; member: members alone',
    }),
    active: z.boolean().meta({ description: 'Whether it is the active platform' }),
    sinceNs: ns.meta({ description: "Its start by its machine's clock: epoch nanoseconds" }),
    gatewayUrl,
    controlUrl: z.string().nullable().meta({
      description: 'The address at which it serves the control plane; null: it does not',
    }),
    members: z
      .array(z.strictObject({ name: z.string(), version: z.string() }))
      .meta({ description: 'The members that it runs in this world' }),
  })
  .meta({ id: 'Process' });

/** The list of processes. */
export const processes = z.strictObject({ items: z.array(shownProcess) }).meta({ id: 'Processes' });
