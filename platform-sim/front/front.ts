/**
 * From a port to a member: the world that a request names, and in it a member, by the world's routing. Before an answer
 * is sent, the world's faults are consulted. Answers are not changed: a `Location` is the interface's own path in every
 * world (worlds.test.ts), and the member is named only if that was requested.
 */
import type { IncomingMessage } from 'node:http';
import { type Socket, Socket as TcpSocket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import { elapsedMs } from '../clock.ts';
import type { Settle } from '../control/exchanges.ts';
import type { Fate } from '../control/outcome.ts';
import type { Faults } from '../faults/faults.ts';
import { DEFAULT_WORLD, WORLD_HEADER, worldAddress } from '../hosting/world-address.ts';
import type { MemberSeat } from '../members/member-seat.ts';
import type { Random } from '../seed.ts';
import { AnswerPlace } from './answer-place.ts';
import { answerHandshakeWithoutMember, answerWithoutMember } from './no-member.ts';
import type { Served } from './open-port.ts';
import type { Routing } from './routing.ts';
import { routingOf } from './routing.ts';

export type FrontSeat = Pick<MemberSeat, 'name' | 'version' | 'weight' | 'isChosen' | 'upgrade' | 'member'>;

/** The members and faults of a world: replaced as a whole, between two requests. */
export interface Backing {
  /** In the order in which they were added, drained ones included. */
  readonly seats: readonly FrontSeat[];
  readonly faults: Pick<Faults, 'at' | 'stands'>;
  /** The register key of the organisation of an external id. */
  orgIdOf(externalOrgId: string): number | undefined;
}

export interface FrontOptions {
  readonly routing: Routing;
  readonly random: Random;
  /** The sandbox's time. */
  nowNs(): bigint;
  /** Records a request that its member did not answer, because it crashed. */
  readonly record: (event: ExchangeEvent, content: ExchangeContent) => Settle;
  /** Called for every request. */
  backing(): Backing;
  /**
   * What a request gets if every member is drained; absent: 503. 'serve': a drained member still answers it, because
   * its port has paused and the request came on a connection that was open before.
   */
  readonly whenDrained?: 'serve';
}

/** How the front chooses, from the next request on. */
export interface FrontRouting {
  readonly route: Routing;
  /** Whether answers carry X-Service-Member: off by default, since the interface does not define it. */
  readonly namesMember: boolean;
}

export interface Front extends Required<Served> {
  readonly routing: FrontRouting;
  direct(change: Partial<FrontRouting>): void;
  /** Resets the turns and the members of sticky clients, so that a snapshot and its restored copy route alike. */
  restartRouting(): void;
}

/** Which member serves a request, as a property of the request. */
const SERVED_BY = Symbol('served by');

interface ServedBy {
  readonly member: string;
  readonly backing: Backing;
  readonly receivedNs: bigint;
  /** Of the machine's stopwatch. */
  readonly arrivedMs: number;
  /** The member writes the answer itself: the exchange is settled as it is reported. */
  readonly isHandshake?: true;
  /** Of the exchange, once its member has reported it. */
  settle?: Settle;
  /** Its client closed the connection before that. */
  left?: Fate;
}

type Routed = IncomingMessage & { [SERVED_BY]?: ServedBy };

/** Records the exchange of a request with the time of its arrival; the front settles its answer. */
export function recordRouted(
  request: IncomingMessage | undefined,
  record: (times: { readonly receivedNs?: string }) => Settle,
): void {
  const served = (request as Routed | undefined)?.[SERVED_BY];
  const settle = record(served === undefined ? {} : { receivedNs: `${served.receivedNs}` });
  if (served === undefined || served.isHandshake) settle();
  else served.settle = settle;
  if (served?.left !== undefined) settle(served.left);
}

/** How long ago it arrived at a front, in milliseconds of real time; undefined: it came by no front. */
export function sinceArrivalMs(request: IncomingMessage | undefined): number | undefined {
  const served = (request as Routed | undefined)?.[SERVED_BY];
  return served && elapsedMs() - served.arrivedMs;
}

/** Creates the front of one world: it chooses a member for each request and each handshake. */
export function createFront({ routing: route, random, nowNs, record, backing, whenDrained }: FrontOptions): Front {
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
    restartRouting() {
      choose = routingOf(routing.route, random);
    },
    continues: 'when read',
    handle(request, response) {
      const now = backing();
      const seat = choose(chosenOf(now), request.socket) ?? drainedOf(now);
      if (seat === undefined) {
        answerWithoutMember(response);
        return;
      }
      // An answer after a reset still belongs to the faults of the world before it.
      const served: ServedBy = { member: seat.name, backing: now, receivedNs: nowNs(), arrivedMs: elapsedMs() };
      (request as Routed)[SERVED_BY] = served;
      const { member } = seat;
      response.once('close', () => {
        const fate = { act: response.writableFinished ? 'sent' : 'left', atNs: `${nowNs()}` } as const;
        if (served.settle === undefined && seat.member !== member) record(...unanswered(request, served, seat))(fate);
        else if (served.settle === undefined) served.left = fate;
        else served.settle?.(fate);
      });
      if (routing.namesMember) response.setHeader('X-Service-Member', seat.name);
      member.handle(request, response);
    },
    takesUpgrade: (request) => backing().seats[0]?.member.takesUpgrade(request) ?? false,
    upgrade(request, socket, head) {
      const now = backing();
      const seat = choose(chosenOf(now), socket);
      if (seat !== undefined)
        (request as Routed)[SERVED_BY] = {
          ...{ member: seat.name, backing: now, receivedNs: nowNs(), arrivedMs: elapsedMs(), isHandshake: true },
        };
      // Without an answer a proxy sends the handshake to the next member; a drained one opens no session.
      if (seat === undefined && whenDrained === 'serve') socket.destroy();
      else if (seat === undefined) answerHandshakeWithoutMember(socket);
      else seat.upgrade(request, socket, head);
    },
    onClientError(error, socket) {
      const [first] = backing().seats;
      if (first === undefined) socket.destroy();
      else first.member.onClientError(error, socket);
    },
    holdBack(request, response) {
      const served = (request as Routed)[SERVED_BY];
      if (served === undefined) return undefined;
      const { faults, orgIdOf } = served.backing;
      const place = new AnswerPlace(request, served.member, orgIdOf);
      if (faults.stands('answered')) {
        response.once('close', () => {
          if (!response.writableFinished) return;
          void faults.at('answered', place)?.then(({ strikes }) => served.settle?.(undefined, strikes));
        });
      }
      const outcome = faults.at('answer', place, (strike) => served.settle?.({ act: 'held' }, [strike]));
      if (outcome === undefined) return undefined;
      served.settle?.({ act: 'held' });
      // A client that gives up closes its side; whether it still reads cannot be known.
      const gaveUp = (): void => served.settle?.({ act: 'left', atNs: `${nowNs()}` });
      request.socket.once('end', gaveUp);
      return (send, cut, replace) =>
        void outcome.then(({ strikes, ...struck }) => {
          request.socket.off('end', gaveUp);
          const settle = (fate: Fate) => served.settle?.(fate, strikes);
          const atNs = `${nowNs()}`;
          if (struck.act === 'go') {
            settle({ act: 'sent', atNs });
            send();
          } else if (struck.act === 'answer') {
            settle({ act: 'replaced', atNs, with: struck.with });
            replace(struck.with);
          } else if (struck.act === 'cut') settle({ act: 'cut', atNs, bytes: cut() });
          else {
            settle({ act: 'lost', atNs });
            if (struck.act === 'reset') resetConnection(request.socket);
            else request.socket.destroy();
          }
        });
    },
  };
}

/** Of a member that crashed before its answer. */
function unanswered(
  { method = '', url = '/', headers, rawHeaders }: IncomingMessage,
  { receivedNs }: ServedBy,
  { name, version }: FrontSeat,
): [ExchangeEvent, ExchangeContent] {
  const key = headers['idempotency-key'];
  const event = {
    ...{ atNs: `${receivedNs}`, receivedNs: `${receivedNs}`, member: name, version, requestId: null, method },
    ...{ path: url.split('?', 1)[0] ?? '', status: 0, key: typeof key === 'string' ? key : null, refused: null },
  };
  const content = {
    target: url,
    requestHeaders: rawHeaders,
    requestBody: null,
    responseHeaders: {},
    responseBody: null,
  };
  return [event, content];
}

/** A connection within this process cannot be reset: it ends. */
function resetConnection(socket: Socket): void {
  if (socket instanceof TcpSocket) socket.resetAndDestroy();
  else (socket as Duplex).destroy();
}

export interface WorldFronts {
  readonly main: Required<Served>;
  /** undefined for an unknown world. */
  named(name: string): Required<Served> | undefined;
}

/** The front of several worlds: each request goes to the front of its world, which receives it without the world's name. */
export function frontOfWorlds({ main, named }: WorldFronts): Required<Served> {
  // The front is looked up again when the answer is complete; by then the prefix is removed and the world may be gone.
  const chosen = new WeakMap<IncomingMessage, Required<Served> | 'none'>();

  function choose(request: IncomingMessage): Required<Served> | 'none' {
    const known = chosen.get(request);
    if (known !== undefined) return known;
    const address = worldAddress(request.url ?? '', request.headers);
    if (address === undefined) return main;
    const front = named(address.name);
    if (front !== undefined) request.url = address.url;
    // A path of an unknown world is a path that the gateway does not know, and gets its refusal.
    const served = front ?? (address.by === 'path' ? main : 'none');
    chosen.set(request, served);
    return served;
  }

  return {
    continues: 'when read',
    handle(request, response) {
      const front = choose(request);
      if (front !== 'none') return front.handle(request, response);
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
      response.writeHead(404, headers).end(NO_SUCH_WORLD);
    },
    takesUpgrade(request) {
      const front = choose(request);
      return front !== 'none' && front.takesUpgrade(request);
    },
    upgrade(request, socket, head) {
      const front = choose(request);
      if (front === 'none') socket.destroy();
      else front.upgrade(request, socket, head);
    },
    onClientError: main.onClientError,
    holdBack(request, response) {
      const front = choose(request);
      return front === 'none' ? undefined : front.holdBack(request, response);
    },
  };
}

const NO_SUCH_WORLD = `${WORLD_HEADER} names no world of this sandbox: POST /worlds of its control plane creates one, and "${DEFAULT_WORLD}" always exists\n`;
