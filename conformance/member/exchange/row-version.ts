/** Reads the versions of rows: the validator of a read, and the current version in the refusal of a stale write. */
import type { Exchange } from './exchange.ts';
import { at, header } from './exchange.ts';

/** The ETag as used in If-Match, including quotes; undefined where there is none. */
export function etagOf(e: Exchange): string | undefined {
  return header(e, 'etag');
}

const STRONG = /^"[\x21\x23-\x7e]*"$/;

/**
 * Whether the validator is strong: quoted, and not marked weak (RFC 9110). The text inside the quotes is up to the
 * member (decision A62).
 */
export function isStrong(etag: string | undefined): etag is string {
  return etag !== undefined && STRONG.test(etag);
}

/**
 * `currentVersion` of a 412, within `error` or next to it, as a number or as its decimal text (decision A81); undefined
 * where it is at neither level.
 */
export function currentVersion(e: Exchange): string | undefined {
  for (const value of [at(e, 'error', 'currentVersion'), at(e, 'currentVersion')]) {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return undefined;
}
