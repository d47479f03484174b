/** What the last exchanges sent and answered, by reference and within bounds: the oldest is forgotten first. */
import type { ExchangeContent } from '../../gateway/http/exchange-event.ts';
import { LongBodies, type Place } from './long-bodies.ts';

/** Characters of the bodies of all exchanges together. */
const MOST = 4 * 1024 * 1024;
/** Of one body; of a longer one only its beginning is kept. */
export const LONGEST_BODY = 64 * 1024;
/** What the headers of an exchange count. */
const HEADERS = 1_024;
/** From here on an answer's body is kept as bytes. */
const LONG = 2_048;

export interface Kept extends ExchangeContent {
  /** Whether a body is only its beginning. */
  readonly isCut: boolean;
}

/** The contents of the last exchanges by their number, in columns: an object more for each would be collected late. */
export class KeptContents {
  readonly #count: number;
  /** By number, modulo the count. */
  readonly #contents: (ExchangeContent | undefined)[] = [];
  readonly #sizes: number[] = [];
  /** Of those whose answer has a long body, which their content lacks. */
  readonly #places: (Place | undefined)[] = [];
  readonly #bodies = new LongBodies(MOST, LONGEST_BODY);
  #size = 0;
  /** No content of a lower number is kept. */
  #oldest = 1;

  /** @param count how many of the last exchanges are kept */
  constructor(count: number) {
    this.#count = count;
  }

  /** To be called for each number in turn: it takes the place of an older one. undefined: nothing is kept of this one. */
  keep(n: number, content: ExchangeContent | undefined): void {
    this.#forget(n - this.#count);
    if (content === undefined) {
      this.#put(n, undefined, 0);
      return;
    }
    const { requestBody, responseBody } = content;
    const [requestSize, responseSize] = [sizeOf(requestBody), sizeOf(responseBody)];
    const responseKept = Math.min(responseSize, LONGEST_BODY);
    const size = HEADERS + Math.min(requestSize, LONGEST_BODY) + responseKept;
    while (this.#size + size > MOST) {
      this.#forget(this.#oldest);
      this.#oldest += 1;
    }
    const isCut = requestSize > LONGEST_BODY || responseSize > LONGEST_BODY;
    const isLong = typeof responseBody === 'string' && responseSize >= LONG && isAscii(responseBody);
    const kept =
      isCut || isLong
        ? {
            ...content,
            requestBody: beginning(requestBody),
            responseBody: isLong ? null : beginning(responseBody),
            isCut,
          }
        : content;
    this.#put(n, kept, size);
    if (isLong) this.#places[n % this.#count] = this.#bodies.add(responseBody, responseKept);
  }

  of(n: number): Kept | undefined {
    const content = n < this.#oldest ? undefined : this.#contents[n % this.#count];
    if (content === undefined) return undefined;
    const place = this.#places[n % this.#count];
    const body = place === undefined ? {} : { responseBody: this.#bodies.textAt(place) };
    return { isCut: false, ...content, ...body };
  }

  #put(n: number, content: ExchangeContent | undefined, size: number): void {
    this.#contents[n % this.#count] = content;
    this.#sizes[n % this.#count] = size;
    this.#places[n % this.#count] = undefined;
    this.#size += size;
  }

  #forget(n: number): void {
    if (n < this.#oldest) return;
    this.#size -= this.#sizes[n % this.#count] ?? 0;
    this.#put(n, undefined, 0);
  }
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
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
