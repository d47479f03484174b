import type { z } from 'zod';
import { NEWEST } from '../../gateway/contract/versions.ts';
import { durationMs, LONGEST_MS } from '../duration.ts';
import type { World } from '../hosting/world.ts';
import type { ControlledMember, SeatMove } from '../members/member-seat.ts';
import { MemberStateError } from '../members/member-states.ts';
import { ControlError, orRefused } from './control-error.ts';
import { type ControlRoute, controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import {
  addMemberRequest,
  crashRequest,
  deployRequest,
  lagRequest,
  member,
  members,
  restartRequest,
  skewRequest,
} from './member-shapes.ts';
import type { memberProcess } from './process-shapes.ts';
import { noQuery } from './shapes.ts';

/** The control plane's view of the members. */
export function memberViews(world: World): readonly z.infer<typeof member>[] {
  const processes = processesOf(world);
  return world.members().map((seat) => viewOf(seat, processes));
}

/** The control plane's view of one member. */
function memberView(world: World, seat: ControlledMember): z.infer<typeof member> {
  return viewOf(seat, processesOf(world));
}

type ProcessesOfMembers = ReadonlyMap<string, z.infer<typeof memberProcess>>;

/** By the name of the member; empty without NATS: then all members run in one process. */
function processesOf(world: World): ProcessesOfMembers {
  if (!world.isShared) return new Map();
  return new Map(
    world
      .processes()
      .flatMap(({ id, host, pid, gatewayUrl, members: run }) =>
        run.map(({ name }) => [name, { id, host, pid, gatewayUrl }] as const),
      ),
  );
}

function viewOf(seat: ControlledMember, processes: ProcessesOfMembers): z.infer<typeof member> {
  const { name, version, socketVersion, surfaces, state, position, weight, lagMs, skewMs, primed } = seat;
  const { inFlight, sessions } = seat;
  const process = processes.get(name);
  return {
    ...{ name, version, socketVersion, surfaces, state, position, weight, lag: lagMs, skew: skewMs, primed },
    ...{ inFlight, sessions },
    ...(process === undefined ? {} : { process }),
  };
}

function memberNamed(world: World, name: string | undefined): ControlledMember {
  const found = world.members().find((known) => known.name === name);
  if (found !== undefined) return found;
  const names = world.members().map((known) => known.name);
  throw new ControlError('NOT_FOUND', `there is no member of that name here; there are ${names.join(', ')}`);
}

/** @throws ControlError MALFORMED_REQUEST outside ten years, or for a negative value if `ahead` is stated */
function boundedMs(by: string | number, ahead?: 'ahead'): number {
  const ms = durationMs(by);
  if (Math.abs(ms) > LONGEST_MS) throw new ControlError('MALFORMED_REQUEST', 'body.by: must be at most ten years');
  if (ahead !== undefined && ms < 0) {
    throw new ControlError('MALFORMED_REQUEST', 'body.by: must not be negative');
  }
  return ms;
}

/** A route of one member that answers with the member. */
function ofMember<Body extends z.ZodType>(
  row: Pick<ControlRoute, 'operationId' | 'summary'> & { readonly does: string; readonly body?: Body },
  run: (seat: ControlledMember, body: z.infer<Body>) => void,
): ControlRoute {
  const { operationId, summary, does, body } = row;
  return controlRoute({
    operationId,
    method: 'POST',
    path: `/members/:name/${does}`,
    tag: 'Members',
    summary,
    query: noQuery,
    ...(body === undefined ? {} : { body }),
    answer: { status: 200, type: JSON_TYPE, shape: member },
    async run(world, { params, body: given }) {
      const found = memberNamed(world, params['name']);
      await orRefused(MemberStateError, 'CONFLICT', () => run(found, given as z.infer<Body>));
      return json(memberView(world, found));
    },
  });
}

const MOVES = [
  ['catchUpMember', 'catch-up', 'Lets a restarted member catch up with the platform'],
  [
    'stallMember',
    'stall',
    'Cuts a member off from the platform: it receives no records and its look-ups hang. Reads return what it had applied, and writes answer NOT_SERVING',
  ],
  ['resumeMember', 'resume', 'Connects a stalled member to the platform again; it receives the missed records first'],
  [
    'drainMember',
    'drain',
    'Drains a member: the front sends it no new requests. It answers the requests in flight and closes its sessions (1001)',
  ],
  ['returnMember', 'return', 'The front chooses a drained member again'],
] as const satisfies readonly (readonly [string, SeatMove, string])[];

/** Reads, adds, deploys, moves and removes members. */
export const MEMBER_ROUTES: readonly ControlRoute[] = [
  controlRoute({
    operationId: 'readMembers',
    method: 'GET',
    path: '/members',
    tag: 'Members',
    summary: 'The members behind the address, and what each is deployed with',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: members },
    run: (world) => json({ items: memberViews(world) }),
  }),
  controlRoute({
    operationId: 'addMember',
    method: 'POST',
    path: '/members',
    tag: 'Members',
    summary:
      'Adds a member. On NATS it runs in the platform process if that has members, otherwise in the member process that has the fewest of this world, the one that joined first among equals; `process` names it. It has caught up when this is answered, unless a member process takes longer than two seconds: then `primed` is false, and GET /members/{name} says when it has',
    query: noQuery,
    body: addMemberRequest,
    answer: { status: 201, type: JSON_TYPE, shape: member },
    async run(world, { body }) {
      const { version = NEWEST, surfaces, skew, ...stated } = body;
      const skewMs = skew === undefined ? undefined : boundedMs(skew);
      const added = world.addMember({ version, surfaces: defined(surfaces), skewMs, ...stated });
      // A member of another process is there once its process has reported it.
      await world.settled();
      return json(memberView(world, added), 201, { Location: `/members/${added.name}` });
    },
  }),
  controlRoute({
    operationId: 'readMember',
    method: 'GET',
    path: '/members/:name',
    tag: 'Members',
    summary: 'One member',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: member },
    run: (world, { params }) => json(memberView(world, memberNamed(world, params['name']))),
  }),
  controlRoute({
    operationId: 'removeMember',
    method: 'DELETE',
    path: '/members/:name',
    tag: 'Members',
    summary:
      'Removes a member: it answers the requests in flight and closes its sessions (1001). A member process ends with its last member',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world, { params }) {
      const { name } = memberNamed(world, params['name']);
      if (!world.removeMember(name)) {
        const isLast = world.members().length === 1;
        throw new ControlError(
          'CONFLICT',
          isLast
            ? `${name} is the last member: add another first, or drain it`
            : `${name} is the last member of the platform process, which needs one: drain it`,
        );
      }
      return NOTHING;
    },
  }),
  ofMember(
    {
      operationId: 'deployMember',
      does: 'deploy',
      summary:
        'Deploys a member with another version, which starts another process, or with other surfaces or another weight',
      body: deployRequest,
    },
    (seat, { surfaces, ...stated }) => seat.deploy({ surfaces: defined(surfaces), ...stated }),
  ),
  ofMember(
    {
      operationId: 'restartMember',
      does: 'restart',
      summary:
        'Restarts a member: it must first catch up with the platform, at once or after POST /members/{name}/catch-up',
      body: restartRequest,
    },
    (seat, { catchUp }) => seat.restart(catchUp ?? 'at once'),
  ),
  ofMember(
    {
      operationId: 'crashMember',
      does: 'crash',
      summary:
        'Crashes a member: its connections end without an answer or a close frame, and another process takes its place',
      body: crashRequest,
    },
    (seat, { catchUp }) => seat.crash(catchUp ?? 'at once'),
  ),
  ofMember(
    {
      operationId: 'lagMember',
      does: 'lag',
      summary: 'Delays every record to this member by this much',
      body: lagRequest,
    },
    (seat, { by }) => seat.lagBy(boundedMs(by, 'ahead')),
  ),
  ofMember(
    {
      operationId: 'skewMember',
      does: 'skew',
      summary:
        "Sets the offset of the member's clock from the sandbox's: the member judges tokens, tickets and leases by its own clock",
      body: skewRequest,
    },
    (seat, { by }) => seat.skewBy(boundedMs(by)),
  ),
  ...MOVES.map(([operationId, move, summary]) =>
    ofMember({ operationId, does: move, summary }, (seat) => seat.move(move)),
  ),
];

type Defined<Body> = { [Name in keyof Body]?: Exclude<Body[Name], undefined> };

/** The stated members of a body, without undefined ones. */
function defined<Body extends object>(body: Body | undefined): Defined<Body> | undefined {
  if (body === undefined) return undefined;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Defined<Body>;
}
