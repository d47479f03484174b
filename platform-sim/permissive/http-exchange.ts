/** One HTTP exchange through the layers: read, changed, sent to the member, changed and written. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  composed,
  type HttpRequest,
  type HttpResponse,
  type Layer,
  type Next,
} from '../../gateway/variations/layer.ts';
import type { Timer } from '../../gateway/variations/variation.ts';
import { Dropped, isPiped, pairs, read } from './upstream.ts';

/** A contract document has about a million bytes. */
const MOST_CHUNKS = 1_000;

function write(response: ServerResponse, method: string, { status, headers, body, wire = {} }: HttpResponse): void {
  const bytes = Buffer.from(body);
  const framing =
    wire.chunkBytes === undefined ? ['Content-Length', String(bytes.length)] : ['Transfer-Encoding', 'chunked'];
  const closing = wire.close === true ? ['Connection', 'close'] : [];
  if (wire.earlyHints === true) response.writeEarlyHints({ link: '</docs>; rel=preload' });
  response.sendDate = false;
  const bare = status === 204 || status === 304;
  const lines = [...headers.flat(), ...(bare ? [] : framing), ...closing];
  if (wire.reason === undefined) response.writeHead(status, lines);
  else response.writeHead(status, wire.reason, lines);
  if (bare || method === 'HEAD') response.end();
  else if (wire.chunkBytes === undefined) response.end(bytes);
  else {
    const chunkBytes = Math.max(wire.chunkBytes, Math.ceil(bytes.length / MOST_CHUNKS));
    for (let i = 0; i < bytes.length; i += chunkBytes) response.write(bytes.subarray(i, i + chunkBytes));
    response.end();
  }
}

interface ExchangeOptions {
  readonly layers: readonly Layer[];
  readonly send: Next;
  readonly timer: Timer;
  /** Called once the request's body is read. */
  readonly begun?: () => void;
}

/** Rejects with Dropped if the member's connection ended, and with an error of a layer. */
export async function exchange(
  incoming: IncomingMessage,
  response: ServerResponse,
  { layers, send, timer, begun }: ExchangeOptions,
): Promise<void> {
  const { method = '', url = '', rawHeaders } = incoming;
  const piped = isPiped(incoming);
  const body = piped ? Buffer.alloc(0) : await read(incoming).catch(() => Promise.reject(new Dropped()));
  begun?.();
  const request: HttpRequest = { method, path: url, headers: pairs(rawHeaders), body };
  const answer = await composed(layers, send)(request);
  if (answer.wire?.delayMs !== undefined) await timer.sleep(answer.wire.delayMs);
  if (answer.status === 0) throw new Dropped();
  write(response, method, piped ? { ...answer, wire: { ...answer.wire, close: true } } : answer);
}
