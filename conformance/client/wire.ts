/** The way to a target that all sessions of a run share, and what a session says of itself. */
import type { Stopwatch } from '../runner/stopwatch.ts';
import type { Bounds } from './bounds.ts';
import type { CircuitBreaker, Probe } from './circuit-breaker.ts';
import type { Dial } from './connection/dial.ts';
import type { Effects } from './effects/effects.ts';
import type { ForeignLedger } from './foreign-ledger.ts';
import type { Hanging } from './hanging.ts';
import type { InFlight } from './in-flight.ts';
import type { Line } from './line.ts';
import type { Pace } from './pace.ts';
import type { Redactor } from './redactor.ts';
import type { RunIdentity } from './run-identity.ts';
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
  /** Asks whether the member is there. */
  readonly probe: Probe;
  readonly line: Line;
  readonly inFlight: InFlight;
  /** undefined: of a world that is thrown away. */
  readonly effects: Effects | undefined;
  readonly stopwatch: Stopwatch;
  /** Called for every request that is put on the wire. */
  readonly onSend: () => void;
  /** Knows the secrets of the whole run. */
  readonly redactor: Redactor;
  readonly ticketRoom: TicketRoom;
  /** Makes the connections of sockets and bytes, as `transport` does its own. */
  readonly dial: Dial;
}

/** What a session knows of itself that tells foreign answers from the member's. */
export interface Watching {
  readonly ledger: ForeignLedger;
  readonly isDisturbed: () => boolean;
  /** The check that the session is of; null: of none. */
  readonly check: string | null;
  /** A member that is busy is what the session is about. */
  readonly judgesBusyAnswers: boolean;
  readonly statesRequestIds: boolean;
}
