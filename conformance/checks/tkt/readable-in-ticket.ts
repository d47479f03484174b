/** What can be read of its holder in a ticket without a key. */
import type { Claims } from '../../scenes/ticket-parts.ts';

const UNRESERVED = /^[A-Za-z0-9._~-]+$/;
/** Characters that a query string carries unchanged, such as the padding of base64url. */
const UNCHANGED = /^[A-Za-z0-9._~!$'()*,;:@/?=-]+$/;
/** Shorter text is found by chance. */
const TELLING = 4;
const NAMES = /["']?(?:sub|subject|user|userid|user_id|org|orgid|org_id|token|scope|capabilities)["']?\s*[:=]/i;

/** URL-safe by the strictest reading: unreserved characters alone. */
export const isUnreserved = (ticket: string): boolean => UNRESERVED.test(ticket);
/** URL-safe by a lenient reading: an address carries it unchanged. */
export const staysUnchanged = (ticket: string): boolean => UNCHANGED.test(ticket);

/** Claims that are the same for every user: the issuer, the service. A ticket may state them. */
const OF_NOBODY: readonly string[] = ['iss', 'aud', 'typ', 'alg'];

/** The ticket unchanged, and each of its parts decoded from base64, base64url and hex. */
function readings(ticket: string): readonly string[] {
  const parts = [ticket, ...ticket.split(/[.~]/)].filter((part) => part !== '');
  return parts.flatMap((part) => [
    part,
    Buffer.from(part, 'base64url').toString('latin1'),
    Buffer.from(part, 'hex').toString('latin1'),
  ]);
}

/** The names of the values of its holder that can be read in a ticket; never the values. */
export function readableIn(ticket: string, claims: Claims, token: string): readonly string[] {
  const texts = readings(ticket);
  const words: [string, unknown][] = [
    ['the token', token],
    // Not its header, which describes the signing key.
    ...token
      .split('.')
      .slice(1)
      .map((part): [string, string] => ['a part of the token', part]),
    ...Object.entries(claims)
      .filter(([name]) => !OF_NOBODY.includes(name))
      .map(([name, value]): [string, unknown] => [`the claim ${name}`, value]),
  ];
  const found = words
    .filter(([, word]) => typeof word === 'string' && word.length >= TELLING)
    .filter(([, word]) => texts.some((text) => text.includes(word as string)))
    .map(([name]) => name);
  return texts.some((text) => NAMES.test(text)) ? [...found, 'a name of its holder'] : found;
}
