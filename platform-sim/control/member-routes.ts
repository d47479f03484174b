import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import type { Controlled, ControlledMember } from './controlled.ts';
import { deployRequest, member, members, noQuery, restartRequest } from './shapes.ts';

/** What the control plane says of a member. */
export function memberView({ name, version, socketVersion, surfaces, primed, inFlight, sessions }: ControlledMember) {
  return { name, version, socketVersion, surfaces, primed, inFlight, sessions };
}

function memberNamed(controlled: Controlled, name: string | undefined): ControlledMember {
  const found = controlled.members().find((known) => known.name === name);
  if (found !== undefined) return found;
  const names = controlled.members().map((known) => known.name);
  throw new ControlError('NOT_FOUND', `there is no member of that name here; there are ${names.join(', ')}`);
}

export const MEMBER_ROUTES = [
  controlRoute({
    operationId: 'readMembers',
    method: 'GET',
    path: '/members',
    tag: 'Members',
    summary: 'The members behind the address, and what each is deployed with',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: members },
    run: (controlled) => json({ items: controlled.members().map(memberView) }),
  }),
  controlRoute({
    operationId: 'deployMember',
    method: 'POST',
    path: '/members/:name/deploy',
    tag: 'Members',
    summary: 'Deploys a member with other surfaces, or as a read replica, from the next request on',
    query: noQuery,
    body: deployRequest,
    answer: { status: 200, type: JSON_TYPE, shape: member },
    run(controlled, { params, body }) {
      const found = memberNamed(controlled, params['name']);
      found.deploy(stated(body.surfaces));
      return json(memberView(found));
    },
  }),
  controlRoute({
    operationId: 'restartMember',
    method: 'POST',
    path: '/members/:name/restart',
    tag: 'Members',
    summary: 'Starts a member anew: it has to catch up with the platform first, at once or when told',
    query: noQuery,
    body: restartRequest,
    answer: { status: 200, type: JSON_TYPE, shape: member },
    run(controlled, { params, body }) {
      const found = memberNamed(controlled, params['name']);
      found.restart(body.catchUp ?? 'at once');
      return json(memberView(found));
    },
  }),
  controlRoute({
    operationId: 'catchUpMember',
    method: 'POST',
    path: '/members/:name/catch-up',
    tag: 'Members',
    summary: 'Lets a member that catches up when told do so',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: member },
    run(controlled, { params }) {
      const found = memberNamed(controlled, params['name']);
      found.catchUp();
      return json(memberView(found));
    },
  }),
] as const;

type Stated<Body> = { [Name in keyof Body]?: Exclude<Body[Name], undefined> };

/** What a body states; a member of it that is undefined states nothing. */
function stated<Body extends object>(body: Body): Stated<Body> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Stated<Body>;
}
