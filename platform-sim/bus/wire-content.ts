/** An exchange's content on its way from a member's process to the control plane. */
import type { ExchangeContent } from '../../gateway/http/exchange-event.ts';
import type { WireContent } from './messages.ts';

/** A longer body is left out: the exchange itself is still told. NATS takes a megabyte a message. */
const BODY_MOST = 64 * 1_024;

/** Redacted where it is shown, as the exchanges of a member in the platform's own process are. */
export function toWire({ requestBody, responseBody, ...content }: ExchangeContent): WireContent {
  const request = requestBody !== null && requestBody.length > BODY_MOST ? null : requestBody;
  if (responseBody instanceof Uint8Array) {
    if (responseBody.byteLength > BODY_MOST) return { ...content, requestBody: request, responseBody: null };
    const text = Buffer.from(responseBody.buffer, responseBody.byteOffset, responseBody.byteLength).toString('base64');
    return { ...content, requestBody: request, responseBody: text, isBytes: true };
  }
  const isLong = typeof responseBody === 'string' && responseBody.length > BODY_MOST;
  return { ...content, requestBody: request, responseBody: isLong ? null : responseBody };
}

/** The content as its member told it. */
export function fromWire({ isBytes, responseBody, ...content }: WireContent): ExchangeContent {
  return {
    ...content,
    responseBody:
      isBytes === true && typeof responseBody === 'string' ? Buffer.from(responseBody, 'base64') : responseBody,
  };
}
