/**
 * Reads raw requests, answers and frames to traffic: each with its principal, none with a secret. Everything is kept as it
 * came until `traffic()`, since a token may be granted, or a ticket minted, after it was seen first.
 */

import type { SocketName } from '../../../conformance/member/exchange/conversation.ts';
import { decoded } from '../../../conformance/member/exchange/decoded.ts';
import type { PrincipalName } from '../../../conformance/member/profile/principals.ts';
import { jsonOf } from '../json-text.ts';
import type { Traffic } from '../traffic.ts';
import type { Message, PendingAnswer, TrafficReaderOptions, TrafficRequest, TrafficSocket } from './message.ts';
import { PrincipalOfToken } from './principal-of-token.ts';
import { Reading } from './reading.ts';

/** Reads messages in the order in which they were observed. */
export class TrafficReader {
  readonly #messages: Message[] = [];
  readonly #principals: PrincipalOfToken;
  readonly #options: TrafficReaderOptions;
  #count = 0;

  constructor(options: TrafficReaderOptions = {}) {
    this.#options = options;
    this.#principals = new PrincipalOfToken(options.profile?.principals);
  }

  /** A request to the gateway. */
  request(request: TrafficRequest): PendingAnswer {
    return waiting(this.#add('request', request));
  }

  /** A request to the control plane. */
  control(request: TrafficRequest): PendingAnswer {
    return waiting(this.#add('control', request));
  }

  /** A request to a token endpoint: it is no step, and says whose tokens are whose. */
  token(request: TrafficRequest): PendingAnswer {
    return waiting(this.#add('token', request));
  }

  /** A handshake, and what follows it. */
  socket(socket: SocketName, request: TrafficRequest): TrafficSocket {
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
    if (typeof token === 'string' && client !== undefined) this.#principals.granted(token, decoded(client));
  }

  #add(kind: Message['kind'], request: TrafficRequest, socket?: SocketName): Message {
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

function waiting(message: Message): PendingAnswer {
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
