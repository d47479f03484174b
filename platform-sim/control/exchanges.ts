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

/**
 * Keeps the last exchanges in a ring of columns, as they were told: an object made for each would outlive its request, and
 * what is shown of one is made when it is read.
 */
export class Exchanges {
  /** Not redacted yet. */
  readonly #events: ExchangeEvent[] = [];
  /** undefined: the exchange has no member of that name. */
  readonly #principals: (string | null | undefined)[] = [];
  readonly #contents = new KeptContents(EXCHANGES_KEPT);
  readonly #named: NamedPrincipals | undefined;
  #count = 0;

  /** @param named names the principals; absent: none is named */
  constructor(named?: NamedPrincipals) {
    this.#named = named;
  }

  record(event: ExchangeEvent, content?: ExchangeContent): void {
    const at = this.#count % EXCHANGES_KEPT;
    this.#events[at] = event;
    this.#principals[at] = this.#principal(event.caller, content);
    this.#count += 1;
    this.#contents.keep(this.#count, content);
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
    const exchange = this.#at(n);
    return exchange && this.#withContent(exchange);
  }

  #withContent(exchange: Exchange): Exchange & Partial<ShownContent> {
    const content = this.#contents.of(exchange.n);
    return content === undefined ? exchange : { ...exchange, ...shownContent(content) };
  }

  /** The newest exchanges first, at most 1000. */
  latest(limit: number): readonly Exchange[] {
    const found: Exchange[] = [];
    for (let n = this.#count; n > this.#count - Math.min(limit, EXCHANGES_KEPT); n -= 1) {
      const exchange = this.#at(n);
      if (exchange === undefined) break;
      found.push(exchange);
    }
    return found;
  }

  /** undefined: there is none of this number any more, or yet. */
  #at(n: number): Exchange | undefined {
    const at = (n - 1) % EXCHANGES_KEPT;
    const told = n > this.#count - EXCHANGES_KEPT && n <= this.#count ? this.#events[at] : undefined;
    if (told === undefined) return undefined;
    const { caller, ...event } = told;
    const principal = this.#principals[at];
    return withoutItsTokens(principal === undefined ? { n, ...event } : { n, ...event, principal });
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
