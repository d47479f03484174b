import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import { fault, faultRule, faults, noQuery, released } from './shapes.ts';

function absent(id: string | undefined): ControlError {
  return new ControlError('NOT_FOUND', `there is no fault ${id}: GET /faults lists those there are`);
}

export const FAULT_ROUTES = [
  controlRoute({
    operationId: 'addFault',
    method: 'POST',
    path: '/faults',
    tag: 'Faults',
    summary: 'Adds a fault: where, what, how often',
    query: noQuery,
    body: faultRule,
    answer: { status: 201, type: JSON_TYPE, shape: fault },
    run(controlled, { body }) {
      const added = controlled.faults.add(body);
      return json(added, 201, { Location: `/faults/${added.id}` });
    },
  }),
  controlRoute({
    operationId: 'listFaults',
    method: 'GET',
    path: '/faults',
    tag: 'Faults',
    summary: 'The faults there are, with how often each fired',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: faults },
    run: (controlled) => json({ items: controlled.faults.list() }),
  }),
  controlRoute({
    operationId: 'readFault',
    method: 'GET',
    path: '/faults/:id',
    tag: 'Faults',
    summary: 'One fault',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: fault },
    run(controlled, { params }) {
      const found = controlled.faults.get(params['id'] ?? '');
      if (found === undefined) throw absent(params['id']);
      return json(found);
    },
  }),
  controlRoute({
    operationId: 'removeFault',
    method: 'DELETE',
    path: '/faults/:id',
    tag: 'Faults',
    summary: 'Takes a fault away; what it holds goes on',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(controlled, { params }) {
      if (!controlled.faults.remove(params['id'] ?? '')) throw absent(params['id']);
      return NOTHING;
    },
  }),
  controlRoute({
    operationId: 'removeFaults',
    method: 'DELETE',
    path: '/faults',
    tag: 'Faults',
    summary: 'Takes every fault away; what they hold goes on',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(controlled) {
      controlled.faults.clear();
      return NOTHING;
    },
  }),
  controlRoute({
    operationId: 'release',
    method: 'POST',
    path: '/holds/:name/release',
    tag: 'Faults',
    summary: 'Lets go what is held under a name now; the fault that holds goes on holding what comes',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: released },
    run: (controlled, { params }) => json({ released: controlled.faults.release(params['name'] ?? '') }),
  }),
] as const;
