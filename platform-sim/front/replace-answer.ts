import type { ServerResponse } from 'node:http';
import { BODILESS, type OtherAnswer } from '../faults/other-answer.ts';

/** Of the request and of the connection; all else was of the answer that is replaced. */
const STAYING = ['date', 'x-request-id', 'x-service-member', 'connection', 'keep-alive'];

/** @returns the body that is to be sent in place of the answer's; undefined: its head is on its way already */
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
