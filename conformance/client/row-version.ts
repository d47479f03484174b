/** What versioned rows say of the state that they are in: the validator of a read, and the version that a stale write is told of. */
import type { Exchange } from './exchange.ts';
import { at, header } from './exchange.ts';

/** The ETag as it goes into If-Match, quotes and all; undefined where there is none. */
export function etagOf(e: Exchange): string | undefined {
  return header(e, 'etag');
}

const STRONG = /^"[\x21\x23-\x7e]*"$/;

/** A strong validator: quoted, and not marked weak (RFC 9110). What stands within the quotes is the member's own (decision A62). */
export function isStrong(etag: string | undefined): etag is string {
  return etag !== undefined && STRONG.test(etag);
}

/**
 * `currentVersion` of a 412, within `error` or beside it, as a number or as its decimal text (decision A81); undefined
 * where neither level names one.
 */
export function currentVersion(e: Exchange): string | undefined {
  for (const value of [at(e, 'error', 'currentVersion'), at(e, 'currentVersion')]) {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return undefined;
}
