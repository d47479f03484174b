/**
 * The last exchanges of the sandbox's members with the reason of each refusal, for a developer whose call was refused.
 * Anything that looks like a token is redacted when it is read, and headers and bodies are kept by reference, so that a
 * request costs next to nothing for them.
 */
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import { KeptContents } from './kept-contents.ts';
import type { NamedPrincipals } from './principal-of.ts';
import { type ShownContent, shownContent } from './shown-content.ts';
import { withoutTokens } from './without-tokens.ts';

export interface Exchange extends Omit<ExchangeEvent, 'caller'> {
  /** Starts at 1 with the sandbox. */
  readonly n: number;
  /** Of the sandbox's principals, whose token it carried, or whose session it is; null: none of them. */
  readonly principal?: string | null;
}

/** How many of the last are kept. */
export const EXCHANGES_KEPT = 1000;

/** Keeps the last exchanges in a ring. */
export class Exchanges {
  /** Not redacted yet. */
  readonly #ring: Exchange[] = [];
  readonly #contents = new KeptContents();
  readonly #named: NamedPrincipals | undefined;
  #count = 0;

  /** @param named names the principals; absent: none is named */
  constructor(named?: NamedPrincipals) {
    this.#named = named;
  }

  record({ caller, ...event }: ExchangeEvent, content?: ExchangeContent): void {
    const principal = this.#principal(caller, content);
    const n = this.#count + 1;
    this.#ring[this.#count % EXCHANGES_KEPT] = principal === undefined ? { n, ...event } : { n, ...event, principal };
    this.#count = n;
    this.#contents.forget(n - EXCHANGES_KEPT);
    if (content !== undefined) this.#contents.keep(n, content);
  }

  #principal(caller: ExchangeEvent['caller'], content: ExchangeContent | undefined): string | null | undefined {
    if (caller === undefined) return content && this.#named?.ofToken(content.requestHeaders);
    return caller && this.#named?.ofUser(caller);
  }

  /** How many there have been. */
  count(): number {
    return this.#count;
  }

  /** As `latest`, with headers and bodies as far back as they are kept. */
  latestWithBodies(limit: number): readonly (Exchange & Partial<ShownContent>)[] {
    return this.latest(limit).map((exchange) => this.#withContent(exchange));
  }

  /** One of the kept, with headers and bodies if they are kept, too. */
  whole(n: number): (Exchange & Partial<ShownContent>) | undefined {
    const exchange = this.#ring[(n - 1) % EXCHANGES_KEPT];
    return exchange?.n === n ? this.#withContent(withoutItsTokens(exchange)) : undefined;
  }

  #withContent(exchange: Exchange): Exchange & Partial<ShownContent> {
    const content = this.#contents.of(exchange.n);
    return content === undefined ? exchange : { ...exchange, ...shownContent(content) };
  }

  /** The newest exchanges first, at most 1000. */
  latest(limit: number): readonly Exchange[] {
    const found: Exchange[] = [];
    for (let n = this.#count - 1; n >= 0 && found.length < Math.min(limit, EXCHANGES_KEPT); n -= 1) {
      const exchange = this.#ring[n % EXCHANGES_KEPT];
      if (exchange !== undefined) found.push(withoutItsTokens(exchange));
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
