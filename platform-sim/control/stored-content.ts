/** The headers and bodies of an exchange as the control plane stores them: of a long body, only its beginning. */
import type { ExchangeContent } from '../../gateway/http/exchange-event.ts';

export interface StoredContent extends ExchangeContent {
  /** Whether a body is only its beginning. */
  readonly isCut: boolean;
  /** Characters, about. */
  readonly size: number;
}

/** Characters of one body. */
const LONGEST_BODY = 64 * 1024;
/** A frame counts as a small body: a session's frames are bounded. */
const FRAME_SIZE = 1_024;

/** Headers and bodies are stored by reference, unless a body is cut. */
export function storedContent(content: ExchangeContent): StoredContent {
  const [requestBody, responseBody] = [beginning(content.requestBody), beginning(content.responseBody)];
  const isCut = requestBody !== content.requestBody || responseBody !== content.responseBody;
  const stored = { ...content, requestBody, responseBody };
  return { ...stored, isCut, size: sizeOf(stored) };
}

function sizeOf({ target, requestHeaders, requestBody, responseHeaders, responseBody }: ExchangeContent): number {
  let size = target.length + sizeOfBody(requestBody) + sizeOfBody(responseBody);
  for (const text of requestHeaders) size += text.length;
  for (const [name, value] of Object.entries(responseHeaders)) size += name.length + String(value).length;
  return size;
}

function sizeOfBody(body: ExchangeContent['responseBody']): number {
  if (body === null) return 0;
  return typeof body === 'string' || body instanceof Uint8Array ? body.length : FRAME_SIZE;
}

/** A copy of its beginning: a part of a long string would keep all of it in memory. */
function beginning<Body extends ExchangeContent['responseBody']>(body: Body): Body | string {
  if (typeof body === 'string') {
    return body.length <= LONGEST_BODY ? body : Buffer.from(body.slice(0, LONGEST_BODY)).toString('utf8');
  }
  if (!(body instanceof Uint8Array) || body.length <= LONGEST_BODY) return body;
  return Buffer.from(body.subarray(0, LONGEST_BODY)).toString('utf8');
}
