/** One reading of all messages: whose they are, then without their secrets. */
import type { Conversation } from '../../../conformance/member/exchange/conversation.ts';
import type { Exchange, HeaderLines } from '../../../conformance/member/exchange/exchange.ts';
import { Redactor } from '../../../conformance/member/exchange/redactor.ts';
import { isSecretName, withoutSecretPairs } from '../../../conformance/member/exchange/secret-names.ts';
import { jsonOf } from '../json-text.ts';
import { wayInto } from '../made-up-material.ts';
import type { ControlAction, Seen } from '../traffic.ts';
import type { Message, TrafficAnswer, TrafficReaderOptions } from './message.ts';
import type { PrincipalOfToken } from './principal-of-token.ts';
import { bearerOf, type Secret, secretsInHead, secretsInText, withoutSecretsInPlace } from './secrets-in.ts';

/** Routes that are served without a token. */
const PUBLIC = /^\/(openapi\.json|asyncapi\.json|docs)(\/|\?|$)/;

/** Created for each look at what was read so far. */
export class Reading {
  readonly unmapped: string[] = [];
  readonly #messages: readonly Message[];
  readonly #principals: PrincipalOfToken;
  readonly #options: TrafficReaderOptions;
  readonly #firstMs: number;
  readonly #redactor = new Redactor();
  /** The principals of tickets. */
  readonly #tickets = new Map<string, string>();
  readonly #unknown = new Set<string>();

  constructor(
    messages: readonly Message[],
    principals: PrincipalOfToken,
    options: TrafficReaderOptions,
    firstMs: number,
  ) {
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
    if (request.as !== undefined) return request.as;
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
      const texts = [answer?.body ?? null, ...frames.map(({ text }) => text)];
      const head = [...secretsInHead(request.headers, request.path), ...secretsInHead(answer?.headers ?? [])];
      const sent = secretsInText(request.body, wayInto(request.path));
      for (const secret of [...head, ...sent, ...texts.flatMap((text) => secretsInText(text))]) add(secret);
    }
    this.#redactor.learnAll(names);
  }

  #event(message: Message, actor: string): Seen['event'] {
    const { n, kind, request, answer, answeredAtMs, failure, socket, frames, closed } = message;
    const clean = (text: string) => this.#redactor.clean(text);
    const cleanContent = (text: string, way: readonly string[] = []) => withoutSecretsInPlace(clean(text), way);
    const times = { sentAtMs: request.atMs - this.#firstMs, answeredAtMs: answeredAtMs - this.#firstMs };
    const body = request.body === null ? null : cleanContent(request.body, wayInto(request.path));
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
    const cleaned = (headers: HeaderLines) =>
      headers
        .filter((line) => !isOwnOrigin(line, request.headers))
        .map(([name, value]) => [name, withoutSecretHeader(name, clean(value))] as const);
    const exchange: Exchange = {
      n,
      label: null,
      actor,
      request: {
        method: request.method,
        path: withoutSecretPairs(clean(request.path), '<secret>'),
        headers: cleaned(request.headers),
        body,
      },
      ...times,
      response:
        answer === undefined
          ? null
          : { status: answer.status, headers: cleaned(answer.headers), body: cleanContent(answer.body) },
      failure: answer === undefined ? failure : null,
    };
    if (socket === undefined) return exchange;
    const conversation: Conversation = {
      ...exchange,
      socket,
      frames: frames.map((frame) => ({
        ...frame,
        atMs: frame.atMs - this.#firstMs,
        text: frame.text === null ? null : cleanContent(frame.text),
      })),
      closed: closed === null ? null : { ...closed, atMs: closed.atMs - this.#firstMs, reason: clean(closed.reason) },
    };
    return conversation;
  }
}

/** A credential that is too short to be known elsewhere is hidden in its own place. */
function withoutSecretHeader(name: string, value: string): string {
  return isSecretName(name) && value !== '' && !value.includes('<') ? '<credential>' : value;
}

/** A page of the gateway's own origin says nothing by its Origin header, and another target has another one. */
function isOwnOrigin([name, value]: readonly [string, string], headers: HeaderLines): boolean {
  if (!/^origin$/i.test(name) || !URL.canParse(value)) return false;
  const host = headers.find(([field]) => /^(host|:authority)$/i.test(field))?.[1];
  return host !== undefined && new URL(value).host === host.toLowerCase();
}

function ticketIn(answer: TrafficAnswer | undefined): string | undefined {
  const ticket = (jsonOf(answer?.body ?? '') as { readonly ticket?: unknown } | null | undefined)?.ticket;
  return typeof ticket === 'string' && ticket !== '' ? ticket : undefined;
}

/** `params.token` of op auth, or of any other op. */
function tokenOfAuth(text: string | null): string | undefined {
  const frame = jsonOf(text ?? '') as { readonly params?: { readonly token?: unknown } | null } | null | undefined;
  const token = frame?.params?.token;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
