import { hash, timingSafeEqual } from 'node:crypto';
import { Newest } from './newest.ts';

/** The position of a page, and what it is bound to: another collection, view or organisation cannot use it. */
export interface Cursor {
  readonly collection: string;
  readonly orgId: number;
  /** The filters and the view of the walk, in canonical text. */
  readonly filter: string;
  readonly toward: 'next' | 'previous';
  /** The row key next to which the page starts; the page does not contain that row. */
  readonly beside: string;
}

/**
 * Cursors are opaque and self-contained, so any member with the platform's key accepts them, before and after a restart
 * (decision A54). The seal covers the whole text: a text that no member issued does not decode.
 */
export class CursorCodec {
  readonly #key: Uint8Array;
  /** The last issued ones: a page that is read again, and the next page of a walk, need no hash. */
  readonly #sealed: Newest<string, string> = new Newest(MOST);
  readonly #opened: Newest<string, Cursor> = new Newest(MOST);

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  encode(cursor: Cursor): string {
    const text = JSON.stringify([cursor.collection, cursor.orgId, cursor.filter, cursor.toward, cursor.beside]);
    const known = this.#sealed.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text, 'utf8');
    const sealed = Buffer.concat([this.#seal(bytes), bytes]).toString('base64url');
    this.#sealed.set(text, sealed);
    this.#opened.set(sealed, cursor);
    return sealed;
  }

  /** undefined if no member of this platform issued the text, or if it has another spelling. */
  decode(text: string): Cursor | undefined {
    return this.#opened.get(text) ?? this.#open(text);
  }

  #open(text: string): Cursor | undefined {
    const bytes = Buffer.from(text, 'base64url');
    // base64url has several spellings of one value (unused bits, padding): only the issued one is accepted.
    if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== text) return undefined;
    const body = bytes.subarray(SEAL_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, SEAL_BYTES), this.#seal(body))) return undefined;
    return cursorIn(body.toString('utf8'));
  }

  #seal(bytes: Uint8Array): Buffer {
    // Two nested hashes with the key, as in HMAC: an Hmac object for each cursor would cost more than its page.
    const inner = hash('sha256', Buffer.concat([this.#key, bytes]), 'buffer');
    return hash('sha256', Buffer.concat([this.#key, inner]), 'buffer').subarray(0, SEAL_BYTES);
  }
}

const SEAL_BYTES = 12;

/** Of the last issued cursors. */
const MOST = 1_024;

/** The seal proves the sender, not the content: a text of another shape is no cursor. */
function cursorIn(text: string): Cursor | undefined {
  const read = parsed(text);
  if (!Array.isArray(read) || read.length !== 5) return undefined;
  const [collection, orgId, filter, toward, beside] = read;
  const isCursor =
    [collection, filter, beside].every((member) => typeof member === 'string') &&
    Number.isSafeInteger(orgId) &&
    (toward === 'next' || toward === 'previous');
  return isCursor ? { collection, orgId, filter, toward, beside } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
