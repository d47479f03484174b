/** The bytes of a request's body: read when a stage asks for them, bounded, and what nobody asked for thrown away. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import { malformed } from '../contract/refusals.ts';
import { BODY_LIMIT_BYTES, tooLarge } from '../stages/bound-body.ts';

/** Past this a refused body is not worth its connection. */
const MOST_DISCARDED_BYTES = 16 * BODY_LIMIT_BYTES;

/** koa-body as a reader of bytes: whatever the media type, every byte one latin1 character (`stages/read-body.ts`). */
async function loadReader(): Promise<Koa.Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: ['*/*'],
    encoding: 'latin1',
    textLimit: BODY_LIMIT_BYTES,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT],
  });
}

/** Loaded with the first body: a start does not wait for it. */
let readAll: Koa.Middleware | undefined;

/** '' where there is no body. A client that waits to be told goes on only now, once it is admitted (AUTH-09). */
export async function bytesOf(ctx: Koa.Context): Promise<string> {
  if (waitsToBeTold(ctx.req)) ctx.res.writeContinue();
  // Without a media type koa-body would not look at the body at all.
  ctx.req.headers['content-type'] ??= 'application/json';
  readAll ??= await loadReader();
  try {
    await readAll(ctx, async () => undefined);
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 413) throw tooLarge();
    throw malformed('the body ended before its stated length, or could not be read');
  }
  const { body } = ctx.request as { body?: unknown };
  return typeof body === 'string' ? body : '';
}

/**
 * What is left of a body goes on being read: closed upon, many a client would lose the answer to a reset. Not for ever: a
 * body without end is cut off. A client that was never told to go on sends nothing, and its connection cannot go on.
 */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  if (waitsToBeTold(request)) response.setHeader('Connection', 'close');
  let left = MOST_DISCARDED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

function waitsToBeTold({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}
