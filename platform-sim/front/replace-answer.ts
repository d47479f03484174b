import type { ServerResponse } from 'node:http';
import { BODILESS, type OtherAnswer } from '../faults/other-answer.ts';

/** Headers of the request and of the connection; the others belong to the answer that is replaced. */
const STAYING = [
  'date',
  'x-request-id',
  'x-service-member',
  'connection',
  'keep-alive',
  'vary',
  'access-control-allow-origin',
  'access-control-expose-headers',
];

/** @returns the body to send in place of the answer's; undefined: its head is already sent */
export function replaceAnswer(response: ServerResponse, { status, headers, body }: OtherAnswer): Buffer | undefined {
  if (response.headersSent) return undefined;
  for (const name of response.getHeaderNames()) if (!STAYING.includes(name)) response.removeHeader(name);
  const bytes = Buffer.from(body);
  response.statusCode = status;
  response.statusMessage = '';
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!BODILESS.includes(status)) response.setHeader('Content-Length', bytes.length);
  return bytes;
}

/**
 * Sends the head and half of the body of an answer, as its `end` was given it, and then destroys the connection.
 * @returns the bytes of the body that it sends
 */
export function sendHalf(response: ServerResponse, body: unknown): number {
  const { socket } = response.req;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!(bytes instanceof Uint8Array) || bytes.length < 2) {
    socket.destroy();
    return 0;
  }
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  response.write(half, () => socket.destroy());
  return half.length;
}
