/**
 * The last exchanges of the sandbox's members with the reason of each refusal, for a developer whose call was refused.
 * Anything that looks like a token is redacted. Headers and bodies are kept by reference, and redacted when they are
 * read, so that a request costs nothing for them.
 */
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import { KeptContents } from './kept-contents.ts';
import { type ShownContent, shownContent } from './shown-content.ts';
import { withoutTokens } from './without-tokens.ts';

export interface Exchange extends ExchangeEvent {
  /** Starts at 1 with the sandbox. */
  readonly n: number;
}

const KEPT = 1000;

/** Keeps the last exchanges in a ring. */
export class Exchanges {
  readonly #ring: Exchange[] = [];
  readonly #contents = new KeptContents();
  #count = 0;

  record(event: ExchangeEvent, content?: ExchangeContent): Exchange {
    const exchange = withoutItsTokens({ n: this.#count + 1, ...event });
    this.#ring[this.#count % KEPT] = exchange;
    this.#count += 1;
    this.#contents.forget(exchange.n - KEPT);
    if (content !== undefined) this.#contents.keep(exchange.n, content);
    return exchange;
  }

  /** As `latest`, with headers and bodies as far back as they are kept. */
  latestWithBodies(limit: number): readonly (Exchange & Partial<ShownContent>)[] {
    return this.latest(limit).map((exchange) => {
      const content = this.#contents.of(exchange.n);
      return content === undefined ? exchange : { ...exchange, ...shownContent(content) };
    });
  }

  /** The newest exchanges first, at most 1000. */
  latest(limit: number): readonly Exchange[] {
    const found: Exchange[] = [];
    for (let n = this.#count - 1; n >= 0 && found.length < Math.min(limit, KEPT); n -= 1) {
      const exchange = this.#ring[n % KEPT];
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
