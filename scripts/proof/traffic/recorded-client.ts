/** A client of a sandbox whose traffic is read as a recording would read it: nothing but HTTP and WebSocket. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { HeaderLines } from '../../../conformance/member/exchange/exchange.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import type { WireRequest, WireWaiting } from '../../../scenarios/traffic/wire/message.ts';
import type { WireReader } from '../../../scenarios/traffic/wire/wire-reader.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Options {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type PrincipalOfSandbox = keyof Sandbox['profile']['principals'];

/** An open session. */
export interface RecordedSession {
  op(op: string, params: object): Promise<unknown>;
  next(): Promise<unknown>;
  close(): Promise<void>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export class RecordedClient {
  /** The statuses of all answers of the gateway, in order of the answers. */
  readonly statuses: number[] = [];
  readonly #sandbox: Sandbox;
  readonly #reader: WireReader;
  readonly #stopwatch = startStopwatch();
  readonly #tokens = new Map<string, string>();
  #sent = 0;
  #ops = 0;

  constructor(sandbox: Sandbox, reader: WireReader) {
    this.#sandbox = sandbox;
    this.#reader = reader;
  }

  async request(
    as: PrincipalOfSandbox | 'anonymous',
    method: string,
    path: string,
    options: Options = {},
  ): Promise<Answer> {
    const { key, body, headers = {}, signal } = options;
    const token = as === 'anonymous' ? {} : { Authorization: `Bearer ${await this.#token(as)}` };
    const sent = {
      ...token,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...headers,
    };
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const waiting = this.#reader.request(this.#wire(method, path, Object.entries(sent), text));
    return this.#answer(
      waiting,
      this.#sandbox.baseUrl + path,
      { method, headers: sent, body: text, ...(signal && { signal }) },
      true,
    );
  }

  async control(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const text = body === undefined ? null : JSON.stringify(body);
    const waiting = this.#reader.control(this.#wire(method, path, Object.entries(headers), text));
    return this.#answer(waiting, this.#sandbox.controlUrl + path, { method, headers, body: text }, false);
  }

  /** @param ticket with it, the handshake has no Authorization */
  async open(as: PrincipalOfSandbox, ticket?: string): Promise<RecordedSession> {
    const url = new URL(this.#sandbox.profile.sockets.trading);
    if (ticket !== undefined) url.searchParams.set('ticket', ticket);
    const headers = ticket === undefined ? { Authorization: `Bearer ${await this.#token(as)}` } : {};
    const wire = this.#reader.socket(
      'trading',
      this.#wire('GET', url.pathname + url.search, Object.entries(headers), null),
    );
    const socket = new WebSocket(url, { headers });
    const frames: unknown[] = [];
    const arrivals = new EventTarget();
    let isMine = false;
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      wire.frame('received', text, this.#stopwatch.nowMs());
      frames.push(parsed(text));
      arrivals.dispatchEvent(new Event('frame'));
    });
    socket.on('close', (code: number, reason: Buffer) => {
      wire.closed({ code, reason: reason.toString('utf8'), by: isMine ? 'client' : 'target' }, this.#stopwatch.nowMs());
    });
    socket.on('upgrade', ({ statusCode = 0 }) =>
      wire.answered({ status: statusCode, headers: [], body: '' }, this.#stopwatch.nowMs()),
    );
    await once(socket, 'open');
    const taken = async (isWanted: (frame: unknown) => boolean): Promise<unknown> => {
      for (;;) {
        const at = frames.findIndex(isWanted);
        if (at >= 0) return frames.splice(at, 1)[0];
        await once(arrivals, 'frame');
      }
    };
    return {
      op: async (op, params) => {
        this.#ops += 1;
        const reqId = `op-${this.#ops}`;
        const text = JSON.stringify({ op, reqId, params });
        wire.frame('sent', text, this.#stopwatch.nowMs());
        socket.send(text);
        return taken((frame) => (frame as { readonly reqId?: unknown }).reqId === reqId);
      },
      next: () => taken((frame) => Object.hasOwn(frame as object, 'event')),
      close: async () => {
        isMine = true;
        socket.close(1000);
        await once(socket, 'close');
      },
    };
  }

  async #token(as: PrincipalOfSandbox): Promise<string> {
    const known = this.#tokens.get(as);
    if (known !== undefined) return known;
    const { identity, principals } = this.#sandbox.profile;
    const { clientId, clientSecret } = principals[as];
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const answer = await fetch(identity.tokenEndpoint, { method: 'POST', body: form });
    const { access_token: token } = (await answer.json()) as { readonly access_token: string };
    this.#tokens.set(as, token);
    return token;
  }

  #wire(method: string, path: string, headers: HeaderLines, body: string | null): WireRequest {
    this.#sent += 1;
    return { method, path, headers, body, atMs: this.#stopwatch.nowMs(), where: `request ${this.#sent}` };
  }

  async #answer(waiting: WireWaiting, url: string, init: RequestInit, isOfGateway: boolean): Promise<Answer> {
    try {
      const answer = await fetch(url, init);
      const text = await answer.text();
      waiting.answered({ status: answer.status, headers: [...answer.headers], body: text }, this.#stopwatch.nowMs());
      if (isOfGateway) this.statuses.push(answer.status);
      return { status: answer.status, headers: answer.headers, body: parsed(text) };
    } catch (thrown) {
      waiting.failed(
        thrown instanceof Error && /^(Abort|Timeout)Error$/.test(thrown.name) ? 'aborted' : 'reset',
        this.#stopwatch.nowMs(),
      );
      throw thrown;
    }
  }
}
