/**
 * The connection of one member process to the platform: its seat can close, delay and cut it. The member does not know:
 * it sees a platform that is silent or late.
 */
import type { QuoteRow, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Following, PlatformPort, Soon, Timer } from '../../gateway/platform-port.ts';
import { msUntil, nsOf } from '../duration.ts';
import type { MemberReach } from './member-states.ts';

export interface PlatformLink {
  readonly port: PlatformPort;
  /** What passes from now on: what waited continues at once, in order. */
  reach(reach: Pick<MemberReach, 'receives' | 'sends'>): void;
  /** Each record is delivered this much later than it was sequenced; older ones are delivered now. */
  lagBy(ms: number): void;
  /** Nothing passes any more, either way: the process is gone. */
  cut(): void;
}

export interface LinkOptions {
  readonly port: PlatformPort;
  /** The world's clock, which stamps records; never the member's own. */
  readonly clock: Clock;
  readonly lagMs: number;
  /** The position that its process had received before: delivered at once, in any state. 0 unless stated. */
  readonly receivedTo?: number | undefined;
}

/** Closed at first: before it is opened nothing is followed, and only records up to `receivedTo` are delivered. */
export function platformLink({ port, clock, lagMs, receivedTo = 0 }: LinkOptions): PlatformLink {
  const followers = new Set<Follower>();
  const listeners = new Set<Listener>();
  let waiting: (() => void)[] = [];
  let lagNs = nsOf(Math.round(lagMs));
  let [receives, sends, isCut] = [false, false, false];

  const waitMs = ({ atNs }: SequencedRecord): number => (lagNs === 0n ? 0 : msUntil(BigInt(atNs) + lagNs, clock));
  const link: OpenLink = { port, clock, receivedTo, waitMs, isOpen: () => receives };

  /** Waits while the platform is out of reach; a call on a cut link never settles. */
  async function reached<Answer>(ask: () => Soon<Answer>): Promise<Answer> {
    while (!sends && !isCut) await new Promise<void>((resolve) => waiting.push(resolve));
    if (isCut) return never();
    const answer = await ask();
    return isCut ? never() : answer;
  }

  return {
    port: {
      head: port.head,
      // Not kept for later: a command that waits for an unreachable platform would be a 202 without an outcome
      // (0.11.4).
      submit: (command) =>
        sends || isCut ? reached(() => port.submit(command)) : { taken: false, why: 'INTERRUPTED' },
      // Past a closed link too: a world answers 202 at the same moment whether it is stored or in memory.
      ...(port.promise === undefined ? {} : { promise: port.promise }),
      storesPromises: port.storesPromises === true,
      storeMaterial: (material) =>
        sends || isCut
          ? reached(() => port.storeMaterial(material))
          : Promise.resolve({ stored: false, why: 'UNAVAILABLE' }),
      lookUp: (orgId, key) => reached(() => port.lookUp(orgId, key)),
      follow(after, apply) {
        const follower = new Follower(link, after, apply);
        followers.add(follower);
        follower.proceed();
        return {
          stop() {
            followers.delete(follower);
            follower.stop();
          },
        };
      },
      quotes(instrumentId, deliver) {
        const listener = new Listener(link, instrumentId, deliver);
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
      ({ receives, sends } = now);
      if (sends) for (const go of waiting.splice(0)) go();
      for (const follower of followers) follower.proceed();
      for (const listener of listeners) listener.proceed();
    },
    lagBy(ms) {
      lagNs = nsOf(Math.round(ms));
      for (const follower of followers) follower.proceed();
    },
    cut() {
      [receives, sends, isCut] = [false, false, true];
      waiting = [];
      for (const each of [...followers, ...listeners]) each.stop();
      followers.clear();
      listeners.clear();
    },
  };
}

interface OpenLink {
  readonly port: PlatformPort;
  readonly clock: Clock;
  readonly receivedTo: number;
  /** 0: the record may be delivered now. */
  waitMs(record: SequencedRecord): number;
  isOpen(): boolean;
}

/** Delivers records in order, each once, when the link is open and their time has come. */
class Follower {
  readonly #link: OpenLink;
  readonly #after: number;
  readonly #apply: (record: SequencedRecord) => void;
  readonly #waiting: SequencedRecord[] = [];
  #following: Following | undefined;
  #timer: Timer | undefined;
  #isHandingOn = false;

  constructor(link: OpenLink, after: number, apply: (record: SequencedRecord) => void) {
    this.#link = link;
    this.#after = after;
    this.#apply = apply;
  }

  proceed(): void {
    // A process that has received nothing follows once its link is open; any other one does from its start.
    if (!this.#link.isOpen() && this.#link.receivedTo === 0) return;
    // Followed once: the platform counts late reference data for each follower.
    this.#following ??= this.#link.port.follow(this.#after, (record) => {
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
    // Applying a record may open or delay the link: the outer call continues with it.
    if (this.#isHandingOn) return;
    this.#timer?.cancel();
    this.#isHandingOn = true;
    try {
      for (let next = this.#waiting[0]; next !== undefined && this.#mayReceive(next); next = this.#waiting[0]) {
        this.#waiting.shift();
        this.#apply(next);
      }
    } finally {
      this.#isHandingOn = false;
    }
  }

  #mayReceive(record: SequencedRecord): boolean {
    const { clock, receivedTo, waitMs, isOpen } = this.#link;
    if (record.position <= receivedTo) return true;
    if (!isOpen()) return false;
    const leftMs = waitMs(record);
    if (leftMs === 0) return true;
    this.#timer = clock.after(leftMs, 'member receives a record late', () => this.#handOn());
    return false;
  }
}

/** Delivers quotes as they come; of those that came while the link was closed, the last. */
class Listener {
  readonly #link: OpenLink;
  readonly #deliver: (quote: QuoteRow) => void;
  readonly #following: Following;
  #missed: QuoteRow | undefined;

  constructor(link: OpenLink, instrumentId: number, deliver: (quote: QuoteRow) => void) {
    this.#link = link;
    this.#deliver = deliver;
    this.#following = link.port.quotes(instrumentId, (quote) => {
      this.#missed = quote;
      this.proceed();
    });
  }

  proceed(): void {
    const quote = this.#missed;
    if (quote === undefined || !this.#link.isOpen()) return;
    this.#missed = undefined;
    this.#deliver(quote);
  }

  stop(): void {
    this.#following.stop();
  }
}

function never<Answer>(): Promise<Answer> {
  return new Promise(() => undefined);
}
