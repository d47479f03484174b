/** Records what a client does in a sandbox of this process, as the history that the rules judge. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Call, EventFrame, SessionEnd, Start } from '../../../conformance/clients/history.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { SOCKET_PATHS } from '../../../gateway/contract/sockets.ts';
import type { ExchangeContent, ExchangeEvent } from '../../../gateway/http/exchange-event.ts';
import type { SentFrame } from '../../../gateway/sockets/frame-tap.ts';
import { EXCHANGES_KEPT, type WholeExchange } from '../../../platform-sim/control/exchanges.ts';
import { shownStrikes } from '../../../platform-sim/control/strike-text.ts';
import type { TrafficWatch } from '../../../platform-sim/control/traffic-watch.ts';
import type { World } from '../../../platform-sim/hosting/world.ts';
import { answerOf, formText, headersOf, jsonOf, receivedOf, textOf, troublesOf } from './answers.ts';
import { ClientSecrets } from './client-secrets.ts';
import { type Handshake, Handshakes } from './handshakes.ts';
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

export type Traffic = Pick<Start, 'calls' | 'frames' | 'ends' | 'leaks' | 'isCut'>;

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
  readonly #secrets = new ClientSecrets();
  readonly #connections = new Map<object, number>();
  readonly #handshakes = new Handshakes();
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
    this.#secrets.keep(secret, name);
  }

  /** A token that was issued besides the token endpoint. */
  issued(token: string): void {
    this.#secrets.issue('token', token);
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
      const opened = name === undefined ? undefined : this.#handshakes.sessionOf(name, member, path);
      this.#seen.push({ n, exchange, atMs: this.nowMs() - agoMs, event, content, connection, session: opened?.n });
      if (closed !== undefined && opened !== undefined)
        this.#end(opened, closed.code, ENDED_BY[closed.why] ?? 'gateway');
    },
    frame: ({ session: name, member, socket, event, text, strikes }: SentFrame) => {
      const session = this.#handshakes.sessionOf(name, member, SOCKET_PATHS[socket])?.n ?? 0;
      const at = { n: this.#next(), atMs: this.nowMs(), session };
      this.#frames.push({
        ...at,
        socket,
        event,
        text: this.#secrets.marked(text),
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
    return { calls: all, frames: this.#frames, ends: this.#ends, leaks: this.#secrets.leaks, isCut };
  }

  #open(handshake: Handshake, socket: Socket): void {
    this.#handshakes.add(handshake);
    // A member that crashes reports no end of its sessions; another one reports it a moment after the connection.
    socket.once('close', () => this.#stopwatch.after(REPORTED_MS, () => this.#end(handshake, 1006, 'gateway')));
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

  /** Tickets are known from the answers that mint them. */
  #learn(event: ExchangeEvent, content: ExchangeContent | undefined): void {
    if (event.path !== '/v1/ws-tickets' || event.status !== 200) return;
    this.#secrets.issue('ticket', (jsonOf(textOf(content?.responseBody ?? '')) as { ticket?: unknown })?.ticket);
  }

  #grant(request: IncomingMessage, form: string, answer?: { readonly status: number; readonly body: unknown }): void {
    this.#secrets.issue('token', (answer?.body as { access_token?: unknown } | undefined)?.access_token);
    const said = answer && {
      status: answer.status,
      headers: {},
      body: this.#secrets.marked(JSON.stringify(answer.body)),
    };
    const atMs = this.nowMs();
    this.#grants.push({
      ...{ n: this.#next(), kind: 'token', atMs, endMs: atMs, method: 'POST', path: '/identity/token', query: '' },
      ...{ headers: {}, body: this.#secrets.marked(formText(form)), key: null, credential: null, troubles: [] },
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
    const credential = this.#secrets.credentialOf(headers, target, content?.requestBody ?? '');
    if (!isHandshake || credential?.kind !== 'ticket') this.#secrets.noteLeak(`${method} ${event.path}`, target);
    const shown = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.#secrets.marked(value)]),
    );
    const session = isHandshake && event.status === 101 ? n : opened;
    const said: Answer | null =
      event.status === 0 ? null : answerOf(event.status, content, (text) => this.#secrets.marked(text));
    const tookMs = whole?.tookNs === undefined ? 0 : Number(BigInt(whole.tookNs)) / 1e6 / this.#rate;
    return {
      ...{ n, kind: op !== undefined ? 'op' : isHandshake ? 'handshake' : 'http', atMs, endMs: atMs + tookMs, method },
      path: this.#secrets.marked(event.path),
      query: this.#secrets.marked(target.includes('?') ? target.slice(target.indexOf('?') + 1) : ''),
      headers: shown,
      body: this.#secrets.marked(content?.requestBody ?? ''),
      ...{ key, credential, connection, member, version },
      ...(op === undefined ? {} : { op }),
      ...(session === undefined ? {} : { session }),
      said,
      received: receivedOf(said, whole),
      outcome: whole?.outcome.text ?? (refused === null ? `${event.status}` : `${event.status} ${refused.code}`),
      troubles: troublesOf(whole?.strikes ?? []),
    };
  }
}

function numberOf<Thing>(known: Map<Thing, number>, one: Thing): number {
  const number = known.get(one) ?? known.size + 1;
  known.set(one, number);
  return number;
}
