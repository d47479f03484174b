/** What the last exchanges sent and answered, by reference and within bounds: the oldest is forgotten first. */
import type { ExchangeContent } from '../../gateway/http/exchange-event.ts';

/** Characters of the bodies of all exchanges together. */
const MOST = 4 * 1024 * 1024;
/** Of one body; of a longer one only its beginning is kept. */
export const LONGEST_BODY = 64 * 1024;
/** What the headers of an exchange count. */
const HEADERS = 1_024;

export interface Kept extends ExchangeContent {
  /** Whether a body is only its beginning. */
  readonly isCut: boolean;
}

interface Row {
  readonly n: number;
  readonly size: number;
  readonly content: Kept;
}

/** The contents of exchanges by their number. */
export class KeptContents {
  readonly #rows = new Map<number, Row>();
  #size = 0;

  keep(n: number, content: ExchangeContent): void {
    const { requestBody, responseBody } = content;
    const [requestSize, responseSize] = [sizeOf(requestBody), sizeOf(responseBody)];
    const isCut = requestSize > LONGEST_BODY || responseSize > LONGEST_BODY;
    const kept = isCut
      ? { ...content, requestBody: beginning(requestBody), responseBody: beginning(responseBody), isCut }
      : { ...content, isCut };
    const size = HEADERS + Math.min(requestSize, LONGEST_BODY) + Math.min(responseSize, LONGEST_BODY);
    this.#rows.set(n, { n, size, content: kept });
    this.#size += size;
    for (const [oldest, row] of this.#rows) {
      if (this.#size <= MOST) break;
      this.#rows.delete(oldest);
      this.#size -= row.size;
    }
  }

  forget(n: number): void {
    this.#size -= this.#rows.get(n)?.size ?? 0;
    this.#rows.delete(n);
  }

  of(n: number): Kept | undefined {
    return this.#rows.get(n)?.content;
  }
}

/** A frame counts as a small body: a session's frames are bounded. */
function sizeOf(body: ExchangeContent['responseBody']): number {
  if (body === null) return 0;
  return typeof body === 'string' || body instanceof Uint8Array ? body.length : HEADERS;
}

/** A copy of its beginning: a part of a long string would keep all of it. */
function beginning<Body extends ExchangeContent['responseBody']>(body: Body): Body | string {
  if (typeof body === 'string') {
    return body.length <= LONGEST_BODY ? body : Buffer.from(body.slice(0, LONGEST_BODY)).toString('utf8');
  }
  if (!(body instanceof Uint8Array) || body.length <= LONGEST_BODY) return body;
  return Buffer.from(body.subarray(0, LONGEST_BODY)).toString('utf8');
}
