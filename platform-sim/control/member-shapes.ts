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
  .meta({ id: 'Surfaces', description: 'The parts that a member is deployed with; a replica refuses writes' });

/** Changed surfaces of a member. */
export const someSurfaces = surfaces.partial().meta({ id: 'SurfacesChanged' });

const weight = z
  .int()
  .min(0)
  .max(1000)
  .meta({ description: 'Its share of the requests if the route is weighted; 0: none' });

/** A member with its versions and state. */
export const member = z
  .strictObject({
    name: z.string(),
    version: z.string(),
    socketVersion: z.string(),
    surfaces,
    state: z.enum(MEMBER_STATE_NAMES).meta({
      description:
        'serving; catching-up: it has applied no records (NOT_PRIMED); stalled: it receives no records and its look-ups hang (reads return what it had applied, writes answer NOT_SERVING); drained: the front sends it no new requests',
    }),
    position: count.meta({ description: "The position up to which it has applied the platform's sequence" }),
    weight,
    lag: z
      .number()
      .min(0)
      .meta({ description: 'Milliseconds between the sequencing of a record and its arrival at the member' }),
    skew: z
      .number()
      .meta({ description: "Milliseconds by which its clock is ahead of the sandbox's; negative: behind" }),
    primed: z.boolean(),
    inFlight: count,
    sessions: count,
    process: memberProcess.optional(),
  })
  .meta({ id: 'Member', description: 'inFlight counts requests, sessions counts the open sessions of both sockets' });

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
      'A version of either contract starts another process. The old process answers the requests in flight and closes its sessions (1001); the new one catches up at once and does not accept tickets of the old one. Without a version, surfaces and weight change from the next request',
    examples: [{ version: '0.13.0' }, { surfaces: { algos: false } }, { weight: 3 }],
  });

/** The deployment of a new member. */
export const addMemberRequest = z
  .strictObject({ ...deployRequest.shape, skew: duration.optional() })
  .meta({ id: 'AddMember', description: 'Absent parts: the newest version of both contracts, and every surface' });

const catchUp = z
  .enum(['at once', 'when told'])
  .optional()
  .meta({ description: 'when told: the member applies no records until POST /members/{name}/catch-up' });

/** When a restarted member catches up. */
export const restartRequest = z.strictObject({ catchUp }).meta({ id: 'Restart' });

/** When a crashed member's successor catches up. */
export const crashRequest = z.strictObject({ catchUp }).meta({ id: 'Crash' });

/** The delay of records to a member. */
export const lagRequest = z.strictObject({ by: duration }).meta({
  id: 'Lag',
  description: 'The delay of records. Quotes have no position and are not delayed. 0s ends it',
  examples: [{ by: '2s' }],
});

/** The offset of a member's clock. */
export const skewRequest = z.strictObject({ by: duration }).meta({
  id: 'Skew',
  description:
    'Ahead; negative: behind; 0s ends it. Timers that already run, such as the end of a lease, are not changed',
  examples: [{ by: '-3s' }],
});
