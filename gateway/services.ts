import type { SocketGates, SocketVersion } from './contract/sockets.ts';
import type { Gates, Version } from './contract/versions.ts';
import type { ExchangeEvent } from './http/exchange-event.ts';
import type { OpenRequests } from './http/open-requests.ts';
import type { Clock, PlatformPort } from './platform-port.ts';
import type { OpenSessions } from './sockets/open-sessions.ts';
import type { RecordFeed } from './sockets/record-feed.ts';
import type { SessionRules } from './sockets/session-rules.ts';
import type { SocketEdge } from './sockets/socket-edge.ts';
import type { TicketAllowance } from './sockets/ticket-allowance.ts';
import type { TicketOffice } from './sockets/ticket-office.ts';
import type { Stage } from './stage.ts';
import type { AppliedState } from './state/applied-state.ts';
import type { CursorCodec } from './state/cursor.ts';
import type { TokenVerifier } from './token-verifier.ts';
import type { KeyJournal } from './writes/key-journal.ts';

/** Bounds and deadlines of one member; a deployed member's own are not published. */
export interface MemberLimits {
  /** A write that is not answered by then is a 202 (IDEM-11). */
  readonly syncDeadlineMs: number;
  /** A key that cannot be looked up by then is NOT_SERVING (IDEM-14). */
  readonly writeDeadlineMs: number;
  /** How long a key's answer is kept (IDEM-09). */
  readonly keyRetentionMs: number;
  /** Writes of this member that the platform has not answered yet (IN_FLIGHT_FULL). */
  readonly inFlightWrites: number;
  /** How long a ticket opens a session (TKT-04). */
  readonly ticketLifeMs: number;
  /** Of one user, in any minute (TKT-06). */
  readonly ticketsPerMinute: number;
  /** How long before its session lapses a client is told (WSS-06). */
  readonly sessionExpiringLeadMs: number;
  /** When a session that nobody has authenticated is closed (A100). */
  readonly unauthenticatedIdleMs: number;
  readonly topicsPerSession: number;
  /** Operations of one session that are not answered yet. */
  readonly sessionOpsUnderWay: number;
  /** What a client may leave unread of one session before it is closed. */
  readonly unsentBytes: number;
}

export const DEFAULT_LIMITS: MemberLimits = {
  syncDeadlineMs: 2_000,
  writeDeadlineMs: 1_000,
  keyRetentionMs: 24 * 60 * 60 * 1_000,
  inFlightWrites: 256,
  ticketLifeMs: 10_000,
  ticketsPerMinute: 60,
  sessionExpiringLeadMs: 60_000,
  unauthenticatedIdleMs: 10_000,
  topicsPerSession: 32,
  sessionOpsUnderWay: 128,
  unsentBytes: 1_048_576,
};

/** What a member is deployed with. Read at each request: a sandbox may change it under way. */
export interface Surfaces {
  readonly algos: boolean;
  readonly balances: boolean;
  /** false: it stores no credentials. */
  readonly intake: boolean;
  /** It serves reads and takes no writes. */
  readonly replica: boolean;
  /** false: it has no ticket signing key, and mints none (TKT-07). */
  readonly tickets: boolean;
}

export const EVERY_SURFACE: Surfaces = { algos: true, balances: true, intake: true, replica: false, tickets: true };

/** What a member is made of, for its stages and routes. */
export interface Services {
  readonly version: Version;
  readonly gates: Gates;
  /** Of the trading socket's own contract. */
  readonly socketVersion: SocketVersion;
  readonly socketGates: SocketGates;
  readonly limits: MemberLimits;
  readonly surfaces: Surfaces;
  readonly clock: Clock;
  /** The machine's own time, for what is of the wire and not of the contract: pings, and cutting off who does not answer. */
  readonly machineClock: Clock;
  readonly port: PlatformPort;
  readonly state: AppliedState;
  readonly journal: KeyJournal;
  readonly cursors: CursorCodec;
  readonly verifier: TokenVerifier;
  readonly tickets: TicketOffice;
  readonly ticketAllowance: TicketAllowance;
  /** Requests, handshakes and operations of sessions that are not answered yet. */
  readonly open: OpenRequests;
  readonly sessions: OpenSessions;
  /** The questions that sessions ask; a test may replace one. */
  readonly sessionRules: SessionRules;
  /** What an order operation of a session runs down. */
  readonly orderStages: readonly Stage[];
  /** Receives every exchange, operation and end of a session. Never throws. */
  readonly observe: (event: ExchangeEvent) => void;
  /** Each record, once this member serves what it changed. */
  readonly heard: RecordFeed;
  /** What stands between sessions and their connections; a deployed member has none. */
  readonly socketEdge: SocketEdge | undefined;
  /** Names whose pages may open sockets with a ticket, beside the gateway's own and this machine's. */
  readonly allowedHosts: readonly string[];
  readonly requestIds: () => string;
  /** The bytes of the document that GET /openapi.json serves; made on first use. */
  readonly contract: () => Promise<Uint8Array>;
}
