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

/** The contents of the last exchanges by their number, in columns: an object more for each would be collected late. */
export class KeptContents {
  readonly #places: number;
  /** By number, modulo the places. */
  readonly #contents: (ExchangeContent | undefined)[] = [];
  readonly #sizes: number[] = [];
  #size = 0;
  /** No content of a lower number is kept. */
  #oldest = 1;

  /** @param places how many of the last exchanges have a place. */
  constructor(places: number) {
    this.#places = places;
  }

  /** To be called for each number in turn: it takes the place of an older one. undefined: nothing is kept of this one. */
  keep(n: number, content: ExchangeContent | undefined): void {
    this.#forget(n - this.#places);
    if (content === undefined) {
      this.#put(n, undefined, 0);
      return;
    }
    const { requestBody, responseBody } = content;
    const [requestSize, responseSize] = [sizeOf(requestBody), sizeOf(responseBody)];
    const isCut = requestSize > LONGEST_BODY || responseSize > LONGEST_BODY;
    const kept = isCut
      ? { ...content, requestBody: beginning(requestBody), responseBody: beginning(responseBody), isCut }
      : content;
    this.#put(n, kept, HEADERS + Math.min(requestSize, LONGEST_BODY) + Math.min(responseSize, LONGEST_BODY));
    while (this.#size > MOST) {
      this.#forget(this.#oldest);
      this.#oldest += 1;
    }
  }

  of(n: number): Kept | undefined {
    const content = n < this.#oldest ? undefined : this.#contents[n % this.#places];
    return content && { isCut: false, ...content };
  }

  #put(n: number, content: ExchangeContent | undefined, size: number): void {
    this.#contents[n % this.#places] = content;
    this.#sizes[n % this.#places] = size;
    this.#size += size;
  }

  #forget(n: number): void {
    if (n < this.#oldest) return;
    this.#size -= this.#sizes[n % this.#places] ?? 0;
    this.#put(n, undefined, 0);
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
