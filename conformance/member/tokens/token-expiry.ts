/** A token of the profile that has expired. The expiry is read from its payload without verification. */
import type { PrincipalName } from '../profile/principals.ts';

export interface ExpiredToken {
  readonly principal: PrincipalName;
  /** Its `exp`, epoch milliseconds. */
  readonly atMs: number;
}

/** The range of a Date, in either direction. */
const FURTHEST_MS = 8.64e15;

/** The expiry in epoch milliseconds; undefined where the token is no JWT or states none. */
export function expiresAtMs(token: string): number | undefined {
  const [, payload = '', signature] = token.split('.');
  if (signature === undefined) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { readonly exp?: unknown } | null;
    const atMs = typeof claims?.exp === 'number' ? claims.exp * 1000 : Number.NaN;
    return Math.abs(atMs) <= FURTHEST_MS ? atMs : undefined;
  } catch {
    return undefined;
  }
}

/** One line for a message. */
export function expiredInWords(expired: readonly ExpiredToken[]): string {
  const each = expired.map(
    ({ principal, atMs }) => `the token of principals.${principal} expired at ${new Date(atMs).toISOString()}`,
  );
  return `${each.join(', ')}; put a fresh one there, or clientId and clientSecret`;
}
