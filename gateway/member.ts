import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { type SocketVersion, socketGatesAt } from './contract/sockets.ts';
import { gatesAt, type Version } from './contract/versions.ts';
import { holdingTime } from './host-work.ts';
import { requestListenerOf } from './http/application.ts';
import { OpenRequests } from './http/open-requests.ts';
import { stagesOf } from './http/pipeline.ts';
import { compiled } from './http/run-stages.ts';
import { refuseUnreadable } from './http/server.ts';
import {
  DEFAULT_LIMITS,
  DEFAULT_PARTS,
  type DefaultedParts,
  type MemberLimits,
  type MemberParts,
  type Services,
} from './services.ts';
import { SESSION_RULES } from './sockets/admitted-sessions.ts';
import { type OpenSession, OpenSessions } from './sockets/open-sessions.ts';
import { RecordFeed } from './sockets/record-feed.ts';
import { TicketAllowance } from './sockets/ticket-allowance.ts';
import { createTicketOffice } from './sockets/ticket-office.ts';
import { isHandshake, upgradesOf } from './sockets/upgrade.ts';
import { AppliedState } from './state/applied-state.ts';
import { CursorCodec } from './state/cursor.ts';
import { TokenVerifier, type TrustedIssuer } from './token-verifier.ts';
import { KeyJournal, type SettledKeys } from './writes/key-journal.ts';

export interface MemberOptions extends MemberParts, Partial<DefaultedParts> {
  readonly name: string;
  readonly identity: TrustedIssuer;
  /** Seals cursors; the same for all members of a platform. */
  readonly cursorKey: Uint8Array;
  /** Seals tickets, with the member's name and `bootId`. */
  readonly ticketKey: Uint8Array;
  /** Identifies this start of the member: tickets of another start do not open (A89). */
  readonly bootId: string;
  /** Returns 24 or more unique hexadecimal digits. */
  readonly ticketIds: () => string;
  readonly limits?: Partial<MemberLimits>;
  /** What another member had applied, to continue from. */
  readonly applied?: Applied | undefined;
}

/** One gateway member: it serves requests of a port that its caller opened. */
export interface Member {
  readonly name: string;
  readonly version: Version;
  /** The position up to which this member has applied the platform's sequence. */
  readonly position: number;
  /** The version of the trading socket's own contract. */
  readonly socketVersion: SocketVersion;
  /** Requests, handshakes and operations of sessions that are not answered yet. */
  readonly inFlight: number;
  /** Writes whose keys are claimed and have no outcome yet. */
  readonly writesInFlight: number;
  /** Open sessions of both sockets. */
  readonly sessions: number;
  /** The same, by number. */
  openSessions(): ReadonlyMap<number, OpenSession>;
  readonly handle: RequestListener;
  /** Ends the connections of all unanswered requests, as a process that dies. */
  cutRequests(): void;
  /** Whether the request is a WebSocket handshake that `upgrade` answers. */
  takesUpgrade(request: IncomingMessage): boolean;
  /** Answers a handshake on its own connection, and holds the session that it opens. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  onClientError(error: NodeJS.ErrnoException, socket: Socket): void;
  /**
   * Closes every session (1001) once its operations in progress are answered, and each session opened from now on:
   * clients connect to another member.
   */
  leave(): void;
  /** Opens sessions again after `leave`. */
  rejoin(): void;
  /** Resolves once every open request is answered; new requests are still served meanwhile. */
  drain(): Promise<void>;
  /** Resolves once every write that was answered 202 here has its outcome; until then it may have to be sent again. */
  promisesKept(): Promise<void>;
  /** Answers INTERRUPTED to each write whose command is not sent yet, which frees its key (IDEM-18). */
  interrupt(): void;
  /** What it has applied, for another member to continue from. It does not change with this one. */
  applied(): Applied;
  /** Stops following the platform. */
  stop(): void;
}

/** What a member has applied of the sequence. */
export interface Applied {
  readonly state: AppliedState;
  readonly settled: SettledKeys;
}

/** Creates a member that follows the platform from its first record, or continues from `applied`. It opens no port. */
export function createMember(options: MemberOptions): Member {
  const services = servicesOf(options);
  const following = services.port.follow(services.state.position, (record) => {
    services.state.apply(record);
    services.journal.apply(record);
    services.recordFeed.publish(record);
  });
  const { open } = services;
  const { name } = options;
  const upgrades = upgradesOf({ services, name });
  return {
    name,
    version: options.version,
    get position() {
      return services.state.position;
    },
    socketVersion: services.socketVersion,
    get inFlight() {
      return open.count;
    },
    get writesInFlight() {
      return services.journal.inProgress;
    },
    get sessions() {
      return services.sessions.count;
    },
    openSessions: () => services.sessions.list(),
    handle: requestListenerOf({ services, name }),
    cutRequests: () => open.cut(),
    takesUpgrade: isHandshake,
    upgrade: (request, socket, head) => void upgrades.answer(request, socket, head).finally(open.begin()),
    leave: upgrades.leave,
    rejoin: upgrades.rejoin,
    onClientError: (error, socket) =>
      refuseUnreadable(error, socket, services.gates['requests.correlated'] ? services.requestIds() : undefined),
    drain: () => open.none(),
    promisesKept: () => services.journal.promisesKept(),
    interrupt: () => services.journal.interrupt(),
    applied: () => ({ state: services.state.fork(), settled: services.journal.settledKeys() }),
    stop() {
      following.stop();
      services.journal.stop();
    },
  };
}

/** Creates the services of a member, without following the platform. */
export function servicesOf({
  name: member,
  identity,
  cursorKey,
  ticketKey: key,
  bootId,
  ticketIds: ids,
  applied,
  limits: stated,
  ...given
}: MemberOptions): Services {
  const parts = { ...DEFAULT_PARTS, ...given };
  const { version, clock, port, socketVersion } = parts;
  const limits: MemberLimits = { ...DEFAULT_LIMITS, ...stated };
  const gates = gatesAt(version);
  let contract: Promise<Buffer> | undefined;
  const writeContract = async () => {
    // The document builder is loaded with the first request for the document, so that a start does not wait for it.
    const { contractBytes } = await holdingTime(clock, 'module loading', import('./documents/openapi.ts'));
    return contractBytes(version, gates);
  };
  return {
    ...parts,
    observe: watched(parts.observe),
    ...{ gates, limits },
    socketGates: socketGatesAt(socketVersion),
    state: applied?.state.fork() ?? new AppliedState(),
    journal: new KeyJournal({ clock, port }, limits.keyRetentionMs, applied?.settled),
    cursors: new CursorCodec(cursorKey),
    verifier: new TokenVerifier(identity, clock),
    tickets: createTicketOffice({ clock, lifeMs: limits.ticketLifeMs, key, member, bootId, ids }),
    ticketAllowance: new TicketAllowance(clock, limits.ticketsPerMinute),
    open: new OpenRequests(clock.hostWork),
    sessions: new OpenSessions(),
    sessionRules: SESSION_RULES,
    orderOperation: compiled(stagesOf('order-op')),
    recordFeed: new RecordFeed(),
    contract: () => {
      contract ??= writeContract();
      return contract;
    },
  };
}

/** An observer that throws must not change a response. */
function watched(observe: Services['observe']): Services['observe'] {
  return (event, content, request, route) => {
    try {
      observe(event, content, request, route);
    } catch {
      // Ignored.
    }
  };
}
