/**
 * The last exchanges of the sandbox's members with the reason of each refusal, for a developer whose call was refused.
 * Anything that looks like a token is redacted when it is read, so that a request costs next to nothing for it.
 */
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import type { NamedPrincipals } from './principal-of.ts';
import { type ShownContent, shownContent } from './shown-content.ts';
import { type StoredContent, storedContent } from './stored-content.ts';
import { withoutTokens } from './without-tokens.ts';

export interface Exchange extends Omit<ExchangeEvent, 'caller'> {
  /** Starts at 1 with the sandbox. */
  readonly n: number;
  /** The name of the sandbox's principal that sent it, by its token or session; null: none of them. */
  readonly principal?: string | null;
}

/** The number of stored exchanges. */
export const EXCHANGES_KEPT = 1000;

/** Characters of all stored contents together: the oldest are removed first. */
const MOST_CONTENT = 4 * 1024 * 1024;

interface Entry {
  readonly n: number;
  /** Not redacted: an exchange is redacted when it is read. */
  readonly event: ExchangeEvent;
  /** undefined: the exchange has no member of that name. */
  readonly principal: string | null | undefined;
  content: StoredContent | undefined;
}

/** Stores the last exchanges. */
export class Exchanges {
  /** The newest last. */
  readonly #entries: Entry[] = [];
  readonly #named: NamedPrincipals | undefined;
  #count = 0;
  #size = 0;
  /** Older exchanges have no content. */
  #oldestWithContent = 1;

  /** @param named names the principals; absent: none is named */
  constructor(named?: NamedPrincipals) {
    this.#named = named;
  }

  record(event: ExchangeEvent, content?: ExchangeContent): void {
    this.#count += 1;
    const entry = {
      ...{ n: this.#count, event, principal: this.#principal(event.caller, content) },
      content: content && storedContent(content),
    };
    this.#entries.push(entry);
    if (this.#entries.length > EXCHANGES_KEPT) this.#dropContent(this.#entries.shift());
    this.#size += entry.content?.size ?? 0;
    for (; this.#size > MOST_CONTENT; this.#oldestWithContent += 1)
      this.#dropContent(this.#entry(this.#oldestWithContent));
  }

  #dropContent(entry: Entry | undefined): void {
    if (entry?.content === undefined) return;
    this.#size -= entry.content.size;
    entry.content = undefined;
  }

  #entry(n: number): Entry | undefined {
    return this.#entries[n - this.#count + this.#entries.length - 1];
  }

  #principal(caller: ExchangeEvent['caller'], content: ExchangeContent | undefined): string | null | undefined {
    if (caller === undefined) return content && this.#named?.ofToken(content.requestHeaders);
    return caller && this.#named?.ofUser(caller);
  }

  /** The number of all exchanges since the start. */
  count(): number {
    return this.#count;
  }

  /** As `latest`, with the headers and bodies that are still stored. */
  latestWithBodies(limit: number): readonly (Exchange & Partial<ShownContent>)[] {
    return this.#latest(limit).map(withContent);
  }

  /** One exchange, with headers and bodies if they are still stored; undefined: it is not stored. */
  whole(n: number): (Exchange & Partial<ShownContent>) | undefined {
    const entry = this.#entry(n);
    return entry && withContent(entry);
  }

  /** The newest exchanges first, at most 1000. */
  latest(limit: number): readonly Exchange[] {
    return this.#latest(limit).map(exchangeOf);
  }

  #latest(limit: number): readonly Entry[] {
    return limit > 0 ? this.#entries.slice(-limit).toReversed() : [];
  }
}

function withContent(entry: Entry): Exchange & Partial<ShownContent> {
  const exchange = exchangeOf(entry);
  return entry.content === undefined ? exchange : { ...exchange, ...shownContent(entry.content) };
}

function exchangeOf({ n, event, principal }: Entry): Exchange {
  const { caller, ...rest } = event;
  return withoutItsTokens(principal === undefined ? { n, ...rest } : { n, ...rest, principal });
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
        : { ...refused, message: withoutTokens(refused.message), stage: withoutTokens(refused.stage) },
  };
}
