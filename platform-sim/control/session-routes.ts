import type { z } from 'zod';
import type { OpenSession } from '../../gateway/sockets/open-sessions.ts';
import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import type { Controlled } from './controlled.ts';
import { type session, sessions } from './session-shapes.ts';
import { noQuery } from './shapes.ts';

const NS_PER_MS = 1_000_000n;
const GOING_AWAY = 1001;

interface Listed {
  readonly id: string;
  readonly member: string;
  readonly open: OpenSession;
}

function listed(controlled: Controlled): readonly Listed[] {
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

function viewOf({ id, member, open }: Listed, nowNs: bigint): z.infer<typeof session> {
  const { topics, expiresAtNs, ...facts } = open.facts();
  const leftMs = expiresAtNs === null ? null : Math.max(0, Number((BigInt(expiresAtNs) - nowNs) / NS_PER_MS));
  return { id, member, ...facts, topics: [...topics], expiresAtNs, leftMs };
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
    summary: 'Ends the lease of a session now: it is closed (4001), as when its token has expired',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(controlled, { params }) {
      const { id, open } = sessionNamed(controlled, params['id']);
      if (open.expire()) return NOTHING;
      throw new ControlError('CONFLICT', `session ${id} is ${open.facts().state}: it has no lease that could expire`);
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
