/** What all sessions of a run share to reach a target, and what each session states about itself. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Dial } from '../connection/dial.ts';
import type { Effects } from '../effects/effects.ts';
import type { ForeignLedger } from '../exchange/foreign-ledger.ts';
import type { MetAnswers } from '../exchange/met-answers.ts';
import type { Redactor } from '../exchange/redactor.ts';
import type { Bounds } from './bounds.ts';
import type { CircuitBreaker, Probe } from './circuit-breaker.ts';
import type { Hanging } from './hanging.ts';
import type { InFlight } from './in-flight.ts';
import type { Line } from './line.ts';
import type { Pace } from './pace.ts';
import type { RunIdentity } from './run-identity.ts';
import type { RunTrace } from './run-trace.ts';
import type { TicketRoom } from './ticket-room.ts';
import type { Transport } from './transport.ts';

export interface Wire {
  readonly identity: RunIdentity;
  readonly transport: Transport;
  readonly base: URL;
  readonly pace: Pace;
  readonly breaker: CircuitBreaker;
  readonly hanging: Hanging;
  readonly bounds: Bounds;
  /** Probes the member. */
  readonly probe: Probe;
  readonly line: Line;
  readonly inFlight: InFlight;
  /** `Target.heldWrites` */
  readonly heldWrites: Map<string, string>;
  /** undefined: a throwaway world. */
  readonly effects: Effects | undefined;
  readonly stopwatch: Stopwatch;
  /** Called for every request that is sent. */
  readonly onSend: () => void;
  /** Knows the secrets of the whole run. */
  readonly redactor: Redactor;
  readonly ticketRoom: TicketRoom;
  readonly trace: RunTrace;
  readonly met: MetAnswers;
  /** Opens the connections of sockets and raw bytes, as `transport` does for requests. */
  readonly dial: Dial;
}

/** What a session knows about itself that distinguishes foreign responses from the member's. */
export interface Watching {
  readonly ledger: ForeignLedger;
  readonly isDisturbed: () => boolean;
  /** The check of the session; null: none. */
  readonly check: string | null;
  /** The session tests busy responses. */
  readonly judgesBusyAnswers: boolean;
  readonly statesRequestIds: boolean;
}
