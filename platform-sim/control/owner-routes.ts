import type { World } from '../hosting/world.ts';
import type { PlatformOwner } from '../platform.ts';
import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { owner, owners } from './owner-shapes.ts';
import { noQuery } from './shapes.ts';

function ownerNamed({ platform: { owners: known } }: World, name: string | undefined): PlatformOwner {
  const all = known.list();
  const found = all.find((candidate) => candidate.name === name);
  if (found !== undefined) return found;
  throw new ControlError(
    'NOT_FOUND',
    `there is no owner of that name; the owners are ${all.map((candidate) => candidate.name).join(', ')}`,
  );
}

/** Reads the record owners, and takes one away or back. */
export const OWNER_ROUTES = [
  controlRoute({
    operationId: 'readOwners',
    method: 'GET',
    path: '/owners',
    tag: 'Platform',
    summary: 'The record owners, with their presence and the number of waiting commands',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: owners },
    run: (world) => json({ items: world.platform.owners.list() }),
  }),
  controlRoute({
    operationId: 'leaveOwner',
    method: 'POST',
    path: '/owners/:name/leave',
    tag: 'Platform',
    summary:
      'Makes an owner absent: its writes answer 503 OWNER_ABSENT until it returns; the commands in its inbox wait',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: owner },
    run(world, { params }) {
      const { name } = ownerNamed(world, params['name']);
      world.platform.owners.leave(name);
      return json(ownerNamed(world, name));
    },
  }),
  controlRoute({
    operationId: 'returnOwner',
    method: 'POST',
    path: '/owners/:name/return',
    tag: 'Platform',
    summary: 'Makes an owner present again: it judges the waiting commands, in order',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: owner },
    run(world, { params }) {
      const { name } = ownerNamed(world, params['name']);
      world.platform.owners.comeBack(name);
      return json(ownerNamed(world, name));
    },
  }),
] as const;
