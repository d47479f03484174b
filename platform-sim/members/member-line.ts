/**
 * One process's way to the platform and back: what its seat can close, stretch and cut. A member knows nothing of it; it
 * sees a platform that says nothing, or says it late.
 */
import type { QuoteRow, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Following, PlatformPort, Timer } from '../../gateway/platform-port.ts';
import { msUntil, nsOf } from '../duration.ts';
import type { MemberReach } from './member-states.ts';

export interface MemberLine {
  readonly port: PlatformPort;
  /** What gets through from now on: what had waited goes on at once, in order. */
  reach(reach: Pick<MemberReach, 'hears' | 'asks'>): void;
  /** Each record is told so much later than it was sequenced; those that are older already are told now. */
  lagBy(ms: number): void;
  /** Nothing gets through any more, either way: nobody is at this end. */
  cut(): void;
}

export interface LineOptions {
  readonly port: PlatformPort;
  /** The world's, which records are stamped by: never the member's own. */
  readonly clock: Clock;
  readonly lagMs: number;
  /** What its process had been told of before: that is told at once, however the line is. 0 unless stated. */
  readonly heardTo?: number | undefined;
}

/** Closed at first: nothing is followed, and nothing of the past but `heardTo` is told, before it is opened. */
export function memberLine({ port, clock, lagMs, heardTo = 0 }: LineOptions): MemberLine {
  const followers = new Set<Follower>();
  const listeners = new Set<Listener>();
  let asking: (() => void)[] = [];
  let lagNs = nsOf(Math.round(lagMs));
  let [hears, asks, isCut] = [false, false, false];

  const waitMs = ({ atNs }: SequencedRecord): number => (lagNs === 0n ? 0 : msUntil(BigInt(atNs) + lagNs, clock));
  const line: Line = { port, clock, heardTo, waitMs, isOpen: () => hears };

  /** Waits while the platform is out of reach; of a line that is cut nobody hears again. */
  function reached<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (isCut) return never();
    if (asks) return ask().then((answer) => (isCut ? never<Answer>() : answer));
    return new Promise<void>((resolve) => asking.push(resolve)).then(() => reached(ask));
  }

  return {
    port: {
      head: port.head,
      // Not kept for later: a command that waits for a platform out of reach would be a 202 that leads nowhere (0.11.4).
      submit: (command) =>
        asks || isCut ? reached(() => port.submit(command)) : Promise.resolve({ taken: false, why: 'INTERRUPTED' }),
      storeMaterial: (material) =>
        asks || isCut
          ? reached(() => port.storeMaterial(material))
          : Promise.resolve({ stored: false, why: 'UNAVAILABLE' }),
      lookUp: (orgId, key) => reached(() => port.lookUp(orgId, key)),
      follow(after, apply) {
        const follower = new Follower(line, after, apply);
        followers.add(follower);
        follower.proceed();
        return {
          stop() {
            followers.delete(follower);
            follower.stop();
          },
        };
      },
      quotes(instrumentId, heard) {
        const listener = new Listener(line, instrumentId, heard);
        listeners.add(listener);
        return {
          stop() {
            listeners.delete(listener);
            listener.stop();
          },
        };
      },
    },
    reach(now) {
      if (isCut) return;
      ({ hears, asks } = now);
      if (asks) for (const go of asking.splice(0)) go();
      for (const follower of followers) follower.proceed();
      for (const listener of listeners) listener.proceed();
    },
    lagBy(ms) {
      lagNs = nsOf(Math.round(ms));
      for (const follower of followers) follower.proceed();
    },
    cut() {
      [hears, asks, isCut] = [false, false, true];
      asking = [];
      for (const each of [...followers, ...listeners]) each.stop();
      followers.clear();
      listeners.clear();
    },
  };
}

interface Line {
  readonly port: PlatformPort;
  readonly clock: Clock;
  readonly heardTo: number;
  /** 0: the record may be told now. */
  waitMs(record: SequencedRecord): number;
  isOpen(): boolean;
}

/** Hands on records in order, each once, when the line is open and its time has come. */
class Follower {
  readonly #line: Line;
  readonly #after: number;
  readonly #apply: (record: SequencedRecord) => void;
  readonly #waiting: SequencedRecord[] = [];
  #following: Following | undefined;
  #timer: Timer | undefined;
  #isHandingOn = false;

  constructor(line: Line, after: number, apply: (record: SequencedRecord) => void) {
    this.#line = line;
    this.#after = after;
    this.#apply = apply;
  }

  proceed(): void {
    if (!this.#line.isOpen() && this.#line.heardTo <= this.#after) return;
    // Followed once and for all: who hears late of reference data is remembered by the platform for each following.
    this.#following ??= this.#line.port.follow(this.#after, (record) => {
      this.#waiting.push(record);
      this.#handOn();
    });
    this.#handOn();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#waiting.length = 0;
    this.#following?.stop();
  }

  #handOn(): void {
    // Applying a record may open or stretch the line: whoever hands on goes on with it.
    if (this.#isHandingOn) return;
    this.#timer?.cancel();
    this.#isHandingOn = true;
    try {
      for (let next = this.#waiting[0]; next !== undefined && this.#mayHear(next); next = this.#waiting[0]) {
        this.#waiting.shift();
        this.#apply(next);
      }
    } finally {
      this.#isHandingOn = false;
    }
  }

  #mayHear(record: SequencedRecord): boolean {
    const { clock, heardTo, waitMs, isOpen } = this.#line;
    if (record.position <= heardTo) return true;
    if (!isOpen()) return false;
    const leftMs = waitMs(record);
    if (leftMs === 0) return true;
    this.#timer = clock.after(leftMs, 'member hears late', () => this.#handOn());
    return false;
  }
}

/** Hands on quotes as they come; of those that came while the line was closed, the last. */
class Listener {
  readonly #line: Line;
  readonly #heard: (quote: QuoteRow) => void;
  readonly #following: Following;
  #missed: QuoteRow | undefined;

  constructor(line: Line, instrumentId: number, heard: (quote: QuoteRow) => void) {
    this.#line = line;
    this.#heard = heard;
    this.#following = line.port.quotes(instrumentId, (quote) => {
      this.#missed = quote;
      this.proceed();
    });
  }

  proceed(): void {
    const quote = this.#missed;
    if (quote === undefined || !this.#line.isOpen()) return;
    this.#missed = undefined;
    this.#heard(quote);
  }

  stop(): void {
    this.#following.stop();
  }
}

function never<Answer>(): Promise<Answer> {
  return new Promise(() => undefined);
}
