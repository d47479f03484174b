/** The only place where requests are sent and exchanges are created: numbers, paces, times and redacts them. */
import type { Conversation, SocketName } from '../exchange/conversation.ts';
import type { Exchange, HeaderLines, RecordedRequest, RecordedResponse } from '../exchange/exchange.ts';
import { exchangeOf, type Received, unanswered } from '../exchange/exchange-of.ts';
import { foreignIn } from '../exchange/foreign.ts';
import type { Note } from '../exchange/note.ts';
import { inMs, isPushBack, outcomeOf } from '../exchange/outcome-of.ts';
import { plainly, Redactor } from '../exchange/redactor.ts';
import { secondsToWait } from '../exchange/retry-after.ts';
import type { Sent } from './hanging.ts';
import { sentAlone, sentTo } from './hanging.ts';
import { unlessHeld } from './not-sent.ts';
import { sendBytes } from './raw-connection.ts';
import { splitLine, withHeaders } from './raw-headers.ts';
import { SocketClient } from './socket-client.ts';
import type { Departure } from './together.ts';
import type { WireFailure } from './transport.ts';
import type { WaitedTime } from './waited-time.ts';
import type { Watching, Wire } from './wire.ts';

type Answer = RecordedResponse | WireFailure;
/** Gives the place among the requests in flight to another one. */
type Leave = () => void;

interface Outgoing {
  readonly actor: string;
  readonly label: string | null;
  readonly timeoutMs: number;
  /** Part of another exchange, so not listed among the exchanges of the session. */
  readonly hidden?: boolean;
  readonly departure?: Departure | undefined;
}

interface OutgoingRequest extends Outgoing {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, as sent. */
  readonly headers: readonly string[];
  readonly recordedHeaders: HeaderLines;
  readonly body: string | Uint8Array | null;
}

interface OutgoingHandshake extends Outgoing {
  readonly socket: SocketName;
  readonly url: URL;
  readonly headers: HeaderLines;
  readonly recordedHeaders: HeaderLines;
}

/** An open conversation: its client, and its record so far. */
export interface Underway {
  readonly client: SocketClient;
  conversation(): Conversation;
}

interface OutgoingBytes extends Outgoing {
  readonly userAgent: string;
  /** Another destination than the target's base address. */
  readonly base?: URL;
  readonly bytes: Uint8Array;
  /** The head's lines as they may be recorded. */
  readonly lines: readonly string[];
  readonly body: string | null;
}

const NEVER = new Promise<never>(() => {});
const REQUEST_ID = 'x-request-id';
const TICKET_ROUTE = '/v1/ws-tickets';

/** The recorder of one session. */
export class Recorder {
  readonly #wire: Wire;
  readonly #waited: WaitedTime;
  readonly #watching: Watching;
  readonly #redactor: Redactor;
  readonly #done: Exchange[] = [];
  readonly #open = new Map<number, Exchange>();
  readonly #underway: Underway[] = [];
  readonly #notes: Note[] = [];
  /** Tickets in clear text, by the mark that replaces them in a record. */
  readonly #tickets = new Map<string, string>();
  /** Requests in flight. */
  readonly #awaited = new Set<Promise<unknown>>();
  #halted = false;
  #count = 0;

  constructor(wire: Wire, waited: WaitedTime, watching: Watching) {
    this.#watching = watching;
    this.#wire = wire;
    this.#waited = waited;
    this.#redactor = new Redactor(wire.redactor);
  }

  /** From now on this session records `secret` as `<name>`. */
  learn(secret: string, name: string): void {
    this.#redactor.learn(secret, name);
  }

  /** All exchanges in order of sending; one that still waits for its response is listed as unanswered. */
  exchanges(): readonly Exchange[] {
    return [...this.#done, ...this.#open.values()].sort((a, b) => a.n - b.n);
  }

  /** Replaces the exchange of the same number. */
  replace(exchange: Exchange): Exchange {
    const i = this.#done.findIndex(({ n }) => n === exchange.n);
    if (i >= 0) this.#done[i] = exchange;
    return exchange;
  }

  exchange(outgoing: OutgoingRequest): Promise<Exchange> {
    const { method, path, headers, body, timeoutMs } = outgoing;
    const text = body === null || typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
    const request: RecordedRequest = {
      method,
      path: this.clean(path),
      headers: this.#redactor.cleanLines(outgoing.recordedHeaders),
      body: text === null ? null : this.clean(text),
    };
    const put = (own: HeaderLines) =>
      this.#wire.transport.send({ method, path, headers: [...headers, ...own.flat()], body, timeoutMs });
    return this.#send(outgoing, request, put);
  }

  async rawExchange(outgoing: OutgoingBytes): Promise<Exchange> {
    const agent: HeaderLines = [['User-Agent', outgoing.userAgent]];
    const given = withHeaders(outgoing, agent);
    const [first = '', ...lines] = given.lines.map((line) => this.#redactor.clean(line));
    const [method = '', path = ''] = first.split(' ');
    const request: RecordedRequest = {
      method,
      path,
      headers: lines.filter((line) => line !== '').map(splitLine),
      body: outgoing.body === null ? null : this.#redactor.clean(outgoing.body),
    };
    const { stopwatch, dial } = this.#wire;
    const base = outgoing.base ?? this.#wire.base;
    const put = (own: HeaderLines) =>
      sendBytes(base, withHeaders(given, own).bytes, outgoing.timeoutMs, stopwatch, dial);
    const isRequest = given.bytes !== outgoing.bytes;
    return this.#send(outgoing, request, put, isRequest ? 'request' : 'bytes');
  }

  /** Like `exchanges`, for the WebSocket connections. */
  conversations(): readonly Conversation[] {
    return this.#underway.map((underway) => underway.conversation());
  }

  /** The number of the latest event, and the time: for what is recorded beside the exchanges. */
  latest(): { readonly n: number; readonly atMs: number } {
    return { n: this.#count, atMs: microseconds(this.#wire.stopwatch.nowMs()) };
  }

  notes(): readonly Note[] {
    return this.#notes;
  }

  note(label: string, value: unknown): void {
    this.#notes.push({ ...this.#stamp(), label, value });
  }

  /** The ticket for a mark such as `<ticket 1>`; any other text is returned unchanged. */
  ticketOf(text: string): string {
    return this.#tickets.get(text) ?? text;
  }

  clean(text: string): string {
    return this.#redactor.clean(text);
  }

  async openSocket({ actor, label, socket, url, timeoutMs, ...lines }: OutgoingHandshake): Promise<Underway> {
    const { stopwatch, dial } = this.#wire;
    const kind = { route: `handshakes of the ${socket === 'trading' ? 'trading' : 'market data'} socket` };
    this.#wire.hanging.sending(kind);
    this.#wire.bounds.opening('sessions');
    await this.turn();
    const { n, atMs: sentAtMs } = this.#stamp();
    const own = this.#ownHeaders(n, lines.headers);
    const request: RecordedRequest = {
      method: 'GET',
      path: this.clean(url.pathname + url.search),
      headers: this.#redactor.cleanLines([...lines.recordedHeaders, ...own]),
      body: null,
    };
    const log = {
      stamp: () => this.#stamp(),
      clean: (text: string) => this.clean(text),
      rest: <T>(wait: Promise<T>) => this.#waited.restingFor(wait),
      heard: (text: string) => this.#wire.effects?.heard(text),
    };
    const client = new SocketClient(log, stopwatch, dial);
    let answer: Answer = { failure: 'not answered before the check was done' };
    let received: Received = { response: null, failure: answer.failure };
    let answeredAtMs = sentAtMs;
    const underway: Underway = {
      client,
      conversation: () => ({
        ...{ n, label, actor, socket, request, sentAtMs, answeredAtMs },
        ...received,
        frames: [...client.frames],
        closed: client.closed,
      }),
    };
    this.#underway.push(underway);
    answer = await this.#put(() => client.handshake(url, [...lines.headers, ...own], timeoutMs));
    received = this.#received(request, answer, true);
    answeredAtMs = this.#answeredAt(sentAtMs, answer);
    this.#wire.trace.answered(underway.conversation());
    this.#report(underway.conversation(), false, kind, timeoutMs);
    return underway;
  }

  /** An op is about to be sent. Throws LeftAlone where it must not be sent. */
  asking(actor: string, op: object): void {
    if ('op' in op && (op.op === 'submit' || op.op === 'cancel')) unlessHeld(actor, this.#wire.heldWrites);
    this.#wire.effects?.asking(this.#watching.check, actor, op);
    if ('op' in op && op.op === 'submit') this.#wire.bounds.opening('orders');
  }

  /** Closes every socket that is still open. */
  async closeSockets(): Promise<void> {
    await Promise.all(this.#underway.map(({ client }) => client.close(1000, '')));
  }

  /** Settles when one more request or message may be sent; after a halt never. undefined: at once. */
  turn(): Promise<void> | undefined {
    if (this.#halted) return NEVER;
    const { breaker, pace } = this.#wire;
    const turn = breaker.turn()?.then(() => pace.turn(this)) ?? pace.turn(this);
    // After a halt there is neither a response nor an error to continue with, so the waiting caller is suspended here.
    return turn && this.#waited.during(turn).then(() => (this.#halted ? NEVER : undefined));
  }

  /** Stops all sending. Settles when every request in flight is answered or has timed out. */
  async halt(): Promise<void> {
    this.#halted = true;
    this.#wire.pace.drop(this);
    this.#wire.inFlight.drop(this);
    await Promise.allSettled([...this.#awaited]);
  }

  /** Registers a promise for `halt` to wait for. */
  awaiting<T>(answer: Promise<T>): Promise<T> {
    const settled = () => this.#awaited.delete(answer);
    this.#awaited.add(answer);
    answer.then(settled, settled);
    return answer;
  }

  #stamp(): { readonly n: number; readonly atMs: number } {
    this.#count = this.#wire.identity.next() ?? this.#count + 1;
    return { n: this.#count, atMs: microseconds(this.#wire.stopwatch.nowMs()) };
  }

  async #send(
    { actor, label, timeoutMs, departure, hidden = false }: Outgoing,
    stated: RecordedRequest,
    put: (own: HeaderLines) => Promise<Answer>,
    raw?: 'request' | 'bytes',
  ): Promise<Exchange> {
    if (stated.method !== 'GET' && !stated.path.startsWith(TICKET_ROUTE)) unlessHeld(actor, this.#wire.heldWrites);
    // Record the effect before the request waits for its turn. A handshake writes no row.
    const answered = this.#wire.effects?.sending({ check: this.#watching.check, actor, request: stated });
    const turn = this.turn();
    if (turn !== undefined) await turn;
    const departing = this.#depart(departure);
    const leave = departing instanceof Promise ? await departing : departing;
    const kind = raw === undefined ? sentTo(stated.method, stated.path) : sentAlone(stated.method);
    const made = this.#unlessNotSent(() => {
      if (raw !== 'bytes') this.#wire.hanging.sending(kind);
      return this.#wire.bounds.making(stated);
    }, [answered, leave]);
    const { n, atMs: sentAtMs } = this.#stamp();
    const isRaw = raw !== undefined;
    const own = raw === 'bytes' ? [] : this.#ownHeaders(n, stated.headers);
    const request = own.length === 0 ? stated : { ...stated, headers: [...stated.headers, ...own] };
    const sent = { n, label, actor, request, sentAtMs, isRaw };
    if (!hidden) this.#open.set(n, unanswered(sent));
    if (request.path.startsWith(TICKET_ROUTE)) this.#wire.ticketRoom.asked(this, actor);
    const answer = await this.#answer(() => put(own), leave);
    made?.(answer);
    if (answered !== undefined) answered(answer);
    else if (!('failure' in answer)) this.#wire.effects?.saw(request, answer);
    const answeredAtMs = this.#answeredAt(sentAtMs, answer);
    const exchange = exchangeOf(sent, answeredAtMs, this.#received(request, answer, isRaw));
    this.#open.delete(n);
    this.#wire.trace.answered(exchange);
    if (!this.#watching.isDisturbed()) this.#wire.met.saw(exchange);
    if (!hidden) this.#done.push(exchange);
    this.#report(exchange, isRaw, kind, timeoutMs);
    return exchange;
  }

  /** If a request is not sent after all, resolves the callbacks that wait for its response. */
  #unlessNotSent<T>(ask: () => T, waiting: readonly (((answer: WireFailure) => void) | undefined)[]): T {
    try {
      return ask();
    } catch (error) {
      for (const hear of waiting) hear?.({ failure: 'unreachable (not sent)' });
      throw error;
    }
  }

  /**
   * Settles when the request may be sent. Requests with a departure leave together, so the limit on requests in flight
   * does not apply to them.
   */
  #depart(departure: Departure | undefined): Leave | undefined | Promise<Leave | undefined> {
    if (departure !== undefined) return this.#waited.during(departure()).then(() => undefined);
    const { inFlight } = this.#wire;
    const leave = () => inFlight.leave();
    const place = inFlight.take(this);
    return place === undefined ? leave : this.#waited.during(place).then((isPlaced) => (isPlaced ? leave : NEVER));
  }

  /** The headers that identify the run in the member's logs, where the check does not state them. */
  #ownHeaders(n: number, stated: HeaderLines): HeaderLines {
    const id = this.#watching.statesRequestIds ? this.#wire.identity.requestId(n) : undefined;
    const isStated = stated.some(([name]) => name.length === REQUEST_ID.length && name.toLowerCase() === REQUEST_ID);
    return id === undefined || isStated ? [] : [['X-Request-Id', id]];
  }

  async #answer(put: () => Promise<Answer>, leave: Leave | undefined): Promise<Answer> {
    try {
      return await this.#put(put);
    } finally {
      leave?.();
    }
  }

  #put(put: () => Promise<Answer>): Promise<Answer> {
    const { cause } = this.#wire.breaker;
    if (cause !== undefined) return Promise.resolve({ failure: `unreachable (not sent: ${cause})` });
    this.#wire.onSend();
    return this.awaiting(put().catch(notSendable));
  }

  /**
   * Reports the outcome to pace and circuit breaker, except for faults of the check and bytes that no HTTP client
   * sends: they say nothing about the target.
   */
  #report(e: Exchange, isRaw: boolean, kind: Sent, timeoutMs: number): void {
    if (this.#watching.isDisturbed()) return;
    const outcome = outcomeOf(e, this.#watching.judgesBusyAnswers);
    const { breaker, hanging, pace, probe } = this.#wire;
    hanging.saw(kind, e.failure === 'timeout' ? timeoutMs : undefined);
    // A session that tests busy answers has provoked this one: it says nothing about the pace of the others.
    const isSlowing = isPushBack(e);
    if (outcome.kind !== 'answer' && isSlowing) pace.pushedBack(inMs(secondsToWait(e)));
    if (outcome.kind === 'answer' && !isSlowing) pace.answered();
    if (!isRaw || outcome.kind === 'answer') breaker.saw(outcome, probe);
  }

  #answeredAt(sentAtMs: number, answer: Answer): number {
    const nowMs = microseconds(this.#wire.stopwatch.nowMs());
    if (!('failure' in answer)) this.#waited.onTheLine(sentAtMs, this.#wire.line.took(nowMs - sentAtMs));
    return nowMs;
  }

  /** The only place that decides whether the member sent a response. */
  #received(request: RecordedRequest, answer: Answer, isRaw: boolean): Received {
    if ('failure' in answer) return { response: null, failure: answer.failure };
    const response = this.#redacted(request, answer);
    const { ledger, isDisturbed } = this.#watching;
    const rule = { isDisturbed: isDisturbed(), areBareOnesOwn: ledger.areBareOnesOwn, isRaw };
    const foreign = foreignIn({ request, response }, rule);
    if (foreign !== undefined) ledger.note(foreign);
    return foreign === undefined ? { response, failure: null } : { response, failure: null, foreign };
  }

  #redacted(request: RecordedRequest, response: RecordedResponse): RecordedResponse {
    if (request.path.startsWith(TICKET_ROUTE)) this.#learnTicket(response.body);
    const headers = this.#redactor.cleanLines(response.headers);
    const body = this.#redactor.clean(response.body);
    // An unchanged response keeps its identity: what was parsed of it (exchange.ts) is not parsed again.
    const isUnchanged = headers === response.headers && body === response.body;
    return isUnchanged ? response : { status: response.status, headers, body };
  }

  #learnTicket(body: string): void {
    const ticket = /"ticket"\s*:\s*"([^"]+)"/.exec(plainly(body))?.[1];
    if (ticket === undefined) return;
    const name = `ticket ${this.#tickets.size + 1}`;
    this.#tickets.set(`<${name}>`, ticket);
    this.#redactor.learn(ticket, name);
  }
}

/** What a member answered may be in the next request: a header that no client can send costs that request. */
function notSendable(error: Error & { readonly code?: string }): Answer {
  if (error.code !== 'UND_ERR_INVALID_ARG' && error.code !== 'ERR_INVALID_CHAR') throw error;
  return { failure: `unreachable (not sent: ${error.message})` };
}

/** Rounds to microseconds: finer times are noise. */
function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
