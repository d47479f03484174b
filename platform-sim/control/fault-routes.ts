import type { Fault } from '../faults/fault.ts';
import type { FaultRule } from '../faults/rule-shape.ts';
import type { World } from '../hosting/world.ts';
import { ControlError, noSuch } from './control-error.ts';
import { controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import { fault, faultRule, faults, noQuery, released } from './shapes.ts';

/** The rule is well-formed; this refuses a rule about a member or organisation that the sandbox does not have. */
function add({ faults: standing }: World, rule: FaultRule): Fault {
  try {
    return standing.add(rule);
  } catch (error) {
    if (error instanceof RangeError) throw new ControlError('CONFLICT', `body: ${error.message}`);
    throw error;
  }
}

/** Adds, reads, releases and removes faults. */
export const FAULT_ROUTES = [
  controlRoute({
    operationId: 'addFault',
    method: 'POST',
    path: '/faults',
    tag: 'Faults',
    summary:
      'Adds a fault: where, what, how often, for how long. 409 if the rule names a member, organisation or disk that does not exist',
    query: noQuery,
    body: faultRule,
    answer: { status: 201, type: JSON_TYPE, shape: fault },
    run(world, { body }) {
      const added = add(world, body);
      return json(added, 201, { Location: `/faults/${added.id}` });
    },
  }),
  controlRoute({
    operationId: 'listFaults',
    method: 'GET',
    path: '/faults',
    tag: 'Faults',
    summary: 'The faults, with the number of times that each fired',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: faults },
    run: (world) => json({ items: world.faults.list() }),
  }),
  controlRoute({
    operationId: 'readFault',
    method: 'GET',
    path: '/faults/:id',
    tag: 'Faults',
    summary: 'One fault',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: fault },
    run(world, { params }) {
      const found = world.faults.get(params['id'] ?? '');
      if (found === undefined) throw noSuch('fault', params['id']);
      return json(found);
    },
  }),
  controlRoute({
    operationId: 'removeFault',
    method: 'DELETE',
    path: '/faults/:id',
    tag: 'Faults',
    summary: 'Removes a fault; the commands and frames that it holds continue',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world, { params }) {
      if (!world.faults.remove(params['id'] ?? '')) throw noSuch('fault', params['id']);
      return NOTHING;
    },
  }),
  controlRoute({
    operationId: 'removeFaults',
    method: 'DELETE',
    path: '/faults',
    tag: 'Faults',
    summary: 'Removes all faults; the commands and frames that they hold continue',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world) {
      world.faults.clear();
      return NOTHING;
    },
  }),
  controlRoute({
    operationId: 'release',
    method: 'POST',
    path: '/holds/:name/release',
    tag: 'Faults',
    summary: 'Releases everything that is held under a name now; the fault still holds what arrives later',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: released },
    run: (world, { params }) => json({ released: world.faults.release(params['name'] ?? '') }),
  }),
] as const;
