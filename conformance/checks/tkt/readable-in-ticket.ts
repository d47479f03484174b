/** What a reader who has no key can make of a ticket. */
import type { Claims } from '../../scenes/ticket-parts.ts';

const UNRESERVED = /^[A-Za-z0-9._~-]+$/;
/** What may stand in a query string and is read there as what it is, as the padding of base64url. */
const UNCHANGED = /^[A-Za-z0-9._~!$'()*,;:@/?=-]+$/;
/** Shorter text is found by chance. */
const TELLING = 4;
const NAMES = /["']?(?:sub|subject|user|userid|user_id|org|orgid|org_id|token|scope|capabilities)["']?\s*[:=]/i;

/** By the strictest reading of URL-safe, and by one that whoever puts it into an address can live with. */
export const isUnreserved = (ticket: string): boolean => UNRESERVED.test(ticket);
export const staysUnchanged = (ticket: string): boolean => UNCHANGED.test(ticket);

/** Who signs tokens and for which service: the same of every user, and a ticket may well say it of itself. */
const OF_NOBODY: readonly string[] = ['iss', 'aud', 'typ', 'alg'];

/** The ticket as it is, and each of its parts out of base64, base64url and hex. */
function readings(ticket: string): readonly string[] {
  const parts = [ticket, ...ticket.split(/[.~]/)].filter((part) => part !== '');
  return parts.flatMap((part) => [
    part,
    Buffer.from(part, 'base64url').toString('latin1'),
    Buffer.from(part, 'hex').toString('latin1'),
  ]);
}

/** Which of its holder's words can be read in it; the words themselves are not repeated. */
export function readableIn(ticket: string, claims: Claims, token: string): readonly string[] {
  const texts = readings(ticket);
  const words: [string, unknown][] = [
    ['the token', token],
    // Not its header, which is of the signing key and nobody's.
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
