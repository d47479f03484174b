/** The suite's transport to a sandbox of this process that takes request and response objects: no socket, and no HTTP text. */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderLines, RecordedResponse } from '../../conformance/member/exchange/exchange.ts';
import type { Transport, WireFailure, WireRequest } from '../../conformance/member/sending/transport.ts';
import type { Sandbox } from '../../platform-sim/sandbox.ts';

type Settle = (answer: RecordedResponse | WireFailure) => void;

/** Keeps what is written to it. */
class KeptResponse extends ServerResponse {
  readonly #settle: Settle;
  #headers: HeaderLines = [];

  constructor(request: IncomingMessage, settle: Settle) {
    super(request);
    this.#settle = settle;
  }

  override writeHead(status: number, ...given: unknown[]): this {
    this.statusCode = status;
    this.#headers = linesOf(given.at(-1));
    return this;
  }

  override end(...given: unknown[]): this {
    const [body] = given;
    const text = typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : '';
    this.finished = true;
    this.#settle({ status: this.statusCode, headers: this.#headers, body: text });
    this.emit('finish');
    this.emit('close');
    return this;
  }

  /** The sandbox let go of the connection. */
  cut(): void {
    this.#settle({ failure: 'reset' });
    this.emit('close');
  }
}

function linesOf(headers: unknown): HeaderLines {
  if (!Array.isArray(headers)) return Object.entries((headers ?? {}) as Record<string, string>);
  const lines: [string, string][] = [];
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push([String(headers[i]), String(headers[i + 1])]);
  return lines;
}

/** It waits as long as the sandbox does: a virtual clock ends every wait. */
export function handledBy(sandbox: Pick<Sandbox, 'baseUrl' | 'handle'>): Transport {
  const { host, pathname } = new URL(sandbox.baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const send = ({ method, path, headers, body }: WireRequest) =>
    new Promise<RecordedResponse | WireFailure>((settle) => {
      let response: KeptResponse | undefined;
      const socket = { remoteAddress: '127.0.0.1', destroyed: false, destroy: () => response?.cut() };
      const request = new IncomingMessage(socket as unknown as Socket);
      request.method = method;
      request.url = prefix + path;
      request.httpVersion = '1.1';
      request.rawHeaders = ['Host', host, ...headers];
      if (body !== null) {
        request.rawHeaders.push('Content-Length', `${Buffer.byteLength(body)}`);
        request.push(Buffer.from(body));
      }
      request.push(null);
      request.complete = true;
      response = new KeptResponse(request, settle);
      sandbox.handle(request, response);
    });
  return { send, close: async () => {} };
}
