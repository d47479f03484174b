/**
 * Requests and WebSockets to an in-process sandbox, without the network: to the members they look like any client's.
 */
import { Agent, WebSocket } from 'undici';
import { connectionsOfTheProcess } from '../../conformance/member/sending/transport.ts';
import type { Connectable } from './in-process.ts';

export interface HandlerRequest {
  readonly to: 'gateway' | 'control';
  readonly method: string;
  /** `https://gateway.example.com`: the value of the Host header. */
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer;
}

export interface InProcessClient {
  /** Rejects if no whole answer comes, or if the client gives up. */
  request(asked: HandlerRequest): Promise<Answered>;
  socket(url: string, protocols: string[]): WebSocket;
}

/** A client of an in-process sandbox. */
export function inProcessClient(sandbox: Connectable): InProcessClient {
  // The client decides how long an answer may take.
  const agentTo = (to: 'gateway' | 'control') =>
    new Agent({ ...connectionsOfTheProcess(() => sandbox.connect(to)), headersTimeout: 0, bodyTimeout: 0 });
  const agents = { gateway: agentTo('gateway'), control: agentTo('control') };
  return {
    async request({ to, origin, path, method, headers, body, signal }) {
      const answer = await agents[to].request({
        ...{ origin, path, method: method as 'GET', body, signal },
        headers: headers.flat(),
        responseHeaders: 'raw',
      });
      const raw = answer.headers as unknown as readonly (Buffer | string)[];
      const lines = raw.flatMap((name, n) => (n % 2 === 0 ? [[text(name), text(raw[n + 1] ?? '')] as const] : []));
      return { status: answer.statusCode, headers: lines, body: await answer.body.arrayBuffer() };
    },
    socket: (url, protocols) => new WebSocket(url, { protocols, dispatcher: agents.gateway }),
  };
}

function text(bytes: Buffer | string): string {
  return typeof bytes === 'string' ? bytes : bytes.toString('latin1');
}
