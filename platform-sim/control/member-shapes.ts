import { z } from 'zod';
import { SOCKET_VERSIONS } from '../../gateway/contract/sockets.ts';
import { VERSIONS } from '../../gateway/contract/versions.ts';
import type { Surfaces } from '../../gateway/services.ts';
import { MEMBER_STATE_NAMES } from '../members/member-states.ts';
import { memberProcess } from './process-shapes.ts';
import { count, duration, ofEach } from './quantities.ts';

const SURFACES = { algos: true, balances: true, intake: true, replica: true, tickets: true } as const satisfies Record<
  keyof Surfaces,
  true
>;
const surfaces = z
  .strictObject(ofEach(SURFACES, z.boolean()))
  .meta({ id: 'Surfaces', description: 'What a member is deployed with; a replica takes no writes' });

/** Changed surfaces of a member. */
export const someSurfaces = surfaces.partial().meta({ id: 'SurfacesChanged' });

const weight = z
  .int()
  .min(0)
  .max(1000)
  .meta({ description: 'How many of the requests it is given where the route is weighted; 0: none' });

/** A member with its versions and state. */
export const member = z
  .strictObject({
    name: z.string(),
    version: z.string(),
    socketVersion: z.string(),
    surfaces,
    state: z.enum(MEMBER_STATE_NAMES).meta({
      description:
        'serving; catching-up: it has applied nothing (NOT_PRIMED); stalled: it hears nothing of the platform and its look-ups hang (reads are of what it had applied, writes NOT_SERVING); drained: the front does not choose it',
    }),
    position: count.meta({ description: "Up to which it has applied the platform's sequence" }),
    weight,
    lag: z.number().min(0).meta({ description: 'Milliseconds from the sequencing of a record to its hearing of it' }),
    skew: z.number().meta({ description: "Milliseconds that its clock is ahead of the sandbox's; below 0: behind" }),
    primed: z.boolean(),
    inFlight: count,
    sessions: count,
    process: memberProcess.optional(),
  })
  .meta({ id: 'Member', description: 'Requests that are in flight, and open sessions of both sockets' });

/** The list of members. */
export const members = z.strictObject({ items: z.array(member) }).meta({ id: 'Members' });

const version = z.enum(VERSIONS);
const socketVersion = z.enum(SOCKET_VERSIONS);

/** Changes of a member's deployment. */
export const deployRequest = z
  .strictObject({
    version: version.optional(),
    socketVersion: socketVersion.optional(),
    surfaces: someSurfaces.optional(),
    weight: weight.optional(),
  })
  .meta({
    id: 'Deploy',
    description:
      'A version, of either contract, is another process: the former answers what it has begun and closes its sessions (1001); the new one catches up at once, and tickets of the former do not open. Without one, surfaces and weight change from the next request on',
    examples: [{ version: '0.13.0' }, { surfaces: { algos: false } }, { weight: 3 }],
  });

/** The deployment of a new member. */
export const addMemberRequest = z
  .strictObject({ ...deployRequest.shape, skew: duration.optional() })
  .meta({ id: 'AddMember', description: 'The newest version of both contracts, and every surface, where absent' });

const catchUp = z
  .enum(['at once', 'when told'])
  .optional()
  .meta({ description: 'when told: it has applied nothing until POST /members/{name}/catch-up' });

/** When a restarted member catches up. */
export const restartRequest = z.strictObject({ catchUp }).meta({ id: 'Restart' });

/** When a crashed member's successor catches up. */
export const crashRequest = z.strictObject({ catchUp }).meta({ id: 'Crash' });

/** The delay of records to a member. */
export const lagRequest = z.strictObject({ by: duration }).meta({
  id: 'Lag',
  description: 'Of records; quotes are of no position, and come as they do. 0s ends it',
  examples: [{ by: '2s' }],
});

/** The offset of a member's clock. */
export const skewRequest = z.strictObject({ by: duration }).meta({
  id: 'Skew',
  description:
    'Ahead, or behind where it is below 0; 0s ends it. What already waits for a time, such as the end of a lease, keeps it',
  examples: [{ by: '-3s' }],
});
