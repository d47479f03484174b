/** What the last exchanges sent and answered, within bounds: the oldest is forgotten first. */
import type { ExchangeContent } from '../../gateway/http/exchange-event.ts';

/**
 * Texts of the last exchanges, as bytes outside of the heap, in a ring. As strings they would outlive their requests: the
 * garbage collector would copy each of them, and collect it late, which costs more than to write them here.
 */
class KeptTexts {
  readonly #bytes: number;
  /** Made for the first text. */
  #ring: Buffer | undefined;
  #next = 0;

  /** @param most the bytes of all texts that are read again, together. @param longest of one of them */
  constructor(most: number, longest: number) {
    // What is left over at the end of the ring is shorter than one text.
    this.#bytes = most + longest;
  }

  /**
   * To be called with texts that are forgotten in the order in which they came, once there is room for this one.
   *
   * @param text of characters up to U+00FF, not longer than the longest. @returns where it begins
   */
  add(text: string): number {
    this.#ring ??= Buffer.allocUnsafeSlow(this.#bytes);
    const at = this.#next + text.length > this.#bytes ? 0 : this.#next;
    this.#ring.write(text, at, text.length, 'latin1');
    this.#next = at + text.length;
    return at;
  }

  textAt(at: number, length: number): string {
    return this.#ring?.toString('latin1', at, at + length) ?? '';
  }
}

/** Characters of all exchanges together. */
const MOST = 4 * 1024 * 1024;
/** Of one body; of a longer one only its beginning is kept. */
export const LONGEST_BODY = 64 * 1024;
/** Of the target and the headers of one exchange; those of a longer one are kept as they are. */
const LONGEST_HEAD = 32 * 1024;
/** What the headers of an exchange count that is kept as it is. */
const HEADERS = 1_024;
/** No part of a target or a header holds it. */
const BETWEEN = '\n';

export interface Kept extends ExchangeContent {
  /** Whether a body is only its beginning. */
  readonly isCut: boolean;
}

/** The lengths of an exchange's texts, and where they lie. A length below 0: there is no such text. */
const COLUMNS = ['at', 'head', 'requestHeaders', 'request', 'response', 'isCut'] as const;
type Column = (typeof COLUMNS)[number];
const COLUMN = Object.fromEntries(COLUMNS.map((name, index) => [name, index])) as Readonly<Record<Column, number>>;

/**
 * The contents of the last exchanges by their number. Those of plain texts are kept as bytes, in columns: an object for each
 * would be collected late. Others, such as frames, are kept as they are.
 */
export class KeptContents {
  readonly #count: number;
  /** By number, modulo the count; of those that are kept as they are. */
  readonly #contents: (Kept | undefined)[] = [];
  readonly #sizes: Int32Array;
  readonly #columns: Int32Array;
  readonly #texts = new KeptTexts(MOST, LONGEST_HEAD + 2 * LONGEST_BODY);
  #size = 0;
  /** No content of a lower number is kept. */
  #oldest = 1;

  /** @param count how many of the last exchanges are kept */
  constructor(count: number) {
    this.#count = count;
    this.#sizes = new Int32Array(count);
    this.#columns = new Int32Array(count * COLUMNS.length);
  }

  /** To be called for each number in turn: it takes the place of an older one. undefined: nothing is kept of this one. */
  keep(n: number, content: ExchangeContent | undefined): void {
    this.#forget(n - this.#count);
    const place = n % this.#count;
    if (content === undefined) return;
    const [request, response] = [beginning(content.requestBody), beginning(content.responseBody)];
    const isCut = request !== content.requestBody || response !== content.responseBody;
    const head = isPlain(request) && isPlain(response) ? headOf(content) : undefined;
    if (head === undefined || head.length > LONGEST_HEAD) {
      this.#makeRoom(place, HEADERS + sizeOf(request) + sizeOf(response));
      this.#contents[place] = { ...content, requestBody: request, responseBody: response, isCut };
      return;
    }
    const text = head + (request ?? '') + (response ?? '');
    this.#makeRoom(place, text.length);
    this.#set(place, 'at', this.#texts.add(text));
    this.#set(place, 'head', head.length);
    this.#set(place, 'requestHeaders', content.requestHeaders.length);
    this.#set(place, 'request', request?.length ?? -1);
    this.#set(place, 'response', (response as string | null)?.length ?? -1);
    this.#set(place, 'isCut', isCut ? 1 : 0);
  }

  of(n: number): Kept | undefined {
    const place = n % this.#count;
    if (n < this.#oldest || this.#sizes[place] === 0) return undefined;
    return this.#contents[place] ?? this.#unpacked(place);
  }

  #unpacked(place: number): Kept {
    const at = (column: Column): number => this.#columns[place * COLUMNS.length + COLUMN[column]] ?? 0;
    const [head, request, response] = [at('head'), at('request'), at('response')];
    const bodyAt = at('at') + head;
    const [target = '', ...headers] = this.#texts.textAt(at('at'), head).split(BETWEEN);
    const sent = headers.slice(0, at('requestHeaders'));
    const answered = headers.slice(at('requestHeaders'));
    return {
      target,
      requestHeaders: sent,
      requestBody: request < 0 ? null : this.#texts.textAt(bodyAt, request),
      responseHeaders: Object.fromEntries(
        answered.flatMap((name, index) => (index % 2 === 0 ? [[name, answered[index + 1] ?? '']] : [])),
      ),
      responseBody: response < 0 ? null : this.#texts.textAt(bodyAt + Math.max(0, request), response),
      isCut: at('isCut') === 1,
    };
  }

  #set(place: number, column: Column, value: number): void {
    this.#columns[place * COLUMNS.length + COLUMN[column]] = value;
  }

  #makeRoom(place: number, size: number): void {
    while (this.#size + size > MOST) {
      this.#forget(this.#oldest);
      this.#oldest += 1;
    }
    this.#sizes[place] = size;
    this.#size += size;
  }

  #forget(n: number): void {
    if (n < this.#oldest) return;
    const place = n % this.#count;
    this.#size -= this.#sizes[place] ?? 0;
    this.#sizes[place] = 0;
    this.#contents[place] = undefined;
  }
}

/** The target and all headers, in one text. */
function headOf({ target, requestHeaders, responseHeaders }: ExchangeContent): string {
  let head = requestHeaders.length === 0 ? target : `${target}${BETWEEN}${requestHeaders.join(BETWEEN)}`;
  for (const name in responseHeaders) head += `${BETWEEN}${name}${BETWEEN}${responseHeaders[name] as string}`;
  return head;
}

/** Whether as many bytes hold it as it has characters. */
function isPlain(body: ExchangeContent['responseBody']): boolean {
  return body === null || (typeof body === 'string' && Buffer.byteLength(body) === body.length);
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
