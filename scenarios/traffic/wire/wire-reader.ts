/**
 * Reads raw requests, answers and frames to traffic: each with its principal, none with a secret. Everything is kept as it
 * came until `traffic()`, since a token may be granted, or a ticket minted, after it was seen first.
 */
import type { Closed, Conversation, Frame, SocketName } from '../../../conformance/client/conversation.ts';
import type { Exchange, HeaderLines } from '../../../conformance/client/exchange.ts';
import type { PrincipalName } from '../../../conformance/client/principals.ts';
import type { Profile } from '../../../conformance/client/profile.ts';
import { Redactor } from '../../../conformance/client/redactor.ts';
import { jsonOf } from '../json-text.ts';
import type { ControlAction, Seen, Traffic } from '../traffic.ts';
import { PrincipalOfToken } from './principal-of-token.ts';
import { bearerOf, type Secret, secretsInHead, secretsInText } from './secrets-in.ts';

export interface WireRequest {
  readonly method: string;
  /** Below the gateway's base address, with the query; of a control action: below the control plane's. */
  readonly path: string;
  readonly headers: HeaderLines;
  readonly body: string | null;
  /** Milliseconds on any clock; the same for all. */
  readonly atMs: number;
  /** In messages: `entry 4`. */
  readonly where: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: string;
}

/** A request whose answer is awaited; one that is never answered failed as `not answered`. */
export interface WireWaiting {
  answered(answer: WireAnswer, atMs: number): void;
  /** `reset` and the like: the target ended the connection. `aborted`, `timeout`: the client stopped waiting. */
  failed(why: string, atMs: number): void;
}

export interface WireSocket extends WireWaiting {
  /** @param text null: a binary message */
  frame(direction: Frame['direction'], text: string | null, atMs: number): void;
  closed(how: { readonly code: number; readonly reason: string; readonly by: 'target' | 'client' }, atMs: number): void;
}

export interface WireReaderOptions {
  readonly profile?: Pick<Profile, 'principals' | 'fixtures'> | undefined;
  /** Who sends what names no principal; `trader` where absent. */
  readonly fallback?: PrincipalName | 'anonymous' | undefined;
  /** What is recorded leaves Authorization out, as browsers export it: a request that is not answered 401 had a token. */
  readonly isSanitised?: boolean | undefined;
}

interface Message {
  readonly n: number;
  readonly kind: 'request' | 'socket' | 'control' | 'token';
  readonly request: WireRequest;
  readonly socket?: SocketName;
  readonly frames: Frame[];
  answer: WireAnswer | undefined;
  failure: string;
  answeredAtMs: number;
  closed: Closed | null;
}

/** Routes that are served without a token. */
const PUBLIC = /^\/(openapi\.json|asyncapi\.json|docs)(\/|\?|$)/;

/** Reads what passed on the wire, in order. */
export class WireReader {
  readonly #messages: Message[] = [];
  readonly #principals: PrincipalOfToken;
  readonly #options: WireReaderOptions;
  #count = 0;

  constructor(options: WireReaderOptions = {}) {
    this.#options = options;
    this.#principals = new PrincipalOfToken(options.profile?.principals);
  }

  /** A request to the gateway. */
  request(request: WireRequest): WireWaiting {
    return waiting(this.#add('request', request));
  }

  /** A request to the control plane. */
  control(request: WireRequest): WireWaiting {
    return waiting(this.#add('control', request));
  }

  /** A request to a token endpoint: it is no step, and says whose tokens are whose. */
  token(request: WireRequest): WireWaiting {
    return waiting(this.#add('token', request));
  }

  /** A handshake, and what follows it. */
  socket(socket: SocketName, request: WireRequest): WireSocket {
    const message = this.#add('socket', request, socket);
    return {
      ...waiting(message),
      frame: (direction, text, atMs) => void message.frames.push({ n: this.#next(), direction, atMs, text }),
      closed: ({ code, reason, by }, atMs) => {
        message.closed = { n: this.#next(), atMs, code, reason, by: by === 'client' ? 'suite' : by, failure: null };
      },
    };
  }

  /** A token that a principal has, known by other means than a request of `token`. */
  granted(token: string, principal: PrincipalName): void {
    this.#principals.granted(token, principal);
  }

  /** What was read so far. `unmapped`: what it had to guess, one sentence each. */
  traffic(): Traffic & { readonly unmapped: readonly string[] } {
    const firstMs = this.#messages[0]?.request.atMs ?? 0;
    for (const message of this.#messages) if (message.kind === 'token') this.#readGrant(message);
    const reading = new Reading(this.#messages, this.#principals, this.#options, firstMs);
    const fixtures = this.#options.profile?.fixtures;
    return { events: reading.events(), ...(fixtures === undefined ? {} : { fixtures }), unmapped: reading.unmapped };
  }

  #readGrant({ request, answer }: Message): void {
    const token = (jsonOf(answer?.body ?? '') as { readonly access_token?: unknown } | null | undefined)?.access_token;
    const form = new URLSearchParams(request.body ?? '');
    const basic = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    const encoded = basic === undefined ? undefined : /^basic\s+(\S+)/i.exec(basic)?.[1];
    const client =
      form.get('client_id') ??
      Buffer.from(encoded ?? '', 'base64')
        .toString('utf8')
        .split(':')[0];
    if (typeof token === 'string' && client !== undefined) this.#principals.granted(token, decodeURIComponent(client));
  }

  #add(kind: Message['kind'], request: WireRequest, socket?: SocketName): Message {
    const message: Message = {
      n: this.#next(),
      kind,
      request,
      ...(socket === undefined ? {} : { socket }),
      frames: [],
      answer: undefined,
      failure: 'not answered',
      answeredAtMs: request.atMs,
      closed: null,
    };
    this.#messages.push(message);
    return message;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}

function waiting(message: Message): WireWaiting {
  return {
    answered(answer, atMs) {
      message.answer = answer;
      message.answeredAtMs = atMs;
    },
    failed(why, atMs) {
      message.failure = why;
      message.answeredAtMs = atMs;
    },
  };
}

/** One reading of all messages: whose they are, then without their secrets. */
class Reading {
  readonly unmapped: string[] = [];
  readonly #messages: readonly Message[];
  readonly #principals: PrincipalOfToken;
  readonly #options: WireReaderOptions;
  readonly #firstMs: number;
  readonly #redactor = new Redactor();
  /** The principals of tickets. */
  readonly #tickets = new Map<string, string>();
  readonly #unknown = new Set<string>();

  constructor(messages: readonly Message[], principals: PrincipalOfToken, options: WireReaderOptions, firstMs: number) {
    this.#messages = messages;
    this.#principals = principals;
    this.#options = options;
    this.#firstMs = firstMs;
  }

  events(): readonly Seen[] {
    const actors = new Map(this.#messages.map((message) => [message, this.#actorOf(message)]));
    this.#learn(actors);
    return this.#messages.flatMap((message) => {
      const event = message.kind === 'token' ? undefined : this.#event(message, actors.get(message) ?? 'anonymous');
      return event === undefined ? [] : [{ event, where: message.request.where }];
    });
  }

  get #fallback(): string {
    return this.#options.fallback ?? 'trader';
  }

  #actorOf({ kind, request, answer, socket }: Message): string {
    if (kind === 'control' || kind === 'token') return 'anonymous';
    const token = bearerOf(request.headers);
    const ticket = /[?&]ticket=([^&]*)/.exec(request.path)?.[1];
    if (token === undefined && ticket !== undefined) return this.#tickets.get(ticket) ?? this.#fallback;
    if (token === undefined) {
      const hadOne = this.#options.isSanitised === true && socket !== 'marketData' && !PUBLIC.test(request.path);
      return hadOne && answer?.status !== 401 ? this.#fallback : 'anonymous';
    }
    if (answer?.status === 401) {
      this.unmapped.push(`${request.where}: its token was refused (401), so the step sends none`);
      return 'anonymous';
    }
    const actor = this.#ofToken(token, request.where);
    const minted = request.path.startsWith('/v1/ws-tickets') ? ticketIn(answer) : undefined;
    if (minted !== undefined) this.#tickets.set(minted, actor);
    return actor;
  }

  #ofToken(token: string, where: string): string {
    const known = this.#principals.of(token);
    if (known !== undefined) return known;
    if (!this.#unknown.has(token)) {
      this.#unknown.add(token);
      this.unmapped.push(`${where}: its token names no principal of the profile, so it acts as ${this.#fallback}`);
    }
    return this.#fallback;
  }

  /** A text that is several secrets has the name of the first: a token outranks what its place is called. */
  #learn(actors: ReadonlyMap<Message, string>): void {
    const names = new Map<string, string>();
    const add = ({ text, name }: Secret) => void (names.has(text) || names.set(text, name));
    for (const message of this.#messages) {
      const token = bearerOf(message.request.headers);
      const actor = actors.get(message);
      if (token !== undefined && actor !== 'anonymous') add({ text: token, name: `token of ${actor}` });
      else if (token !== undefined) add({ text: token, name: 'token' });
      for (const { text, direction } of message.frames) {
        const sent = direction === 'sent' ? tokenOfAuth(text) : undefined;
        if (sent !== undefined) add({ text: sent, name: `token of ${this.#ofToken(sent, message.request.where)}` });
      }
    }
    let tickets = 0;
    for (const { request, answer } of this.#messages) {
      const minted = request.path.startsWith('/v1/ws-tickets') ? ticketIn(answer) : undefined;
      if (minted === undefined || names.has(minted)) continue;
      tickets += 1;
      names.set(minted, `ticket ${tickets}`);
    }
    for (const { request, answer, frames } of this.#messages) {
      const texts = [request.body, answer?.body ?? null, ...frames.map(({ text }) => text)];
      const head = [...secretsInHead(request.headers, request.path), ...secretsInHead(answer?.headers ?? [])];
      for (const secret of [...head, ...texts.flatMap(secretsInText)]) add(secret);
    }
    this.#redactor.learnAll(names);
  }

  #event(message: Message, actor: string): Seen['event'] {
    const { n, kind, request, answer, answeredAtMs, failure, socket, frames, closed } = message;
    const clean = (text: string) => this.#redactor.clean(text);
    const times = { sentAtMs: request.atMs - this.#firstMs, answeredAtMs: answeredAtMs - this.#firstMs };
    const body = request.body === null ? null : clean(request.body);
    if (kind === 'control') {
      const { method, path } = request;
      const action: ControlAction = {
        kind,
        n,
        ...times,
        method,
        path: clean(path),
        body: jsonOf(body ?? '') ?? null,
        status: answer?.status ?? 0,
        answer: jsonOf(clean(answer?.body ?? '')) ?? null,
      };
      return action;
    }
    const cleaned = (headers: HeaderLines) => headers.map(([name, value]) => [name, clean(value)] as const);
    const exchange: Exchange = {
      n,
      label: null,
      actor,
      request: { method: request.method, path: clean(request.path), headers: cleaned(request.headers), body },
      ...times,
      response:
        answer === undefined
          ? null
          : { status: answer.status, headers: cleaned(answer.headers), body: clean(answer.body) },
      failure: answer === undefined ? failure : null,
    };
    if (socket === undefined) return exchange;
    const conversation: Conversation = {
      ...exchange,
      socket,
      frames: frames.map((frame) => ({
        ...frame,
        atMs: frame.atMs - this.#firstMs,
        text: frame.text === null ? null : clean(frame.text),
      })),
      closed: closed === null ? null : { ...closed, atMs: closed.atMs - this.#firstMs, reason: clean(closed.reason) },
    };
    return conversation;
  }
}

function ticketIn(answer: WireAnswer | undefined): string | undefined {
  const ticket = (jsonOf(answer?.body ?? '') as { readonly ticket?: unknown } | null | undefined)?.ticket;
  return typeof ticket === 'string' && ticket !== '' ? ticket : undefined;
}

/** `params.token` of op auth, or of any other op. */
function tokenOfAuth(text: string | null): string | undefined {
  const frame = jsonOf(text ?? '') as { readonly params?: { readonly token?: unknown } | null } | null | undefined;
  const token = frame?.params?.token;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
