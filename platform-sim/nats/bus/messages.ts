/**
 * The messages that a platform and the members of other processes exchange over NATS: plain JSON on the subjects of
 * `subjects.ts`. A member's process sends requests to the platform. The platform only announces that something changed,
 * so a lost message costs one interval.
 */
import type { QuoteRow } from '../../../gateway/facts.ts';
import type { ExchangeContent, ExchangeEvent } from '../../../gateway/http/exchange-event.ts';
import type { MemberLimits } from '../../../gateway/services.ts';
import type { SessionFacts } from '../../../gateway/sockets/open-sessions.ts';
import type { FaultStrike } from '../../../gateway/sockets/socket-edge.ts';
import type { Fate } from '../../control/outcome.ts';
import type { Edge } from '../../faults/edges.ts';
import type { PlatformLimits } from '../../limits.ts';
import type { CatchUpWhen, Deployment, MemberPlan, SeatMove } from '../../members/member-seat.ts';
import type { SeatMark } from '../../members/member-seats.ts';
import type { ListeningProcess } from './process-facts.ts';

/** A process that sent no report for this long is gone: each reports every second. */
export const GONE_AFTER_NS = 4_000_000_000n;

/** A world as a member's process hosts it. */
export interface WorldState {
  readonly world: string;
  /** Of the platform process: it grows with each one that takes over. */
  readonly epoch: number;
  /** Grows with each change of this world within an epoch. */
  readonly revision: number;
  /** The JetStream stream of its sequence: a reset or a restored snapshot begins another. */
  readonly stream: string;
  /** A member serves once it has applied up to this position. */
  readonly head: number;
  readonly seed: number;
  readonly clock: ClockState;
  /** The edges with rules now: a member asks the platform at these, and at no others. */
  readonly standing: readonly Edge[];
  readonly issuer: { readonly url: string; readonly audience: string };
  /** Base64. */
  readonly keys: { readonly cursors: string; readonly tickets: string };
  readonly limits: Partial<MemberLimits & PlatformLimits>;
  readonly allowedHosts: readonly string[];
  /** Whether answers carry X-Service-Member. */
  readonly namesMember: boolean;
}

/** A clock that shows `nowNs` when the machine's clock shows `machineNs`. */
export interface ClockState {
  readonly mode: 'real' | 'scaled';
  readonly rate: number;
  readonly nowNs: string;
  readonly machineNs: string;
}

/** One seat as its process reports it. */
export interface SeatStatus extends SeatMark {
  readonly inFlight: number;
  readonly sessions: number;
  /** By number; the first of them, where there are many. */
  readonly openSessions: readonly (readonly [number, SessionFacts])[];
}

export interface WorldStatus {
  readonly epoch: number;
  readonly revision: number;
  readonly seats: readonly SeatStatus[];
  /** The instruments whose quotes its sessions follow. */
  readonly quotes: readonly number[];
}

/** A member's process sends it at every interval, and after each change. */
export interface SyncRequest {
  /** Drawn at the start of the process. */
  readonly process: string;
  /** Where it runs, and what it serves: null before its first answer. */
  readonly place: Omit<ListeningProcess, 'id' | 'controlUrl'>;
  readonly plans: readonly MemberPlan[];
  /** The names of its seats, from the platform; none before its first answer. */
  readonly names: readonly string[];
  readonly worlds: Readonly<Record<string, WorldStatus>>;
  /** The number of the last order that it carried out. */
  readonly ordersDone: number;
  /** Its last report: its seats are gone. */
  readonly leaving?: true;
}

export interface SyncReply {
  readonly epoch: number;
  /** The names of its seats, in the order of its plans: the same in every world. */
  readonly names: readonly string[];
  /** Every world: those that are not listed were ended. */
  readonly worlds: readonly string[];
  /** The states that the process does not have yet. */
  readonly states: readonly WorldState[];
  readonly orders: readonly Order[];
}

export interface StandbyReport extends ListeningProcess {
  /** It ends, or is the active one now. */
  readonly leaving?: true;
}

/** A change by the control plane to a seat of another process. */
export type SeatOrder =
  | { readonly does: 'deploy'; readonly change: Deployment }
  | { readonly does: 'restart'; readonly catchUp: CatchUpWhen }
  | { readonly does: 'crash'; readonly catchUp: CatchUpWhen }
  | { readonly does: 'move'; readonly move: SeatMove }
  | { readonly does: 'lag'; readonly ms: number }
  | { readonly does: 'skew'; readonly ms: number }
  /** The seat is new. */
  | { readonly does: 'add'; readonly plan: MemberPlan }
  | { readonly does: 'leave' }
  | { readonly does: 'remove' }
  | { readonly does: 'close-session'; readonly session: number; readonly code: number; readonly reason: string }
  | { readonly does: 'expire-session'; readonly session: number; readonly endNs: string }
  | { readonly does: 'revoke-session'; readonly session: number };

export interface Order {
  /** Orders of one process are carried out in this order, each once. */
  readonly n: number;
  readonly world: string;
  readonly seat: string;
  readonly order: SeatOrder;
}

export interface ReportedExchanges {
  readonly world: string;
  /** Each with an id. */
  readonly items: readonly (readonly [ExchangeEvent, MessageContent | null, id: string])[];
  /** The fates of answers that were reported before, by their ids; null: the member's own answer. */
  readonly settled: readonly (readonly [id: string, Fate | null, readonly FaultStrike[]])[];
}

/** An exchange's content with bytes in base64; without bodies that are longer than a message should be. */
export interface MessageContent extends Omit<ExchangeContent, 'responseBody'> {
  readonly responseBody: string | object | null;
  readonly isBytes?: true;
}

export interface ReportedQuote {
  readonly world: string;
  readonly quote: QuoteRow;
}
