import { type Fork, type World, WorldError } from '../hosting/world.ts';
import { DEFAULT_WORLD } from '../hosting/world-address.ts';
import type { NewWorld } from '../hosting/world-options.ts';
import { viewOfClock } from './clock-routes.ts';
import { ControlError, noSuch, orRefused } from './control-error.ts';
import { controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import { noQuery } from './shapes.ts';
import { forkRequest, snapshot, snapshotRequest, snapshots, world, worldRequest, worlds } from './world-shapes.ts';

/** The control plane's view of a world. */
export function worldView({ name, baseUrl, controlUrl, seed, platform, clock }: World) {
  return { name, baseUrl, controlUrl, seed, position: platform.head(), clock: viewOfClock(clock) };
}

function worldNamed({ worlds }: World, name = ''): World {
  const found = worlds.named(name);
  if (found !== undefined) return found;
  throw noSuch('world', name);
}

function snapshotNamed({ snapshots }: World, name = ''): string {
  if (snapshots().some((known) => known.name === name)) return name;
  throw noSuch('snapshot', name);
}

/** Turns the refusal of a world or its host into a conflict. */
function asked<Answer>(ask: () => Promise<Answer> | Answer): Promise<Answer> {
  return orRefused(WorldError, 'CONFLICT', ask);
}

/** Creates, forks, reads and ends worlds, and handles their snapshots. */
export const WORLD_ROUTES = [
  controlRoute({
    operationId: 'readWorlds',
    method: 'GET',
    path: '/worlds',
    tag: 'Worlds',
    summary: 'The worlds behind these ports. Each has its own clock, data, faults and issuer',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: worlds },
    run: (world) => json({ items: world.worlds.list().map(worldView) }),
  }),
  controlRoute({
    operationId: 'createWorld',
    method: 'POST',
    path: '/worlds',
    tag: 'Worlds',
    summary: 'Creates a world with its own base address',
    query: noQuery,
    body: worldRequest,
    answer: { status: 201, type: JSON_TYPE, shape: world },
    async run({ worlds }, { body: { size, ...stated } }) {
      // JSON has no undefined.
      const options = { ...stated, ...(size === undefined ? {} : { world: size }) } as NewWorld;
      const made = await asked(() => worlds.create(options));
      return json(worldView(made), 201, { Location: `/worlds/${made.name}` });
    },
  }),
  controlRoute({
    operationId: 'readWorld',
    method: 'GET',
    path: '/worlds/:name',
    tag: 'Worlds',
    summary: 'One world',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: world },
    run: (world, { params }) => json(worldView(worldNamed(world, params['name']))),
  }),
  controlRoute({
    operationId: 'endWorld',
    method: 'DELETE',
    path: '/worlds/:name',
    tag: 'Worlds',
    summary:
      'Ends a world: its sessions are closed (1001), its requests in flight are answered, and its name is free again',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    async run(world, { params }) {
      const ended = worldNamed(world, params['name']);
      if (ended.name === DEFAULT_WORLD) {
        throw new ControlError('CONFLICT', 'the default world ends with its sandbox: POST /reset resets it');
      }
      await ended.close();
      return NOTHING;
    },
  }),
  controlRoute({
    operationId: 'forkWorld',
    method: 'POST',
    path: '/fork',
    tag: 'Worlds',
    summary:
      'Creates a world that begins with the records of this one up to a position, and with its current members and faults. The new world has its own clock',
    query: noQuery,
    body: forkRequest,
    answer: { status: 201, type: JSON_TYPE, shape: world },
    async run(world, { body }) {
      const made = await asked(() => world.fork(body as Fork));
      return json(worldView(made), 201, { Location: `/worlds/${made.name}` });
    },
  }),
  controlRoute({
    operationId: 'takeSnapshot',
    method: 'POST',
    path: '/snapshots',
    tag: 'Worlds',
    summary: 'Keeps the current state of the world under a name',
    query: noQuery,
    body: snapshotRequest,
    answer: { status: 201, type: JSON_TYPE, shape: snapshot },
    async run(world, { body }) {
      const taken = await asked(() => world.snapshot(body.name));
      return json(taken, 201, { Location: `/snapshots/${taken.name}` });
    },
  }),
  controlRoute({
    operationId: 'readSnapshots',
    method: 'GET',
    path: '/snapshots',
    tag: 'Worlds',
    summary: 'The snapshots of the world, in the order in which they were taken',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: snapshots },
    run: (of) => json({ items: of.snapshots() }),
  }),
  controlRoute({
    operationId: 'restoreSnapshot',
    method: 'POST',
    path: '/snapshots/:name/restore',
    tag: 'Worlds',
    summary:
      'Restores the world to a snapshot, with its virtual clock. Sessions are closed (1001), tickets are lost, and tokens issued after the time of the snapshot are refused until the clock reaches their time of issue',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: snapshot },
    run: async (world, { params }) => json(await world.restore(snapshotNamed(world, params['name']))),
  }),
  controlRoute({
    operationId: 'forgetSnapshot',
    method: 'DELETE',
    path: '/snapshots/:name',
    tag: 'Worlds',
    summary: 'Deletes a snapshot',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world, { params }) {
      world.forget(snapshotNamed(world, params['name']));
      return NOTHING;
    },
  }),
] as const;
