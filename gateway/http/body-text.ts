/** The text of a request's body, read when a stage needs it. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import { malformed } from '../contract/refusals.ts';
import { holdingTime } from '../host-work.ts';
import type { Clock } from '../platform-port.ts';
import { BODY_LIMIT_BYTES, tooLarge } from '../stages/bound-body.ts';

/** A refused body is discarded up to this; past it the connection is closed. */
const MOST_DISCARDED_BYTES = 16 * BODY_LIMIT_BYTES;

/** koa-body as a reader of bytes: for any media type, each byte is one character of a string. */
async function loadReader(): Promise<Koa.Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: ['*/*'],
    // Latin-1 by Node's own decoder: for 'latin1' koa-body uses a slower one.
    encoding: 'binary',
    textLimit: BODY_LIMIT_BYTES,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT],
  });
}

/** Loaded with the first body, so that a start does not wait for it. */
let read: Koa.Middleware | undefined;

/**
 * The text of a body; '' if there is none. A client that sent `Expect: 100-continue` gets its 100 only here, once it is
 * admitted (AUTH-09).
 *
 * @throws Refusal PAYLOAD_TOO_LARGE, or MALFORMED_REQUEST if the body is incomplete or not UTF-8
 */
export async function bodyTextOf(ctx: Koa.Context, clock: Clock): Promise<string> {
  if (expectsContinue(ctx.req)) ctx.res.writeContinue();
  // Without a media type koa-body ignores the body.
  ctx.req.headers['content-type'] ??= 'application/json';
  read ??= await holdingTime(clock, 'module loading', loadReader());
  try {
    await read(ctx, async () => undefined);
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 413) throw tooLarge();
    throw malformed('the body ended before its stated length, or could not be read');
  }
  const { body } = ctx.request as { body?: unknown };
  const bytes = Buffer.from(typeof body === 'string' ? body : '', 'latin1');
  if (!isUtf8(bytes)) throw malformed('the body is not UTF-8');
  return bytes.toString();
}

/**
 * Reads and drops the rest of a refused body: if the connection were closed at once, many clients would lose the answer
 * to a reset. A body past MOST_DISCARDED_BYTES is cut off.
 *
 * @returns whether the connection must end: a client that got no 100 sends no body, and its next request would be read as one
 */
export function discardRest(request: IncomingMessage): boolean {
  if (request.complete) return false;
  let left = MOST_DISCARDED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
  return expectsContinue(request);
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}
