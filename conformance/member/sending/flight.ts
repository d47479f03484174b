/** A request in flight: what the stages that it passes (stages.ts) hand on to one another. */
import type { Exchange, HeaderLines, RecordedRequest, RecordedResponse } from '../exchange/exchange.ts';
import type { SentRequest } from '../exchange/exchange-of.ts';
import type { Run } from '../run.ts';
import type { Sent } from './hanging.ts';
import type { Manners } from './manners.ts';
import type { SessionLog } from './session-log.ts';
import type { SocketClient } from './socket-client.ts';
import type { Departure } from './together.ts';
import type { WireFailure } from './transport.ts';
import type { WaitedTime } from './waited-time.ts';

/** How it is sent: by the HTTP client, as bytes on a connection of their own, as the handshake of a socket, on a socket. */
export type Way = 'request' | 'bytes' | 'handshake' | 'frame';
export type Answer = RecordedResponse | WireFailure;

/** A request with its token, ready to be sent. */
export interface Spelled {
  /** As it may be recorded. For a frame, the op stands in the place of the path. */
  readonly request: RecordedRequest;
  /** What may hang with it. */
  readonly kind: Sent;
  /** false: bytes that are no request, to which nothing is added. */
  readonly isHttp: boolean;
  /** Sends it with these headers added. */
  put(added: HeaderLines): Promise<Answer>;
}

/** What an actor wants sent. */
export interface Outgoing {
  readonly way: Way;
  readonly actor: string;
  readonly label: string | null;
  /** As the check states it. */
  readonly timeoutMs?: number | undefined;
  readonly departure?: Departure | undefined;
  /** The Idempotency-Key. */
  readonly key?: string | undefined;
  /** false: a 202 is not followed. */
  readonly settle?: boolean | undefined;
  /** Of a handshake. */
  readonly socket?: SocketClient;
  /** Of a frame. */
  readonly op?: object | undefined;
  /** Called each time that it is sent: the token may have changed. */
  spelled(): Spelled | Promise<Spelled>;
  /** A read by the same caller. */
  reading?(path: string): Outgoing;
}

const NOT_SENT: WireFailure = { failure: 'unreachable (not sent)' };

/** What the stages know of the session that sends. */
export interface Sender {
  readonly run: Run;
  readonly manners: Manners;
  readonly log: SessionLog;
  readonly waited: WaitedTime;
  /** The check of the session; null: none. */
  readonly check: string | null;
  /** The session tests busy responses. */
  readonly judgesBusyAnswers: boolean;
  readonly isHalted: boolean;
  /** The highest position of a fact among the responses to writes of the session. */
  readonly written: bigint | undefined;
  /** The position for which a read stayed behind for the whole bound; it is not waited for again. */
  givenUp: bigint | undefined;
  disturbed(): boolean;
  /** Whether it ran a hook. */
  readonly isHooked: boolean;
  /** Whether a fault or a hook of the session may cause a 202 for a write with this key. */
  holdsBack(key: string): boolean;
  /** Whether inconclusive responses are repeated. */
  repeats(): boolean;
  /** Takes the position of a write that was answered. */
  wrote(position: bigint | undefined): void;
  /** Sleeps in real time. */
  sleep(ms: number): Promise<void>;
  /** Lets time pass for a busy or stale member: in real time where its clock is moved by hand. */
  pause(ms: number): Promise<void>;
  /** Waits before the next poll of an operation. `polls`: the number of polls so far. */
  pauseForOutcome(ms: number, polls: number): Promise<void>;
  /** Registers a promise for `halt` to wait for. */
  awaiting<T>(answer: Promise<T>): Promise<T>;
}

/** Sends through the stages before the present one; the result is part of the exchange in flight. */
export type Again = (outgoing: Outgoing) => Promise<Exchange>;

/** Throws where the request must not be sent. A promise only where there is something to wait for. */
export type Stage = (flight: Flight, again: Again) => Promise<void> | void;

/** One sending, from the actor's wish to the exchange that its caller gets. */
export class Flight {
  readonly session: Sender;
  readonly outgoing: Outgoing;
  /** Part of another exchange, so not listed among the exchanges of the session. */
  readonly isHidden: boolean;
  /** The latest position of a write of the session when this one began. */
  readonly writtenBefore: bigint | undefined;
  isSent = false;
  /** Set by `identify`. */
  spelled!: Spelled;
  /** Set by `send`, with the answer. */
  sent!: SentRequest;
  answer!: Answer;
  readonly #owed: ((answer: Answer) => void)[] = [];
  #exchange: Exchange | undefined;

  constructor(session: Sender, outgoing: Outgoing, isHidden: boolean) {
    this.session = session;
    this.outgoing = outgoing;
    this.isHidden = isHidden;
    this.writtenBefore = session.written;
  }

  answered(sent: SentRequest, answer: Answer): void {
    this.sent = sent;
    this.answer = answer;
    this.settled(answer);
  }

  /** As far as it is known: a stage that learns more replaces it, in the history too. */
  get exchange(): Exchange {
    if (this.#exchange === undefined) throw new Error('no answer was classified');
    return this.#exchange;
  }

  set exchange(exchange: Exchange) {
    if (this.#exchange !== undefined && this.#exchange !== exchange) this.session.log.replace(exchange);
    this.#exchange = exchange;
  }

  get timeoutMs(): number {
    return this.outgoing.timeoutMs ?? this.session.run.timeoutMs;
  }

  /** `tell` is called once: with the answer, or with a failure if the request is not sent after all. */
  owes(tell: ((answer: Answer) => void) | undefined): void {
    if (tell !== undefined) this.#owed.push(tell);
  }

  settled(answer: Answer = NOT_SENT): void {
    for (const tell of this.#owed.splice(0).reverse()) tell(answer);
  }
}
