/**
 * One address for one or several members. It chooses who serves a request, asks the faults before an answer goes out,
 * and adds nothing to what a member answers unless it is asked to name the member.
 */
import type { IncomingMessage } from 'node:http';
import { type Socket, Socket as TcpSocket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../gateway/platform-port.ts';
import type { Faults } from '../faults/faults.ts';
import type { MemberSeat } from '../members/member-seat.ts';
import type { Random } from '../seed.ts';
import { AnswerPlace } from './answer-place.ts';
import { turnAway, turnHandshakeAway } from './nobody-there.ts';
import type { Served } from './open-port.ts';
import type { Routing } from './routing.ts';
import { routingOf } from './routing.ts';

export type FrontSeat = Pick<MemberSeat, 'name' | 'weight' | 'isChosen' | 'handle' | 'upgrade' | 'member'>;

/** What stands behind the address now: replaced as a whole, between two requests. */
export interface Backing {
  /** In the order in which they were added; those that take no requests, too. */
  readonly seats: readonly FrontSeat[];
  readonly faults: Pick<Faults, 'at' | 'stands'>;
  /** The register key of the organisation of an external id. */
  orgIdOf(externalOrgId: string): number | undefined;
}

export interface FrontOptions {
  readonly routing: Routing;
  readonly random: Random;
  readonly clock: Clock;
  /** Asked at every request. */
  backing(): Backing;
  /**
   * What a request gets where every member is drained; absent: 503. 'serve': a drained member still answers it, since
   * its port has paused and the request came on a connection that was open before.
   */
  readonly whenDrained?: 'serve';
}

/** How the front goes about it: read, and changed from the next request on. */
export interface FrontRouting {
  readonly route: Routing;
  /** Whether answers carry X-Service-Member: no header of the interface, so off unless asked for. */
  readonly namesMember: boolean;
}

export interface Front extends Required<Served> {
  readonly routing: FrontRouting;
  direct(change: Partial<FrontRouting>): void;
  /** Forgets whose turn it is, and who is stuck to whom: a snapshot and what is restored to it begin alike. */
  turnAnew(): void;
}

/**
 * Where a request went. A property of the request, since an entry of a WeakMap for each would be one more thing that every
 * garbage collection looks at.
 */
const SERVED_BY = Symbol('served by');

interface ServedBy {
  readonly member: string;
  readonly backing: Backing;
}

type Remembering = IncomingMessage & { [SERVED_BY]?: ServedBy };

/** Creates the balancer: it chooses a member for each request and each handshake. */
export function createFront({ clock, routing: route, random, backing, whenDrained }: FrontOptions): Front {
  let routing: FrontRouting = { route, namesMember: false };
  let choose = routingOf<FrontSeat>(route, random);
  const chosenOf = ({ seats }: Backing): readonly FrontSeat[] =>
    seats.every(({ isChosen }) => isChosen) ? seats : seats.filter(({ isChosen }) => isChosen);
  const drainedOf = ({ seats }: Backing): FrontSeat | undefined => (whenDrained === 'serve' ? seats[0] : undefined);

  return {
    get routing() {
      return routing;
    },
    direct(change) {
      if (change.route !== undefined && change.route !== routing.route) choose = routingOf(change.route, random);
      routing = { ...routing, ...change };
    },
    turnAnew() {
      choose = routingOf(routing.route, random);
    },
    continues: 'when read',
    arrived: () => clock.hostWork?.stir(),
    handle(request, response, isTooMany) {
      const now = backing();
      const seat = choose(chosenOf(now), request.socket) ?? drainedOf(now);
      if (seat === undefined) {
        turnAway(response);
        return;
      }
      // Remembered, so that an answer given after a reset is still asked about where its request went.
      (request as Remembering)[SERVED_BY] = { member: seat.name, backing: now };
      if (routing.namesMember) response.setHeader('X-Service-Member', seat.name);
      seat.handle(request, response, isTooMany);
    },
    refusal(request, socket) {
      const now = backing();
      const { faults } = now;
      // What a fault or a header may change is served in full.
      if (routing.namesMember || faults.stands('answer') || faults.stands('answered')) return undefined;
      return choose(chosenOf(now), socket)?.member.refusal(request);
    },
    takesUpgrade: (request) => backing().seats[0]?.member.takesUpgrade(request) ?? false,
    upgrade(request, socket, head) {
      const seat = choose(chosenOf(backing()), socket);
      // Without an answer a proxy sends the handshake to the next member; a drained one opens no session.
      if (seat === undefined && whenDrained === 'serve') socket.destroy();
      else if (seat === undefined) turnHandshakeAway(socket);
      else seat.upgrade(request, socket, head);
    },
    onClientError(error, socket) {
      const [first] = backing().seats;
      if (first === undefined) socket.destroy();
      else first.member.onClientError(error, socket);
    },
    holdBack(request, response) {
      const served = (request as Remembering)[SERVED_BY];
      if (served === undefined) return undefined;
      const { faults, orgIdOf } = served.backing;
      const place = new AnswerPlace(request, served.member, orgIdOf);
      if (faults.stands('answered')) {
        response.once('close', () => {
          if (response.writableFinished) void faults.at('answered', place);
        });
      }
      const outcome = faults.at('answer', place);
      if (outcome === undefined) return undefined;
      return (send, cut, replace) =>
        void outcome.then((struck) => {
          if (struck.act === 'go') send();
          else if (struck.act === 'answer') replace(struck.with);
          else if (struck.act === 'cut') cut();
          else if (struck.act === 'reset') resetConnection(request.socket);
          else request.socket.destroy();
        });
    },
  };
}

/** A connection that is no TCP socket (a request served in this process) cannot be reset: it ends. */
function resetConnection(socket: Socket): void {
  if (socket instanceof TcpSocket) socket.resetAndDestroy();
  else (socket as Duplex).destroy();
}
