import { QUOTE_TOPIC } from '../contract/sockets.ts';
import type { InstrumentRow, QuoteRow } from '../facts.ts';
import type { Following } from '../platform-port.ts';
import type { Services } from '../services.ts';
import { eventFrame } from './server-frame.ts';
import type { Grantee, SendEvent } from './session-kind.ts';
import type { Subscriptions } from './topics.ts';

/** The venue's quotes of instruments, one topic each. */
export class MarketDataSubscriptions implements Subscriptions {
  readonly offered = 'quotes:SYMBOL of an instrument that there is';
  readonly #following: Map<string, Following> = new Map();
  readonly #services: Services;
  readonly #send: SendEvent;

  constructor(services: Services, _grantee: Grantee, send: SendEvent) {
    this.#services = services;
    this.#send = send;
  }

  get held(): ReadonlySet<string> {
    return new Set(this.#following.keys());
  }

  judge(topic: string): 'known' | 'UNKNOWN_TOPIC' | 'TOPIC_NOT_ACTIVE' {
    const instrument = this.#instrumentOf(topic);
    if (instrument === undefined) return 'UNKNOWN_TOPIC';
    return instrument.status === 'LIVE' && this.#isQuoted(instrument) ? 'known' : 'TOPIC_NOT_ACTIVE';
  }

  /** The last quote of each instrument is sent after the answer. */
  add(topics: readonly string[]): () => void {
    let isAnswered = false;
    const early: (() => void)[] = [];
    for (const topic of topics) {
      const instrument = this.#instrumentOf(topic);
      if (instrument === undefined) continue;
      const send = (quote: QuoteRow) =>
        this.#send(
          'quote',
          eventFrame('quote', { ...quote, instrumentId: instrument.instrumentId, instrument: instrument.symbol }),
        );
      const received = (quote: QuoteRow) => {
        if (isAnswered) send(quote);
        else early.push(() => send(quote));
      };
      this.#following.set(topic, this.#services.port.quotes(instrument.instrumentId, received));
    }
    return () => {
      isAnswered = true;
      for (const send of early) send();
    };
  }

  remove(topics: readonly string[]): void {
    for (const topic of topics) {
      this.#following.get(topic)?.stop();
      this.#following.delete(topic);
    }
  }

  stop(): void {
    this.remove([...this.#following.keys()]);
  }

  #instrumentOf(topic: string): InstrumentRow | undefined {
    return topic.startsWith(QUOTE_TOPIC)
      ? this.#services.state.instrumentNamed(topic.slice(QUOTE_TOPIC.length))
      : undefined;
  }

  /** The last quote is sent at once, if there is one. */
  #isQuoted({ instrumentId }: InstrumentRow): boolean {
    let isQuoted = false;
    const asking = this.#services.port.quotes(instrumentId, () => {
      isQuoted = true;
    });
    asking.stop();
    return isQuoted;
  }
}
