import type { z } from 'zod';
import { durationMs, LONGEST_MS, nsOf } from '../duration.ts';
import type { SeatSession } from '../members/member-seat.ts';
import { ControlError, noSuch } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import type { Controlled, ControlledMember } from './controlled.ts';
import { expireRequest, session, sessions } from './session-shapes.ts';
import { noQuery } from './shapes.ts';

interface Held extends SeatSession {
  readonly member: ControlledMember;
}

function heldBy({ members }: Pick<Controlled, 'members'>): readonly Held[] {
  return members().flatMap((member) => member.openSessions().map((held) => ({ ...held, member })));
}

/** The control plane's view of every open session, by member. */
export function sessionViews(controlled: Pick<Controlled, 'members' | 'issuer'>): readonly z.infer<typeof session>[] {
  return heldBy(controlled).map((held) => sessionView(controlled, held));
}

function sessionView({ issuer }: Pick<Controlled, 'issuer'>, { id, session, member }: Held) {
  const { socket, state, heldBy: grantee, topics, openedAtNs, leaseEndNs } = session;
  const user = grantee?.caller.user;
  return {
    id,
    member: member.name,
    socket,
    state,
    principal: (grantee && issuer.personas.nameOf(grantee.token.externalOrgId, grantee.token.subject)) ?? null,
    org: user?.orgId ?? null,
    user: user?.userId ?? null,
    capabilities: [...(grantee?.grant.capabilities ?? [])],
    topics: [...topics],
    openedAtNs: `${openedAtNs}`,
    leaseEndsAtNs: leaseEndNs === null ? null : `${leaseEndNs}`,
  };
}

function sessionNamed(controlled: Controlled, id: string | undefined): Held {
  const found = heldBy(controlled).find((held) => held.id === id);
  if (found === undefined) throw noSuch('session', id);
  return found;
}

/** Lists the open sessions of both sockets, and ends one. */
export const SESSION_ROUTES = [
  controlRoute({
    operationId: 'readSessions',
    method: 'GET',
    path: '/sessions',
    tag: 'Members',
    summary: 'The open sessions of both sockets: whose, with which topics, and for how long',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: sessions },
    run: (controlled) => json({ items: sessionViews(controlled) }),
  }),
  controlRoute({
    operationId: 'expireSession',
    method: 'POST',
    path: '/sessions/:id/expire',
    tag: 'Members',
    summary:
      'Ends the lease of a session now, or sooner than its token would: the client sees what it sees of a token that expires (sessionExpiring where its socket has it, then 4001)',
    query: noQuery,
    body: expireRequest,
    answer: { status: 200, type: JSON_TYPE, shape: session },
    run(controlled, { params, body }) {
      const held = sessionNamed(controlled, params['id']);
      const inMs = durationMs(body.in ?? 0);
      if (!(inMs >= 0 && inMs <= LONGEST_MS))
        throw new ControlError('MALFORMED_REQUEST', 'body.in: from 0 to ten years');
      const endNs = controlled.clock.nowNs() + nsOf(inMs);
      const { leaseEndNs, state } = held.session;
      const isLater = leaseEndNs !== null && endNs > leaseEndNs;
      if (isLater) throw new ControlError('CONFLICT', `session ${held.id} ends before that already`);
      if (!held.session.expire(endNs))
        throw new ControlError(
          'CONFLICT',
          `session ${held.id} is ${state}: only an open session has a lease that ends`,
        );
      return json(sessionView(controlled, held));
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
    answer: { status: 200, type: JSON_TYPE, shape: session },
    run(controlled, { params }) {
      const held = sessionNamed(controlled, params['id']);
      const { state } = held.session;
      if (!held.session.revoke())
        throw new ControlError('CONFLICT', `session ${held.id} is ${state}: there is no access to revoke`);
      return json(sessionView(controlled, held));
    },
  }),
] as const;
