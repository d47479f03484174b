/**
 * A request within this process without HTTP text: the handler receives Node's own objects, and what it writes is the
 * answer. A connection within this process would cost twice as much, for Node's parser and streams.
 */
import { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingMessage as Incoming, ServerResponse as Outgoing } from 'node:http';
import type { Socket } from 'node:net';
import { IncomingMessage, ServerResponse } from '../../gateway/http/node-http.ts';
import type { Served } from './open-port.ts';
import { replaceAnswer } from './replace-answer.ts';

const WELL_FORMED = /^[A-Z]+ \/[!-~]* HTTP\/1\.1(?:\r\n[A-Za-z0-9-]+:[\t -~]*)+$/;
/** The state of the connection, or the world, depends on these. */
const OF_THE_CONNECTION =
  /\r\n(?:connection|expect|upgrade|transfer-encoding|touchstone-[a-z-]+|x-touchstone-[a-z-]+):/i;
const HOST = /\r\nhost:/i;

/** Whether Node's parser would pass on all of a head unchanged. @param head without its last line end */
export function isSimpleHead(head: string): boolean {
  return WELL_FORMED.test(head) && !OF_THE_CONNECTION.test(head) && HOST.test(head);
}

/** Node's parser must pass on all of it unchanged (`isSimpleHead`). */
export interface LocalRequest {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn, Host included, without a length. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
}

export interface LocalAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** undefined: the connection would have ended without a whole answer. */
export type Answered = (answer: LocalAnswer | undefined) => void;

/** A client in a loop leaves turns to the rest of the process. The host's own, because a test file may fake its timers. */
const nextTurn = setImmediate;

interface ParsedHead {
  _addHeaderLines(namesAndValues: readonly string[], count: number): void;
}

/** Collects what is written to it. */
class LocalResponse extends ServerResponse {
  readonly #served: Served;
  readonly #answered: Answered;
  readonly #pieces: Uint8Array[] = [];
  #isOver = false;

  constructor(request: Incoming, served: Served, answered: Answered) {
    super(request);
    this.#served = served;
    this.#answered = answered;
  }

  override writeHead(status: number, ...given: unknown[]): this {
    const head = given.at(-1);
    this.statusCode = status;
    const lines = Array.isArray(head) ? pairs(head as readonly string[]) : Object.entries((head ?? {}) as Headers);
    for (const [name] of lines) this.removeHeader(name);
    for (const [name, value] of lines) this.appendHeader(name, `${value}`);
    return this;
  }

  override write(piece: string | Uint8Array): boolean {
    this.#pieces.push(Buffer.from(piece as string));
    return true;
  }

  override end(body?: unknown): this {
    const heldBack = this.#served.holdBack?.(this.req, this);
    if (heldBack === undefined) return this.#send(body);
    heldBack(
      () => this.#send(body),
      () => {
        this.destroy();
        return 0;
      },
      (other) => this.#send(replaceAnswer(this, other)),
    );
    return this;
  }

  /** The connection ends. */
  override destroy(): this {
    this.#conclude(undefined);
    return this;
  }

  #send(last: unknown): this {
    const isText = typeof last === 'string' && this.#pieces.length === 0;
    if (!isText && last !== undefined && last !== null) this.write(last as Uint8Array);
    const body = isText ? last : Buffer.concat(this.#pieces).toString();
    this.finished = true;
    this.#conclude({ status: this.statusCode, headers: linesOf(this), body });
    return this;
  }

  #conclude(answer: LocalAnswer | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    nextTurn(() => {
      if (answer === undefined) this.req.socket.emit('close');
      else this.emit('finish');
      this.emit('close');
      this.#answered(answer);
    });
  }
}

/** Names as they are spelt: declared for requests alone. */
type Spelt = Pick<ClientRequest, 'getRawHeaderNames'>;
type Headers = Readonly<Record<string, string | number>>;

function linesOf(response: Outgoing): [name: string, value: string][] {
  const names = (response as Outgoing & Spelt).getRawHeaderNames();
  return names.flatMap((name) =>
    [response.getHeader(name)].flat().map((value): [string, string] => [name, `${value}`]),
  );
}

function pairs(namesAndValues: readonly string[]): [name: string, value: string][] {
  return namesAndValues.flatMap((name, at) => (at % 2 === 0 ? [[name, namesAndValues[at + 1] ?? '']] : []));
}

/** `answered` is called once. @returns ends the connection from the client's side */
export function localRequest(
  served: Served,
  { method, target, headers, body }: LocalRequest,
  answered: Answered,
): () => void {
  const destroy = () => void response.destroy();
  const request = new IncomingMessage(Object.assign(new EventEmitter(), { destroy }) as unknown as Socket);
  const bytes = body === null ? undefined : Buffer.from(body as string);
  const length = bytes === undefined ? [] : ['Content-Length', `${bytes.length}`];
  const lines = [...headers, ...length];
  // As Node's parser does. The public way to set headers does not support repeated names.
  (request as Incoming & ParsedHead)._addHeaderLines(lines, lines.length);
  Object.assign(request, { method, url: target, httpVersion: '1.1', complete: true });
  if (bytes !== undefined) request.push(bytes);
  request.push(null);
  const response = new LocalResponse(request, served, answered);
  served.handle(request, response);
  return destroy;
}
