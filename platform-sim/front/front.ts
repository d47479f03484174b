/**
 * One address for one or several members. It chooses who serves a request, asks the faults before an answer goes out,
 * and adds nothing to what a member answers.
 */
import type { IncomingMessage } from 'node:http';
import type { Member } from '../../gateway/member.ts';
import type { Faults } from '../faults/faults.ts';
import type { Random } from '../seed.ts';
import { AnswerPlace } from './answer-place.ts';
import type { Served } from './open-port.ts';
import type { Routing } from './routing.ts';
import { routingOf } from './routing.ts';

export type Members = readonly [Member, ...Member[]];

/** What stands behind the address now: replaced as a whole, between two requests. */
export interface Backing {
  readonly members: Members;
  readonly faults: Faults;
  /** The register key of the organisation of an external id. */
  orgIdOf(externalOrgId: string): number | undefined;
}

export interface FrontOptions {
  readonly routing: Routing;
  readonly random: Random;
  /** Asked at every request. */
  backing(): Backing;
}

interface ServedBy {
  readonly member: Member;
  readonly backing: Backing;
}

export function createFront({ routing, random, backing }: FrontOptions): Required<Served> {
  const choose = routingOf<Member>(routing, random);
  const servedBy = new WeakMap<IncomingMessage, ServedBy>();
  return {
    continues: 'when read',
    handle(request, response) {
      const now = backing();
      const member = choose(now.members, request.socket);
      // Remembered, so that an answer given after a reset is still asked about where its request went.
      servedBy.set(request, { member, backing: now });
      member.handle(request, response);
    },
    takesUpgrade: (request) => backing().members[0].takesUpgrade(request),
    upgrade(request, socket, head) {
      choose(backing().members, socket).upgrade(request, socket, head);
    },
    onClientError(error, socket) {
      backing().members[0].onClientError(error, socket);
    },
    holdBack(request) {
      const served = servedBy.get(request);
      if (served === undefined) return undefined;
      const { faults, orgIdOf } = served.backing;
      const outcome = faults.at('answer', new AnswerPlace(request, served.member.name, orgIdOf));
      if (outcome === undefined) return undefined;
      return (send) =>
        void outcome.then(({ act }) => {
          if (act === 'go') send();
          else request.socket.destroy();
        });
    },
  };
}
