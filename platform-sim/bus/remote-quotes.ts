/** The venue's quotes in a process of members alone: the platform tells those that some session follows. */
import type { QuoteRow } from '../../gateway/facts.ts';
import type { BusLine } from './bus-line.ts';
import type { RemoteQuotes } from './remote-port.ts';

export interface WorldQuotes extends RemoteQuotes {
  hear(quote: QuoteRow): void;
  /** The instruments that are followed now. */
  followed(): readonly number[];
}

/** @param changed called when an instrument is followed for the first time, or no more */
export function remoteQuotes(world: string, line: BusLine, changed: () => void): WorldQuotes {
  const followers = new Map<number, Set<(quote: QuoteRow) => void>>();

  return {
    follow(instrumentId, heard) {
      const those = followers.get(instrumentId) ?? new Set();
      if (those.size === 0) changed();
      followers.set(instrumentId, those.add(heard));
      void line.ask('quote', { world, member: '', instrumentId }, { mayRepeat: true }).then((quote) => {
        if (quote !== null && those.has(heard)) heard(quote as QuoteRow);
      });
      return {
        stop() {
          if (!those.delete(heard) || those.size > 0) return;
          followers.delete(instrumentId);
          changed();
        },
      };
    },
    hear(quote) {
      for (const heard of [...(followers.get(quote.instrumentId) ?? [])]) heard(quote);
    },
    followed: () => [...followers.keys()],
  };
}
