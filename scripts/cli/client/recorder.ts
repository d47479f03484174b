/** Records what a client does in a sandbox of this process, as the history that the rules judge. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type {
  Answer,
  Call,
  Credential,
  EventFrame,
  SessionEnd,
  Trouble,
} from '../../../conformance/clients/history.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { SOCKET_PATHS } from '../../../gateway/contract/sockets.ts';
import type { ExchangeContent, ExchangeEvent } from '../../../gateway/http/exchange-event.ts';
import type { SentFrame } from '../../../gateway/sockets/frame-tap.ts';
import { EXCHANGES_KEPT, type WholeExchange } from '../../../platform-sim/control/exchanges.ts';
import { type ShownStrike, shownStrikes } from '../../../platform-sim/control/strike-text.ts';
import type { TrafficWatch } from '../../../platform-sim/control/traffic-watch.ts';
import type { World } from '../../../platform-sim/hosting/world.ts';
import { OTHERS } from './others.ts';

/** One exchange, as it happened: what its client received is known at the end. */
interface Seen {
  readonly n: number;
  readonly exchange: number;
  readonly atMs: number;
  readonly event: ExchangeEvent;
  readonly content: ExchangeContent | undefined;
  readonly connection: number;
  /** The handshake of its session, by its number. */
  readonly session: number | undefined;
}

/** A handshake that was accepted, and the session that it opened. */
interface Handshake {
  readonly n: number;
  readonly member: string;
  readonly path: string;
  /** The member's name for it, from its first op or frame on. A member that crashed gives the same name again. */
  name?: string;
  /** Its connection is closed, or its end was reported. */
  isOver: boolean;
}

export interface Traffic {
  readonly calls: readonly Call[];
  readonly frames: readonly EventFrame[];
  readonly ends: readonly SessionEnd[];
  readonly leaks: readonly string[];
  readonly isCut: boolean;
}

const ENDED_BY: Readonly<Record<string, SessionEnd['by']>> = {
  'closed by the client': 'client',
  gone: 'connection',
  silent: 'connection',
};

/** Between the end of a connection and the report of its session's end, in milliseconds. */
const REPORTED_MS = 30;

/** The traffic of one start. Pass `watch` to its sandbox, and read the history once the client has ended. */
export class ClientRecorder {
  readonly #stopwatch: Stopwatch;
  readonly #beganMs: number;
  readonly #seen: Seen[] = [];
  readonly #grants: Call[] = [];
  readonly #frames: EventFrame[] = [];
  readonly #ends: SessionEnd[] = [];
  readonly #leaks = new Set<string>();
  /** Secrets and their marks: `[token 1]`. Longer ones first would matter only if one contained another. */
  readonly #secrets = new Map<string, string>();
  readonly #counts = { token: 0, ticket: 0 };
  readonly #connections = new Map<object, number>();
  readonly #handshakes: Handshake[] = [];
  readonly #rate: number;
  #count = 0;

  /** @param rate the speed of the sandbox's clock, so that its times are real ones here */
  constructor(stopwatch: Stopwatch, rate = 1) {
    this.#stopwatch = stopwatch;
    this.#rate = rate;
    this.#beganMs = stopwatch.nowMs();
  }

  /** Milliseconds since the start began. */
  nowMs(): number {
    return this.#stopwatch.nowMs() - this.#beganMs;
  }

  /** A secret of the client, which may stand only in the request of a token. */
  keep(secret: string, name: string): void {
    this.#secrets.set(secret, `[${name}]`);
  }

  /** A token that was issued besides the token endpoint. */
  issued(token: string): void {
    this.#issue('token', token);
  }

  /** How many requests, ops and handshakes there were so far. */
  get count(): number {
    return this.#seen.length;
  }

  /** The path of the last request that a member answered. */
  lastPath(): string {
    return this.#seen.at(-1)?.event.path ?? '/';
  }

  readonly watch: TrafficWatch = {
    exchange: (exchange, event, content, request) => {
      if (event.requestId === OTHERS) return;
      const agoMs = Number(BigInt(event.atNs) - BigInt(event.receivedNs ?? event.atNs)) / 1e6 / this.#rate;
      const connection = request === undefined ? 0 : numberOf(this.#connections, request.socket);
      this.#learn(event, content);
      const n = this.#next();
      const { member, path, closed, session: name } = event;
      if (event.status === 101 && request !== undefined) this.#open({ n, member, path, isOver: false }, request.socket);
      const opened = name === undefined ? undefined : this.#sessionOf(name, member, path);
      this.#seen.push({ n, exchange, atMs: this.nowMs() - agoMs, event, content, connection, session: opened?.n });
      if (closed !== undefined && opened !== undefined)
        this.#end(opened, closed.code, ENDED_BY[closed.why] ?? 'gateway');
    },
    frame: ({ session: name, member, socket, event, text, strikes }: SentFrame) => {
      const session = this.#sessionOf(name, member, SOCKET_PATHS[socket])?.n ?? 0;
      const at = { n: this.#next(), atMs: this.nowMs(), session };
      this.#frames.push({
        ...at,
        socket,
        event,
        text: this.#marked(text),
        troubles: troublesOf(shownStrikes(strikes ?? [])),
      });
    },
    grant: (request, form, answer) => this.#grant(request, form, answer),
  };

  /** The history so far. */
  traffic(world: Pick<World, 'exchanges'>): Traffic {
    const whole = new Map(world.exchanges.latestWithBodies(EXCHANGES_KEPT).map((one) => [one.n, one]));
    const calls = this.#seen
      .filter(({ event }) => event.closed === undefined && event.fault === undefined)
      .map((seen) => this.#callOf(seen, whole.get(seen.exchange)));
    const isCut = world.exchanges.count() > EXCHANGES_KEPT;
    const all = [...calls, ...this.#grants].sort((a, b) => a.n - b.n);
    return { calls: all, frames: this.#frames, ends: this.#ends, leaks: [...this.#leaks], isCut };
  }

  #open(handshake: Handshake, socket: Socket): void {
    this.#handshakes.push(handshake);
    // A member that crashes reports no end of its sessions; another one reports it a moment after the connection.
    socket.once('close', () => this.#stopwatch.after(REPORTED_MS, () => this.#end(handshake, 1006, 'gateway')));
  }

  #sessionOf(name: string, member: string, path: string): Handshake | undefined {
    const known = this.#handshakes.find((one) => one.name === name && !one.isOver);
    if (known !== undefined) return known;
    const fresh = this.#handshakes.find((one) => one.name === undefined && one.member === member && one.path === path);
    if (fresh !== undefined) fresh.name = name;
    // The last frames of a session may come after its end.
    return fresh ?? this.#handshakes.findLast((one) => one.name === name);
  }

  #end(handshake: Handshake, code: number, by: SessionEnd['by']): void {
    if (handshake.isOver) return;
    handshake.isOver = true;
    this.#ends.push({ n: this.#next(), atMs: this.nowMs(), session: handshake.n, code, by });
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #issue(kind: 'token' | 'ticket', secret: unknown): void {
    if (typeof secret !== 'string' || this.#secrets.has(secret)) return;
    this.#counts[kind] += 1;
    this.#secrets.set(secret, `[${kind} ${this.#counts[kind]}]`);
  }

  /** Tickets are known from the answers that mint them. */
  #learn(event: ExchangeEvent, content: ExchangeContent | undefined): void {
    if (event.path !== '/v1/ws-tickets' || event.status !== 200) return;
    this.#issue('ticket', (jsonOf(textOf(content?.responseBody ?? '')) as { ticket?: unknown })?.ticket);
  }

  #marked(text: string): string {
    let marked = text;
    for (const [secret, mark] of this.#secrets) marked = marked.replaceAll(secret, mark);
    return marked;
  }

  #grant(request: IncomingMessage, form: string, answer?: { readonly status: number; readonly body: unknown }): void {
    this.#issue('token', (answer?.body as { access_token?: unknown } | undefined)?.access_token);
    const said = answer && { status: answer.status, headers: {}, body: this.#marked(JSON.stringify(answer.body)) };
    const atMs = this.nowMs();
    this.#grants.push({
      ...{ n: this.#next(), kind: 'token', atMs, endMs: atMs, method: 'POST', path: '/identity/token', query: '' },
      ...{ headers: {}, body: this.#marked(decodeURIComponent(form)), key: null, credential: null, troubles: [] },
      connection: numberOf(this.#connections, request.socket),
      ...{ said: said ?? null, received: said ?? null, outcome: said === undefined ? 'lost' : `${said.status}` },
      ...{ member: '', version: '' },
    });
  }

  #callOf({ n, atMs, event, content, connection, session: opened }: Seen, whole: WholeExchange | undefined): Call {
    const { method, op, refused, member, version, key } = event;
    const target = content?.target ?? event.path;
    const isHandshake = op === undefined && Object.values<string>(SOCKET_PATHS).includes(event.path);
    const headers = headersOf(content?.requestHeaders ?? []);
    const credential = this.#credentialOf(headers, target, content?.requestBody ?? '');
    if (!isHandshake || credential?.kind !== 'ticket') this.#noteLeak(`${method} ${event.path}`, target);
    const shown = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.#marked(value)]));
    const said: Answer | null = event.status === 0 ? null : this.#answerOf(event, content);
    const tookMs = whole?.tookNs === undefined ? 0 : Number(BigInt(whole.tookNs)) / 1e6 / this.#rate;
    return {
      ...{ n, kind: op !== undefined ? 'op' : isHandshake ? 'handshake' : 'http', atMs, endMs: atMs + tookMs, method },
      path: this.#marked(event.path),
      query: this.#marked(target.includes('?') ? target.slice(target.indexOf('?') + 1) : ''),
      headers: shown,
      body: this.#marked(content?.requestBody ?? ''),
      ...{ key, credential, connection, member, version },
      ...(op === undefined ? {} : { op }),
      ...sessionPart(isHandshake && event.status === 101 ? n : opened),
      said,
      received: receivedOf(said, whole),
      outcome: whole?.outcome.text ?? (refused === null ? `${event.status}` : `${event.status} ${refused.code}`),
      troubles: troublesOf(whole?.strikes ?? []),
    };
  }

  #answerOf({ status }: ExchangeEvent, content: ExchangeContent | undefined): Answer {
    const named = Object.entries(content?.responseHeaders ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    return { status, headers: Object.fromEntries(named), body: this.#marked(textOf(content?.responseBody ?? '')) };
  }

  #credentialOf(headers: Readonly<Record<string, string>>, target: string, body: string): Credential | null {
    const places = [
      ['header', headers['authorization'] ?? ''],
      ['query', target],
      ['body', body],
    ] as const;
    for (const [place, text] of places) {
      for (const [secret, mark] of this.#secrets) {
        const [, kind, n] = /^\[(token|ticket) (\d+)\]$/.exec(mark) ?? [];
        if (kind !== undefined && text.includes(secret))
          return { kind: kind as Credential['kind'], n: Number(n), in: place };
      }
    }
    return /^bearer /i.test(headers['authorization'] ?? '') ? { kind: 'token', n: 0, in: 'header' } : null;
  }

  #noteLeak(where: string, target: string): void {
    for (const [secret, mark] of this.#secrets) {
      if (target.includes(secret))
        this.#leaks.add(`${mark.slice(1, -1).replace(/ \d+$/, '')} in the address of ${this.#marked(where)}`);
    }
  }
}

function sessionPart(session: number | undefined): { readonly session?: number } {
  return session === undefined ? {} : { session };
}

function numberOf<Thing>(known: Map<Thing, number>, one: Thing): number {
  const number = known.get(one) ?? known.size + 1;
  known.set(one, number);
  return number;
}

function headersOf(raw: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(raw.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), raw[i + 1] ?? '']] : [])));
}

function textOf(body: NonNullable<ExchangeContent['responseBody']>): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : JSON.stringify(body);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the client received: the member's answer unless a fault, a crash or the client itself came between. */
function receivedOf(said: Answer | null, whole: WholeExchange | undefined): Answer | null {
  if (whole?.received === null) return null;
  if (whole?.received !== undefined) {
    const { status, headers, body } = whole.received;
    const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    return { status, headers: named, body: typeof body === 'string' ? body : JSON.stringify(body) };
  }
  const isLost = whole !== undefined && ['lost', 'cut', 'held'].includes(whole.outcome.kind);
  return isLost ? null : said;
}

function troublesOf(strikes: readonly ShownStrike[]): readonly Trouble[] {
  return strikes.map(({ fault, effect, says }) => ({ fault, effect, sentence: says }));
}
