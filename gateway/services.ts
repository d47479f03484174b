import type { IncomingMessage } from 'node:http';
import { NEWEST_SOCKET, type SocketGates, type SocketVersion } from './contract/sockets.ts';
import type { Gates, Version } from './contract/versions.ts';
import type { ExchangeContent, ExchangeEvent } from './http/exchange-event.ts';
import type { OpenRequests } from './http/open-requests.ts';
import type { Run } from './http/run-stages.ts';
import type { Clock, PlatformPort } from './platform-port.ts';
import type { FrameTap } from './sockets/frame-tap.ts';
import type { OpenSessions } from './sockets/open-sessions.ts';
import type { RecordFeed } from './sockets/record-feed.ts';
import type { SessionRules } from './sockets/session-rules.ts';
import type { SocketEdge } from './sockets/socket-edge.ts';
import type { TicketAllowance } from './sockets/ticket-allowance.ts';
import type { TicketOffice } from './sockets/ticket-office.ts';
import type { AppliedState } from './state/applied-state.ts';
import type { CursorCodec } from './state/cursor.ts';
import type { TokenVerifier } from './token-verifier.ts';
import type { KeyJournal } from './writes/key-journal.ts';

/** Limits and deadlines of one member. Those of a deployed member are not published. */
export interface MemberLimits {
  /** Milliseconds until an unanswered write is answered 202 (IDEM-11). */
  readonly syncDeadlineMs: number;
  /** Milliseconds until a failing key look-up is answered NOT_SERVING (IDEM-14). */
  readonly writeDeadlineMs: number;
  /** How long a key's answer is kept (IDEM-09). */
  readonly keyRetentionMs: number;
  /** Maximum number of this member's requests in flight, handshakes and session operations included (IN_FLIGHT_FULL). */
  readonly inFlightRequests: number;
  /** Maximum number of this member's writes without a reply of the platform (IN_FLIGHT_FULL). */
  readonly inFlightWrites: number;
  /** Milliseconds for which a ticket opens a session (TKT-04). */
  readonly ticketLifeMs: number;
  /** Maximum number of one user's tickets in any minute (TKT-06). */
  readonly ticketsPerMinute: number;
  /** Milliseconds before the end of a session's lease when the client is notified (WSS-06). */
  readonly sessionExpiringLeadMs: number;
  /** Milliseconds until an unauthenticated session is closed (A100). */
  readonly unauthenticatedIdleMs: number;
  readonly topicsPerSession: number;
  /** Maximum number of unanswered operations of one session. */
  readonly sessionOpsUnderWay: number;
  /** Maximum number of unread bytes of one session; past it the session is closed. */
  readonly unsentBytes: number;
}

/** The limits of the sandbox's own member. */
export const DEFAULT_LIMITS: MemberLimits = {
  syncDeadlineMs: 2_000,
  writeDeadlineMs: 1_000,
  keyRetentionMs: 24 * 60 * 60 * 1_000,
  inFlightRequests: 512,
  inFlightWrites: 256,
  ticketLifeMs: 10_000,
  ticketsPerMinute: 60,
  sessionExpiringLeadMs: 60_000,
  unauthenticatedIdleMs: 10_000,
  topicsPerSession: 32,
  sessionOpsUnderWay: 128,
  unsentBytes: 1_048_576,
};

/**
 * The surfaces that a member is deployed with. Read at each request, because a sandbox may change them while it runs.
 */
export interface Surfaces {
  readonly algos: boolean;
  readonly balances: boolean;
  /** false: it stores no credentials. */
  readonly intake: boolean;
  /** true: it serves reads and refuses writes. */
  readonly replica: boolean;
  /** false: it has no ticket signing key, and mints none (TKT-07). */
  readonly tickets: boolean;
}

/** A deployment with every surface that is not a replica. */
export const EVERY_SURFACE: Surfaces = { algos: true, balances: true, intake: true, replica: false, tickets: true };

/** What a member is created with, and its stages and routes use unchanged. */
export interface MemberParts {
  readonly version: Version;
  /** The platform's time. */
  readonly clock: Clock;
  /**
   * The machine's own time, for the wire and not for the contract: pings, and cut-offs of clients that do not answer.
   */
  readonly machineClock: Clock;
  readonly port: PlatformPort;
  /** Creates ids for requests without one: 8 to 128 of [A-Za-z0-9._-], unique. */
  readonly requestIds: () => string;
}

/** As MemberParts, with a default for each. */
export interface DefaultedParts {
  /** The version of the trading socket's own contract; the newest unless stated. */
  readonly socketVersion: SocketVersion;
  /** Every surface, and no replica, unless stated. */
  readonly surfaces: Surfaces;
  /** Receives every exchange, operation and end of a session, with the reason of each refusal. */
  readonly observe: (
    event: ExchangeEvent,
    content?: ExchangeContent,
    request?: IncomingMessage,
    /** The path of its row in the table of routes, or of its socket; absent: none fits the request. */
    route?: string,
  ) => void;
  /** Wraps the connections of sessions: a sandbox's faults. A deployed member has none. */
  readonly socketEdge: SocketEdge | undefined;
  readonly frameTap: FrameTap;
  /** Host names whose pages may open sockets with a ticket, in addition to the gateway's own and this machine's. */
  readonly allowedHosts: readonly string[];
}

export const DEFAULT_PARTS: DefaultedParts = {
  socketVersion: NEWEST_SOCKET,
  surfaces: EVERY_SURFACE,
  observe: () => {},
  socketEdge: undefined,
  frameTap: undefined,
  allowedHosts: [],
};

/** The parts of a member that its stages and routes use. */
export interface Services extends MemberParts, DefaultedParts {
  readonly gates: Gates;
  readonly socketGates: SocketGates;
  readonly limits: MemberLimits;
  readonly state: AppliedState;
  readonly journal: KeyJournal;
  readonly cursors: CursorCodec;
  readonly verifier: TokenVerifier;
  readonly tickets: TicketOffice;
  readonly ticketAllowance: TicketAllowance;
  /** Requests, handshakes and operations of sessions that are not answered yet. */
  readonly open: OpenRequests;
  readonly sessions: OpenSessions;
  /** The rules of sessions; a test may replace some. */
  readonly sessionRules: SessionRules;
  /** Runs an order operation of a session through its column of the pipeline. */
  readonly orderOperation: Run;
  /** Delivers each record once this member serves its changes. */
  readonly recordFeed: RecordFeed;
  /** The bytes of the document that GET /openapi.json serves; made on first use. */
  readonly contract: () => Promise<Buffer>;
}
