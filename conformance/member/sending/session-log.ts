/** What one session sent and received, numbered, timed and redacted. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Conversation } from '../exchange/conversation.ts';
import type { Exchange, HeaderLines, RecordedRequest, RecordedResponse } from '../exchange/exchange.ts';
import type { Note } from '../exchange/note.ts';
import { plainly, Redactor } from '../exchange/redactor.ts';
import type { RunIdentity } from './run-identity.ts';
import type { SocketClient } from './socket-client.ts';
import { TICKET_ROUTE } from './ticket-room.ts';

interface Stamp {
  /** The number in the sequence of the run, over all its sessions. */
  readonly n: number;
  readonly atMs: number;
}

export class SessionLog {
  readonly #stopwatch: Stopwatch;
  readonly #identity: RunIdentity;
  readonly #redactor: Redactor;
  readonly #done: Exchange[] = [];
  readonly #open = new Map<number, Exchange>();
  readonly #sockets: SocketClient[] = [];
  readonly #notes: Note[] = [];
  /** Tickets in clear text, by the mark that replaces them in a record. */
  readonly #tickets = new Map<string, string>();
  #count = 0;

  /** @param redactor knows the secrets of the whole run. */
  constructor(redactor: Redactor, identity: RunIdentity, stopwatch: Stopwatch) {
    this.#redactor = new Redactor(redactor);
    this.#identity = identity;
    this.#stopwatch = stopwatch;
  }

  /** From now on this session records `secret` as `<name>`. */
  learn(secret: string, name: string): void {
    this.#redactor.learn(secret, name);
  }

  clean(text: string): string {
    return this.#redactor.clean(text);
  }

  cleanLines(lines: HeaderLines): HeaderLines {
    return this.#redactor.cleanLines(lines);
  }

  /** The ticket for a mark such as `<ticket 1>`; any other text is returned unchanged. */
  ticketOf(text: string): string {
    return this.#tickets.get(text) ?? text;
  }

  /** Rounded to microseconds: finer times are noise. */
  nowMs(): number {
    return Math.round(this.#stopwatch.nowMs() * 1000) / 1000;
  }

  stamp(): Stamp {
    this.#count = this.#identity.next() ?? this.#count + 1;
    return this.latest();
  }

  /** The number of the latest event, and the time: for what is recorded beside the exchanges. */
  latest(): Stamp {
    return { n: this.#count, atMs: this.nowMs() };
  }

  began(exchange: Exchange): void {
    this.#open.set(exchange.n, exchange);
  }

  ended(exchange: Exchange, isHidden: boolean): void {
    this.#open.delete(exchange.n);
    if (!isHidden) this.#done.push(exchange);
  }

  /** Replaces the exchange of the same number. */
  replace(exchange: Exchange): void {
    const i = this.#done.findLastIndex(({ n }) => n === exchange.n);
    if (i >= 0) this.#done[i] = exchange;
  }

  opening(socket: SocketClient): void {
    this.#sockets.push(socket);
  }

  /** All exchanges in order of sending; one that still waits for its response is listed as unanswered. */
  exchanges(): readonly Exchange[] {
    return [...this.#done, ...this.#open.values()].sort((a, b) => a.n - b.n);
  }

  /** Like `exchanges`, for the WebSocket connections. */
  conversations(): readonly Conversation[] {
    return this.#sockets.map((socket) => socket.conversation());
  }

  /** Closes every socket that is still open. */
  async closeSockets(): Promise<void> {
    await Promise.all(this.#sockets.map((socket) => socket.close(1000, '')));
  }

  notes(): readonly Note[] {
    return this.#notes;
  }

  note(label: string, value: unknown): void {
    this.#notes.push({ ...this.stamp(), label, value });
  }

  redacted(request: RecordedRequest, response: RecordedResponse): RecordedResponse {
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
