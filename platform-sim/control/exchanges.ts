/**
 * The last exchanges of the sandbox's members with the reason of each refusal, for a developer whose call was refused.
 * A member reports neither headers nor bodies, and anything that looks like a token is redacted.
 */
import type { ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import { withoutTokens } from './without-tokens.ts';

export interface Exchange extends ExchangeEvent {
  /** Starts at 1 with the sandbox. */
  readonly n: number;
}

/** How many of the last are kept. */
export const EXCHANGES_KEPT = 1000;

/** Keeps the last exchanges in a ring. */
export class Exchanges {
  readonly #ring: Exchange[] = [];
  #count = 0;

  record(event: ExchangeEvent): Exchange {
    const exchange = withoutItsTokens({ n: this.#count + 1, ...event });
    this.#ring[this.#count % EXCHANGES_KEPT] = exchange;
    this.#count += 1;
    return exchange;
  }

  /** How many there have been. */
  count(): number {
    return this.#count;
  }

  /** The newest exchanges first, at most 1000. */
  latest(limit: number): readonly Exchange[] {
    const found: Exchange[] = [];
    for (let n = this.#count - 1; n >= 0 && found.length < Math.min(limit, EXCHANGES_KEPT); n -= 1) {
      const exchange = this.#ring[n % EXCHANGES_KEPT];
      if (exchange !== undefined) found.push(exchange);
    }
    return found;
  }
}

function withoutItsTokens(exchange: Exchange): Exchange {
  const { path, key, requestId, op, fault, refused } = exchange;
  return {
    ...exchange,
    path: withoutTokens(path),
    key: key === null ? null : withoutTokens(key),
    requestId: requestId === null ? null : withoutTokens(requestId),
    ...(op === undefined ? {} : { op: withoutTokens(op) }),
    ...(fault === undefined ? {} : { fault: { ...fault, frame: withoutTokens(fault.frame) } }),
    refused:
      refused === null
        ? null
        : { ...refused, message: messageWithoutTokens(refused.message), stage: withoutTokens(refused.stage) },
  };
}

const lastMessage = { given: '', shown: '' };

/**
 * All refusals of requests over the limit have the same message: redacting each one would be a noticeable part of its
 * cost.
 */
function messageWithoutTokens(message: string): string {
  if (message !== lastMessage.given) Object.assign(lastMessage, { given: message, shown: withoutTokens(message) });
  return lastMessage.shown;
}
