/** The bytes of a request's body: read when a stage asks for them, bounded, and what nobody asked for thrown away. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import { malformed } from '../contract/refusals.ts';
import { holdingTime } from '../host-work.ts';
import type { Clock } from '../platform-port.ts';
import { onceThere, type Soon } from '../soon.ts';
import { BODY_LIMIT_BYTES, tooLarge } from '../stages/bound-body.ts';
import { JsonBounds } from './json-bounds.ts';
import { isLong, type Received, readLong } from './long-body.ts';
import { JsonFault } from './strict-json.ts';

/** Past this a refused body is not worth its connection. */
const MOST_DISCARDED_BYTES = 16 * BODY_LIMIT_BYTES;

/** koa-body as a reader of bytes: whatever the media type, every byte one character of a string. */
async function loadReader(): Promise<Koa.Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: ['*/*'],
    // Latin1 by Node's own decoder: for 'latin1' koa-body brings one that looks at each byte.
    encoding: 'binary',
    textLimit: BODY_LIMIT_BYTES,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT],
  });
}

/** Loaded with the first body: a start does not wait for it. */
let readAll: Koa.Middleware | undefined;

/**
 * The text of a body whose bounds are counted; '' where there is none. A client that waits to be told goes on only now, once it
 * is admitted (AUTH-09).
 *
 * @throws Refusal PAYLOAD_TOO_LARGE, or MALFORMED_REQUEST of a body that is not whole or not UTF-8; JsonFault past the bounds
 */
export function bodyTextOf(ctx: Koa.Context, clock: Clock): Soon<string> {
  if (waitsToBeTold(ctx.req)) ctx.res.writeContinue();
  return onceThere(receivedOf(ctx, clock), textOf);
}

function receivedOf(ctx: Koa.Context, clock: Clock): Soon<Received | undefined> {
  if (isLong(ctx.req)) return readLong(ctx.req);
  return isHere(ctx.req) ? received(ctx.req.read()) : readShort(ctx, clock);
}

function textOf(received: Received | undefined): string {
  if (received === undefined) throw malformed('the body ended before its stated length, or could not be read');
  if (!received.isUtf8) throw malformed('the body is not UTF-8');
  if (received.fault !== undefined) throw new JsonFault(received.fault);
  return received.text;
}

/** Most short bodies come with their head: Node has the whole body before the request has its turn. */
function isHere(request: IncomingMessage): boolean {
  return request.complete && !request.destroyed;
}

async function readShort(ctx: Koa.Context, clock: Clock): Promise<Received | undefined> {
  // Without a media type koa-body would not look at the body at all.
  ctx.req.headers['content-type'] ??= 'application/json';
  readAll ??= await holdingTime(clock, 'module loading', loadReader());
  try {
    await readAll(ctx, async () => undefined);
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 413) throw tooLarge();
    return undefined;
  }
  const { body } = ctx.request as { body?: unknown };
  return received(Buffer.from(typeof body === 'string' ? body : '', 'latin1'));
}

function received(bytes: Buffer | null): Received {
  if (bytes === null) return { text: '', isUtf8: true, fault: undefined };
  const bounds = new JsonBounds();
  bounds.add(bytes);
  return { text: bytes.toString(), isUtf8: isUtf8(bytes), fault: bounds.fault };
}

/**
 * What is left of a body goes on being read: closed upon, many a client would lose the answer to a reset. Not for ever: a
 * body without end is cut off.
 *
 * @returns whether the connection ends: a client that was never told to go on sends nothing, and no request behind it
 */
export function discardRest(request: IncomingMessage): boolean {
  if (request.complete) return false;
  let left = MOST_DISCARDED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
  return waitsToBeTold(request);
}

function waitsToBeTold({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}
