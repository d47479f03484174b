/**
 * The last exchanges of the sandbox's members with the reason of each refusal and with what their clients received, for
 * a developer whose call was refused. Anything that looks like a token is redacted when it is read, so that a request
 * costs next to nothing for it.
 */
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import type { FaultStrike } from '../../gateway/sockets/socket-edge.ts';
import type { Where } from '../faults/match.ts';
import { OrderedBefore } from './ordered-before.ts';
import { type Fate, type Later, type Outcome, outcomeOf } from './outcome.ts';
import type { NamedPrincipals } from './principal-of.ts';
import { type ShownContent, type ShownMessage, shownContent, shownResponse } from './shown-content.ts';
import { type StoredContent, storedContent } from './stored-content.ts';
import { type ShownStrike, shownStrikes } from './strike-text.ts';
import { withoutTokens } from './without-tokens.ts';

export interface Exchange extends Omit<ExchangeEvent, 'caller' | 'strikes'> {
  /** Starts at 1 with the sandbox. */
  readonly n: number;
  /** The name of the sandbox's principal that sent it, by its token or session; null: none of them. */
  readonly principal?: string | null;
  /** Without its question mark, and at most 400 characters; absent: there is none. */
  readonly query?: string;
  /** The answer is that of an earlier request with the key. */
  readonly replay?: true;
  /** What its client received. */
  readonly outcome: Outcome;
  /** From its arrival to the end of its answer, on the sandbox's clock; absent: no front saw it arrive. */
  readonly tookNs?: string;
  /** The faults that struck it, in order. */
  readonly strikes: readonly ShownStrike[];
  /** What a client author should look at: a key that was sent with another body, an order that was sent twice. */
  readonly notes: readonly string[];
}

/** An exchange with its headers and bodies, as far as they are stored. */
export interface WholeExchange extends Exchange, Partial<ShownContent> {
  /** What its client received in place of the response; null: no answer. Absent: it received the response. */
  readonly received?: (ShownMessage & { readonly status: number }) | null;
}

/** Called when the fate of an answer is known, and at each change of it; without one, it is the member's own answer. */
export type Settle = (fate?: Fate, strikes?: readonly FaultStrike[]) => void;

/** The number of stored exchanges. */
export const EXCHANGES_KEPT = 1000;

/** Characters of all stored contents together: the oldest are removed first. */
const MOST_CONTENT = 4 * 1024 * 1024;
const LONGEST_QUERY = 400;

interface Entry {
  readonly n: number;
  /** Not redacted: an exchange is redacted when it is read. */
  readonly event: ExchangeEvent;
  /** undefined: the exchange has no member of that name. */
  readonly principal: string | null | undefined;
  readonly notes: readonly string[];
  /** Not redacted; empty: there is none. */
  readonly query: string;
  readonly isReplay: boolean;
  content: StoredContent | undefined;
  fate: Fate | undefined;
  strikes: readonly FaultStrike[];
  /** What the client read first of the operation that this one left open. */
  later: Later | undefined;
}

/** A strike on a write on its way, and the exchanges of the write that it struck. */
interface OnWrite {
  readonly strike: FaultStrike;
  readonly where: Where;
  readonly on: Set<Entry>;
  /** false: no exchange that was open at the time is recorded yet. */
  isClaimed: boolean;
}

/** Stores the last exchanges. */
export class Exchanges {
  /** The newest last. */
  readonly #entries: Entry[] = [];
  readonly #named: NamedPrincipals | undefined;
  readonly #settled: ((exchange: Exchange) => void) | undefined;
  #orders = new OrderedBefore();
  /** The last strikes on writes. */
  #onWrites: OnWrite[] = [];
  /** Exchanges that left an operation open. */
  readonly #open = new Set<Entry>();
  /** The numbers of exchanges whose outcome changed after they were recorded, the newest last. */
  #changed: number[] = [];
  #changes = 0;
  #count = 0;
  #size = 0;
  /** Older exchanges have no content. */
  #oldestWithContent = 1;

  /**
   * @param named names the principals; absent: none is named
   * @param settled receives each exchange once the fate of its answer is known
   */
  constructor(named?: NamedPrincipals, settled?: (exchange: Exchange) => void) {
    this.#named = named;
    this.#settled = settled;
  }

  /** @returns a function that settles its answer */
  record(event: ExchangeEvent, content?: ExchangeContent): Settle {
    if (event.fault?.answersOp === true && this.#strikeOp(event)) return () => {};
    this.#count += 1;
    const principal = this.#principal(event.caller, content);
    const stored = content && storedContent(content);
    const entry: Entry = {
      ...{ n: this.#count, event, principal, content: stored, fate: undefined, later: undefined },
      notes: this.#orders.notesOf(this.#count, event, principal, content?.requestBody),
      strikes: event.strikes ?? [],
      query: event.method === 'WS' ? '' : queryOf(content?.target ?? ''),
      isReplay: isReplay(content),
    };
    this.#entries.push(entry);
    const gone = this.#entries.length > EXCHANGES_KEPT ? this.#entries.shift() : undefined;
    if (gone !== undefined) this.#forget(gone);
    this.#size += stored?.size ?? 0;
    for (; this.#size > MOST_CONTENT; this.#oldestWithContent += 1)
      this.#dropContent(this.#entry(this.#oldestWithContent));
    this.#claim(entry);
    if (event.status === 202) this.#open.add(entry);
    else this.#close(entry, content);
    return (fate, strikes = []) => {
      const wasOpen = entry.fate === undefined || entry.fate.act === 'held';
      // The first end counts: a client that left receives nothing of what a fault sends afterwards.
      if (wasOpen) entry.fate = fate;
      entry.strikes = [...new Set([...entry.strikes, ...strikes])];
      if ((fate !== undefined && fate.act !== 'sent') || strikes.length > 0) this.#change(entry);
      if (wasOpen && fate?.act !== 'held') this.#settled?.(exchangeOf(entry));
    };
  }

  /** The sequence begins again: its keys belong to other writes. */
  beginAgain(): void {
    this.#orders = new OrderedBefore();
    this.#onWrites = [];
  }

  /** A rule struck a write on its way; called again with the same strike when it let the write go. */
  struck(strike: FaultStrike, where: Where): void {
    const known = this.#onWrites.find((one) => one.strike === strike);
    for (const entry of known?.on ?? []) this.#change(entry);
    if (known !== undefined) return;
    // If no exchange of the write is open, it belongs to the last one: its client has a 202, or none any more.
    const last = this.#entries.findLast(({ event }) => isOf(event, where));
    this.#onWrites = [...this.#onWrites, { strike, where, on: new Set<Entry>(), isClaimed: false }].slice(
      -EXCHANGES_KEPT,
    );
    if (last !== undefined) this.#put(this.#onWrites.at(-1), last);
  }

  #put(struck: OnWrite | undefined, entry: Entry): void {
    struck?.on.add(entry);
    if (struck !== undefined) entry.strikes = [...entry.strikes, struck.strike];
    this.#change(entry);
  }

  /** Gives an exchange the strikes that met its write while it was open. */
  #claim(entry: Entry): void {
    const { event } = entry;
    if (event.key === null) return;
    for (const struck of this.#onWrites) {
      if (!isOf(event, struck.where)) continue;
      const [began, at] = [BigInt(event.receivedNs ?? event.atNs), BigInt(struck.strike.atNs)];
      // On a clock that stands still, the first exchange after a strike is the one that it struck.
      if (struck.isClaimed ? at <= began : at < began) continue;
      if (!struck.isClaimed) for (const other of struck.on) this.#release(other, struck);
      struck.isClaimed = true;
      this.#put(struck, entry);
    }
  }

  #release(entry: Entry, struck: OnWrite): void {
    struck.on.delete(entry);
    entry.strikes = entry.strikes.filter((one) => one !== struck.strike);
    this.#change(entry);
  }

  /** The op whose answer a fault struck has its strike; false: it is not stored, and the strike is an entry. */
  #strikeOp({ session, requestId, strikes = [], fault, closed }: ExchangeEvent): boolean {
    const entry = this.#entries.findLast(
      ({ event }) => event.op !== undefined && event.session === session && event.requestId === requestId,
    );
    if (entry === undefined) return false;
    entry.strikes = [...entry.strikes, ...strikes];
    entry.fate = fault?.did === 'delayed' ? undefined : { act: 'frame', did: fault?.did ?? '' };
    this.#change(entry);
    if (closed === undefined) this.#settled?.(exchangeOf(entry));
    return closed === undefined;
  }

  /** Tells what an exchange left open from what its client reads of the operation later. */
  #close({ event, principal }: Entry, content: ExchangeContent | undefined): void {
    const key = operationKey(event);
    const later = key === undefined ? undefined : laterOf(event, content);
    if (later === undefined) return;
    for (const entry of this.#open) {
      if (entry.event.key !== key || entry.principal !== principal) continue;
      entry.later = { text: later, atNs: event.atNs };
      this.#open.delete(entry);
      this.#change(entry);
    }
  }

  #change({ n }: Entry): void {
    this.#changes += 1;
    this.#changed = [...this.#changed, n].slice(-EXCHANGES_KEPT);
  }

  #forget(entry: Entry): void {
    this.#open.delete(entry);
    this.#dropContent(entry);
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

  /** The number of all changes of outcomes since the start. */
  changes(): number {
    return this.#changes;
  }

  /** The stored exchanges whose outcome changed after the first `since` changes, each once and as it is now. */
  changedAfter(since: number): readonly Exchange[] {
    const news = new Set(this.#changes > since ? this.#changed.slice(since - this.#changes) : []);
    return [...news].flatMap((n) => this.#entry(n) ?? []).map(exchangeOf);
  }

  /** As `latest`, with the headers and bodies that are still stored. */
  latestWithBodies(limit: number): readonly WholeExchange[] {
    return this.#latest(limit).map(withContent);
  }

  /** One exchange, with headers and bodies if they are still stored; undefined: it is not stored. */
  whole(n: number): WholeExchange | undefined {
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

function isOf({ key, member }: ExchangeEvent, where: Where): boolean {
  return key === where.key && (where.member === undefined || member === where.member);
}

/** Without its question mark, and cut to a maximum length; empty: there is none. */
function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1, mark + 1 + LONGEST_QUERY);
}

function isReplay(content: ExchangeContent | undefined): boolean {
  return content?.responseHeaders['Idempotent-Replay'] === 'true';
}

/** The key of the operation that an exchange reads or repeats; undefined: it does neither. */
function operationKey({ method, path, key }: ExchangeEvent): string | undefined {
  const polled = method === 'GET' ? /^\/operations\/([^/]+)$/.exec(path)?.[1] : undefined;
  try {
    return polled === undefined ? (key ?? undefined) : decodeURIComponent(polled);
  } catch {
    return undefined;
  }
}

/** The status of an operation as its client reads it, or of the answer to a retry; undefined: it is still open. */
function laterOf({ method, status }: ExchangeEvent, content: ExchangeContent | undefined): string | undefined {
  // A retry that the member refuses before it knows the operation says nothing of it.
  if (method !== 'GET') return status !== 202 && (status < 300 || isReplay(content)) ? `${status}` : undefined;
  const body = content?.responseBody;
  const text = body instanceof Uint8Array ? Buffer.from(body).toString() : body;
  const state = typeof text === 'string' ? /"status":"([A-Z]{1,20})"/.exec(text)?.[1] : undefined;
  return status === 200 && state !== 'PENDING' ? state : undefined;
}

function withContent(entry: Entry): WholeExchange {
  const { content, fate } = entry;
  const exchange = exchangeOf(entry);
  const received =
    fate?.act === 'lost' || fate?.act === 'left'
      ? { received: null }
      : fate?.act === 'replaced'
        ? { received: { status: fate.with.status, ...shownResponse(fate.with) } }
        : {};
  return content === undefined ? exchange : { ...exchange, ...shownContent(content), ...received };
}

function exchangeOf({ n, event, principal, query, isReplay: replay, fate, strikes, notes, later }: Entry): Exchange {
  const { caller: _, strikes: __, ...rest } = event;
  const named = principal === undefined ? { n, ...rest } : { n, ...rest, principal };
  const endNs = fate !== undefined && 'atNs' in fate ? fate.atNs : event.atNs;
  return withoutItsTokens({
    ...named,
    outcome: outcomeOf(event, { fate, strikes, later }),
    ...(event.receivedNs === undefined ? {} : { tookNs: `${BigInt(endNs) - BigInt(event.receivedNs)}` }),
    ...(query === '' ? {} : { query }),
    ...(replay ? { replay } : {}),
    strikes: shownStrikes(strikes, event),
    notes,
  });
}

function withoutItsTokens(exchange: Exchange): Exchange {
  const { path, query, key, requestId, op, fault, refused, notes } = exchange;
  return {
    ...exchange,
    path: withoutTokens(path),
    ...(query === undefined ? {} : { query: withoutTokens(`?${query}`).slice(1) }),
    key: key === null ? null : withoutTokens(key),
    requestId: requestId === null ? null : withoutTokens(requestId),
    ...(op === undefined ? {} : { op: withoutTokens(op) }),
    ...(fault === undefined ? {} : { fault: { ...fault, frame: withoutTokens(fault.frame) } }),
    refused:
      refused === null
        ? null
        : { ...refused, message: withoutTokens(refused.message), stage: withoutTokens(refused.stage) },
    notes: notes.map(withoutTokens),
  };
}
