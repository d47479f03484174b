/** Collects what passes the recording proxies, in one sequence, within bounds. What exceeds them still passes. */
import type { Frame, SocketName } from '../../conformance/member/exchange/conversation.ts';
import type { RecordedResponse } from '../../conformance/member/exchange/exchange.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import { type BodyBytes, bodyBytes } from './body-bytes.ts';
import type { AnswerHead, CloseFrame, ExchangeObserver, Observer, RequestHead, SocketObserver } from './observer.ts';
import type { Recorded, RecordedClose, RecordedExchange, Role } from './recorded.ts';

/** What an address behind a proxy is; undefined: it is not recorded. */
export interface Place {
  readonly role: Role;
  /** Below the base address of its role. */
  readonly path: string;
  readonly socket?: SocketName;
}

export interface LogLimits {
  /** Requests, handshakes and messages together. */
  readonly events: number;
  /** Of one body. */
  readonly bodyBytes: number;
  /** Of all bodies and messages together. */
  readonly bytes: number;
}

export const LOG_LIMITS: LogLimits = { events: 20_000, bodyBytes: 1024 * 1024, bytes: 64 * 1024 * 1024 };

const IGNORED: SocketObserver = {
  sent: () => {},
  answered: () => {},
  received: () => {},
  ended: () => {},
  frame: () => {},
  unreadable: () => {},
  closed: () => {},
};

/** An exchange whose parts are still coming. */
class Passing {
  readonly n: number;
  readonly place: Place;
  readonly head: RequestHead;
  readonly sentAtMs: number;
  readonly sent: BodyBytes;
  readonly received: BodyBytes;
  readonly frames: Frame[] = [];
  answer: AnswerHead | undefined;
  answeredAtMs: number | undefined;
  failure: string | null = null;
  closed: RecordedClose | null = null;

  constructor(n: number, place: Place, head: RequestHead, sentAtMs: number, mostBytes: number) {
    this.n = n;
    this.place = place;
    this.head = head;
    this.sentAtMs = sentAtMs;
    this.sent = bodyBytes(mostBytes);
    this.received = bodyBytes(mostBytes);
  }

  recorded(): Recorded {
    const { n, sentAtMs, head, frames, closed, answer } = this;
    const { role, path, socket } = this.place;
    const isComplete = answer !== undefined && this.failure === null && this.answeredAtMs !== undefined;
    const response: RecordedResponse | null = isComplete
      ? { ...answer, body: this.received.text(answer.headers) ?? '' }
      : null;
    const exchange: RecordedExchange = {
      n,
      role,
      request: { ...head, path, body: this.sent.text(head.headers) },
      sentAtMs,
      answeredAtMs: this.answeredAtMs,
      response,
      failure: this.failure,
    };
    return socket === undefined ? exchange : { ...exchange, socket, frames, closed };
  }
}

/** The record of one recording. */
export class TrafficLog {
  readonly #stopwatch: Stopwatch;
  readonly #limits: LogLimits;
  readonly #passing: Passing[] = [];
  readonly #complaints = new Set<string>();
  #count = 0;
  #bytes = 0;
  #unrecorded = 0;
  #isEnded = false;
  /** Called after each exchange, at the end of each connection of a socket, and with each complaint. */
  onChange: ((recorded: Recorded | string) => void) | undefined;

  constructor(stopwatch: Stopwatch, limits: LogLimits = LOG_LIMITS) {
    this.#stopwatch = stopwatch;
    this.#limits = limits;
  }

  /** Of requests, messages and ends of connections. */
  get count(): number {
    return this.#count;
  }

  /** In order of sending, with what was recorded so far of those that are not complete. */
  events(): readonly Recorded[] {
    return this.#passing.map((one) => one.recorded());
  }

  /** What is not in the record, one sentence each. */
  complaints(): readonly string[] {
    const { events, bytes } = this.#limits;
    const bound = `after ${events} requests and messages, or ${megabytes(bytes)}, nothing more is recorded`;
    const missed = this.#unrecorded === 0 ? [] : [`${bound}: ${this.#unrecorded} passed unrecorded`];
    return [...this.#complaints, ...missed];
  }

  /**
   * The recording ends: what begins from now on is not recorded, nor the end of what is shut down. Answers to earlier
   * requests still are.
   */
  end(): void {
    this.#isEnded = true;
  }

  /** The observer of one proxy. */
  observer(placeOf: (path: string, isHandshake: boolean) => Place | undefined): Observer {
    return {
      request: (head) => this.#begin(head, placeOf(head.path, false)),
      handshake: (head) => this.#begin(head, placeOf(head.path, true)),
      unreached: (why) =>
        this.#complain(
          `${why.startsWith('no HTTP answer') ? 'the target gave' : 'the target was not reached:'} ${why}`,
        ),
    };
  }

  #begin(head: RequestHead, place: Place | undefined): SocketObserver {
    if (place === undefined || this.#isEnded || !this.#has()) return IGNORED;
    const passing = new Passing(this.#next(), place, head, this.#stopwatch.nowMs(), this.#limits.bodyBytes);
    this.#passing.push(passing);
    return { ...this.#exchange(passing), ...this.#socket(passing) };
  }

  #exchange(passing: Passing): ExchangeObserver {
    const what = `${passing.head.method} ${passing.place.path.replace(/\?.*/s, '')}`;
    const keep = (body: BodyBytes, bytes: Buffer): void => {
      const isWhole = this.#bytes + bytes.length <= this.#limits.bytes && body.add(bytes);
      if (isWhole) this.#bytes += bytes.length;
      else {
        body.drop();
        this.#complain(`${what}: a body of more than ${megabytes(this.#limits.bodyBytes)} is not recorded`);
      }
    };
    return {
      sent: (bytes) => keep(passing.sent, bytes),
      received: (bytes) => keep(passing.received, bytes),
      answered: (answer) => {
        passing.answer = answer;
      },
      ended: (failure) => {
        passing.answeredAtMs = this.#stopwatch.nowMs();
        passing.failure = failure;
        this.onChange?.(passing.recorded());
      },
    };
  }

  #socket(passing: Passing): Pick<SocketObserver, 'frame' | 'unreadable' | 'closed'> {
    const stamp = () => ({ n: this.#next(), atMs: this.#stopwatch.nowMs() });
    return {
      frame: (from, text) => {
        if (this.#isEnded || !this.#has()) return;
        this.#bytes += text?.length ?? 0;
        passing.frames.push({ ...stamp(), direction: from === 'client' ? 'sent' : 'received', text });
      },
      unreadable: (from, why) =>
        this.#complain(`${passing.place.path.replace(/\?.*/s, '')}: frames of the ${from} cannot be read (${why})`),
      closed: ({ code, reason, by }: CloseFrame) => {
        if (this.#isEnded) return;
        passing.closed = { ...stamp(), code, reason, by };
        this.onChange?.(passing.recorded());
      },
    };
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** Whether there is room for one more. */
  #has(): boolean {
    if (this.#count < this.#limits.events && this.#bytes < this.#limits.bytes) return true;
    if (this.#unrecorded === 0) this.onChange?.('the recording is full: what follows passes unrecorded');
    this.#unrecorded += 1;
    return false;
  }

  #complain(what: string): void {
    if (this.#complaints.has(what)) return;
    this.#complaints.add(what);
    this.onChange?.(what);
  }
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
