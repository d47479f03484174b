import type { z } from 'zod';
import type { OpenSession } from '../../gateway/sockets/open-sessions.ts';
import { durationMs, LONGEST_MS, nsOf } from '../duration.ts';
import type { World } from '../hosting/world.ts';
import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import { expireRequest, type heldSession, type session, sessions } from './session-shapes.ts';
import { noQuery } from './shapes.ts';

const NS_PER_MS = 1_000_000n;
const GOING_AWAY = 1001;

interface Listed {
  readonly id: string;
  readonly member: string;
  readonly open: OpenSession;
}

function listed(world: Pick<World, 'members'>): readonly Listed[] {
  return world
    .members()
    .flatMap(({ name, openSessions }) =>
      [...openSessions()].map(([number, open]) => ({ id: `${name}-${number}`, member: name, open })),
    );
}

function sessionNamed(world: World, id: string | undefined): Listed {
  const found = listed(world).find((one) => one.id === id);
  if (found === undefined)
    throw new ControlError('NOT_FOUND', `there is no open session ${id}: GET /sessions lists them`);
  return found;
}

function heldView({ id, member, open }: Listed): z.infer<typeof heldSession> {
  const { topics, ...facts } = open.facts();
  return { id, member, ...facts, topics: [...topics] };
}

function viewOf(one: Listed, nowNs: bigint): z.infer<typeof session> {
  const view = heldView(one);
  const { expiresAtNs } = view;
  const leftMs = expiresAtNs === null ? null : Math.max(0, Number((BigInt(expiresAtNs) - nowNs) / NS_PER_MS));
  return { ...view, leftMs };
}

/** The control plane's view of every open session, without what changes as time passes. */
export function sessionViews(world: Pick<World, 'members'>): readonly z.infer<typeof heldSession>[] {
  return listed(world).map(heldView);
}

/** Lists the open sessions of both sockets, and expires or ends one. */
export const SESSION_ROUTES = [
  controlRoute({
    operationId: 'readSessions',
    method: 'GET',
    path: '/sessions',
    tag: 'Members',
    summary: 'The open sessions of both sockets, by member, in the order in which they were opened',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: sessions },
    run: (world) => json({ items: listed(world).map((one) => viewOf(one, world.clock.nowNs())) }),
  }),
  controlRoute({
    operationId: 'expireSession',
    method: 'POST',
    path: '/sessions/:id/expire',
    tag: 'Members',
    summary:
      'Ends the lease of a session now, or earlier than its token would. The session is closed (4001) as if its token had expired; on the trading socket sessionExpiring announces a later end',
    query: noQuery,
    body: expireRequest,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world, { params, body }) {
      const { id, open } = sessionNamed(world, params['id']);
      const inMs = durationMs(body.in ?? 0);
      if (!(inMs >= 0 && inMs <= LONGEST_MS)) {
        throw new ControlError('MALFORMED_REQUEST', 'body.in: must be from 0 to ten years');
      }
      const endNs = world.clock.nowNs() + nsOf(inMs);
      const { expiresAtNs } = open.facts();
      if (expiresAtNs !== null && endNs > BigInt(expiresAtNs)) {
        throw new ControlError('CONFLICT', `session ${id} ends before that time`);
      }
      if (open.expire(endNs)) return NOTHING;
      throw new ControlError('CONFLICT', `session ${id} is ${open.facts().state}: it has no lease to expire`);
    },
  }),
  controlRoute({
    operationId: 'revokeSession',
    method: 'POST',
    path: '/sessions/:id/revoke',
    tag: 'Members',
    summary:
      'Closes a session as if its access had been revoked: 4003, on the trading socket after sessionClosing. The records do not change, so the client can open a new session',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world, { params }) {
      const { id, open } = sessionNamed(world, params['id']);
      const { state } = open.facts();
      if (open.revoke()) return NOTHING;
      throw new ControlError('CONFLICT', `session ${id} is ${state}: there is no access to revoke`);
    },
  }),
  controlRoute({
    operationId: 'endSession',
    method: 'DELETE',
    path: '/sessions/:id',
    tag: 'Members',
    summary: 'Ends one session (1001) after its ops in flight are answered, as if its member were drained',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world, { params }) {
      sessionNamed(world, params['id']).open.close(GOING_AWAY, 'this session is ended: connect again');
      return NOTHING;
    },
  }),
] as const;
