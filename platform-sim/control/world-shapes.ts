/** Request and response shapes of worlds and their snapshots. */
import { z } from 'zod';
import { SOCKET_VERSIONS } from '../../gateway/contract/sockets.ts';
import { VERSIONS } from '../../gateway/contract/versions.ts';
import { MOST_RATE } from '../clock.ts';
import { WORLD_NAME } from '../hosting/world-address.ts';
import { someSurfaces } from './member-shapes.ts';
import { count, ns } from './quantities.ts';
import { clockView } from './shapes.ts';

const name = z
  .string()
  .regex(WORLD_NAME, 'must be 1 to 64 letters, digits, dots, underscores and hyphens')
  .meta({ description: 'Names the world in its base address and in X-Touchstone-World' });

/** The options of a new world. */
export const worldRequest = z
  .strictObject({
    name: name.optional(),
    seed: count.optional(),
    size: z.enum(['small', 'large']).optional(),
    clock: z
      .union([z.enum(['virtual', 'real']), z.strictObject({ rate: z.number().gt(0).max(MOST_RATE) })], {
        error: `expected "real", "virtual", or a speed above 0 and up to ${MOST_RATE} such as {"rate":10}`,
      })
      .optional()
      .meta({ description: 'rate: seconds of the clock per real second' }),
    members: z
      .array(
        z.strictObject({
          version: z.enum(VERSIONS),
          socketVersion: z.enum(SOCKET_VERSIONS).optional(),
          surfaces: someSurfaces.optional(),
        }),
      )
      .min(1)
      .optional(),
  })
  .meta({ id: 'NewWorld', description: 'Absent parts: as the sandbox was started. Absent names: w1, w2 and so on' });

/** A world with its addresses and state. */
export const world = z
  .strictObject({
    name: z.string(),
    baseUrl: z.string().meta({
      description: 'The address of its members; the port with the header X-Touchstone-World reaches them too',
    }),
    controlUrl: z.string(),
    seed: count,
    position: count,
    clock: clockView,
  })
  .meta({ id: 'World' });

/** The list of worlds. */
export const worlds = z.strictObject({ items: z.array(world) }).meta({ id: 'Worlds' });

/** The name and position of a fork. */
export const forkRequest = z
  .strictObject({
    name: name.optional(),
    at: z.int().min(1).optional().meta({ description: 'The last common position; absent: the head' }),
  })
  .meta({ id: 'Fork' });

/** The name of a new snapshot. */
export const snapshotRequest = z.strictObject({ name: name.optional() }).meta({ id: 'NewSnapshot' });

/** A snapshot with its position and time. */
export const snapshot = z
  .strictObject({ name: z.string(), seed: count, position: count, nowNs: ns })
  .meta({ id: 'Snapshot', description: 'The state of a world: records, clock, faults, members, random streams' });

/** The list of snapshots. */
export const snapshots = z.strictObject({ items: z.array(snapshot) }).meta({ id: 'Snapshots' });
