import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { routing, routingChange } from './routing-shapes.ts';
import { noQuery } from './shapes.ts';

/** Reads and changes the routing of requests. */
export const ROUTING_ROUTES = [
  controlRoute({
    operationId: 'readRouting',
    method: 'GET',
    path: '/routing',
    tag: 'Members',
    summary: 'The policy by which the front chooses a member for a request',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: routing },
    run: ({ front }) => json(front.routing),
  }),
  controlRoute({
    operationId: 'changeRouting',
    method: 'POST',
    path: '/routing',
    tag: 'Members',
    summary: 'Changes the policy from the next request; the weights are set per member (POST /members/{name}/deploy)',
    query: noQuery,
    body: routingChange,
    answer: { status: 200, type: JSON_TYPE, shape: routing },
    run({ front }, { body: { route, namesMember } }) {
      front.direct({
        ...(route === undefined ? {} : { route }),
        ...(namesMember === undefined ? {} : { namesMember }),
      });
      return json(front.routing);
    },
  }),
] as const;
