/** An exchange's content on its way from a member's process to the control plane. */
import type { ExchangeContent } from '../../../gateway/http/exchange-event.ts';
import type { WireContent } from './messages.ts';

/** A longer body is left out: the exchange itself is still told. NATS takes a megabyte a message. */
const BODY_MOST = 64 * 1_024;

/** Redacted where it is shown, as the exchanges of a member in the platform's own process are. */
export function toWire({ requestBody, responseBody, ...content }: ExchangeContent): WireContent {
  const sent = { ...content, requestBody: isLong(requestBody) ? null : requestBody };
  if (isLong(responseBody)) return { ...sent, responseBody: null };
  if (!(responseBody instanceof Uint8Array)) return { ...sent, responseBody };
  const bytes = Buffer.from(responseBody.buffer, responseBody.byteOffset, responseBody.byteLength);
  return { ...sent, responseBody: bytes.toString('base64'), isBytes: true };
}

function isLong(body: ExchangeContent['responseBody']): boolean {
  return (typeof body === 'string' || body instanceof Uint8Array) && body.length > BODY_MOST;
}

/** The content as its member told it. */
export function fromWire({ isBytes, responseBody, ...content }: WireContent): ExchangeContent {
  return {
    ...content,
    responseBody:
      isBytes === true && typeof responseBody === 'string' ? Buffer.from(responseBody, 'base64') : responseBody,
  };
}
