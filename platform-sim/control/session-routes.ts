import type { z } from 'zod';
import type { OpenSession } from '../../gateway/sockets/open-sessions.ts';
import { durationMs, LONGEST_MS, nsOf } from '../duration.ts';
import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import type { Controlled } from './controlled.ts';
import { expireRequest, type heldSession, type session, sessions } from './session-shapes.ts';
import { noQuery } from './shapes.ts';

const NS_PER_MS = 1_000_000n;
const GOING_AWAY = 1001;

interface Listed {
  readonly id: string;
  readonly member: string;
  readonly open: OpenSession;
}

function listed(controlled: Pick<Controlled, 'members'>): readonly Listed[] {
  return controlled
    .members()
    .flatMap(({ name, openSessions }) =>
      [...openSessions()].map(([number, open]) => ({ id: `${name}-${number}`, member: name, open })),
    );
}

function sessionNamed(controlled: Controlled, id: string | undefined): Listed {
  const found = listed(controlled).find((one) => one.id === id);
  if (found === undefined)
    throw new ControlError('NOT_FOUND', `there is no open session ${id}: GET /sessions lists those there are`);
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
export function sessionViews(controlled: Pick<Controlled, 'members'>): readonly z.infer<typeof heldSession>[] {
  return listed(controlled).map(heldView);
}

/** Lists the open sessions of both sockets, and expires or ends one. */
export const SESSION_ROUTES = [
  controlRoute({
    operationId: 'readSessions',
    method: 'GET',
    path: '/sessions',
    tag: 'Members',
    summary: 'The open sessions of both sockets, by member, in the order of their opening',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: sessions },
    run: (controlled) => json({ items: listed(controlled).map((one) => viewOf(one, controlled.clock.nowNs())) }),
  }),
  controlRoute({
    operationId: 'expireSession',
    method: 'POST',
    path: '/sessions/:id/expire',
    tag: 'Members',
    summary:
      'Ends the lease of a session now, or sooner than its token would: it is closed (4001), as when its token has expired; on the trading socket sessionExpiring tells of a later end first',
    query: noQuery,
    body: expireRequest,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(controlled, { params, body }) {
      const { id, open } = sessionNamed(controlled, params['id']);
      const inMs = durationMs(body.in ?? 0);
      if (!(inMs >= 0 && inMs <= LONGEST_MS)) {
        throw new ControlError('MALFORMED_REQUEST', 'body.in: from 0 to ten years');
      }
      const endNs = controlled.clock.nowNs() + nsOf(inMs);
      const { expiresAtNs } = open.facts();
      if (expiresAtNs !== null && endNs > BigInt(expiresAtNs)) {
        throw new ControlError('CONFLICT', `session ${id} ends before that already`);
      }
      if (open.expire(endNs)) return NOTHING;
      throw new ControlError('CONFLICT', `session ${id} is ${open.facts().state}: it has no lease that could expire`);
    },
  }),
  controlRoute({
    operationId: 'revokeSession',
    method: 'POST',
    path: '/sessions/:id/revoke',
    tag: 'Members',
    summary:
      'Closes a session as one whose access was revoked: 4003, on the trading socket after sessionClosing. The records do not change: it may be opened again',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(controlled, { params }) {
      const { id, open } = sessionNamed(controlled, params['id']);
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
    summary: 'Ends one session (1001) once its operations under way are answered, as when its member drains',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(controlled, { params }) {
      sessionNamed(controlled, params['id']).open.close(GOING_AWAY, 'this session is ended: connect again');
      return NOTHING;
    },
  }),
] as const;
