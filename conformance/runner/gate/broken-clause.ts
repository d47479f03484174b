/**
 * The name of a clause that a member broke: the route and what was expected of it, the same in every run and with
 * every seed. A baseline names known failures by it, so two defects that one check finds have two names.
 */

import { routeOf } from '../../contract/route-requirements.ts';
import { isConversation } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import type { Violated } from '../judgement.ts';

const LONGEST = 240;

/**
 * The HTTP status is part of the clause's name; any other number comes from the rows that a run happened to see, and
 * may look like a status. So a status is recognised by its place: first, after one of these words, or before a code.
 */
const STATUS =
  /(?:(?<=^|\b(?:or|and|not|an?|the|its|but|no|status|answered)\s)[1-5]\d\d|[1-5]\d\d(?=\s[A-Z][A-Z_]{2,}))(?![\d.])/g;
const NUMBER = /(?:(?<![\w.])-)?\d+(?:\.\d+)*/g;
/** A value that the generated inputs or the profile chose. */
const CAPABILITIES = /\b[a-z]+:[a-z-]+(?:(?:, | and )[a-z]+:[a-z-]+)*/g;
const IN_QUOTES = /"[^"]*"/g;
/** Ids and keys: at least eight characters, a digit among them. */
const NAME = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{8,}\b/gi;

function stable(expected: string): string {
  const plain = expected
    .replace(/\s+/g, ' ')
    .replace(IN_QUOTES, '"#"')
    .replace(CAPABILITIES, (list) => (/[,]|\sand\s/.test(list) ? '#' : list))
    .replace(NAME, '#');
  const statuses = new Set(Array.from(plain.matchAll(STATUS), ({ index }) => index));
  const text = plain.replace(NUMBER, (number, index: number) => (statuses.has(index) ? number : '#'));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

/** The route, or the socket, that an exchange went over. */
export function placeOf(e: Exchange | undefined): string {
  if (e === undefined) return 'no exchange';
  if (isConversation(e)) return e.socket === 'trading' ? 'trading socket' : 'market data socket';
  const { method, path } = e.request;
  return routeOf(method, path)?.name ?? `${stable(method)} of no route`;
}

/** `PUT /users/{id}: 412 VERSION_CONFLICT with ETag` */
export function clauseOf({ expected, seen }: Violated): string {
  return `${placeOf(seen.at(-1))}: ${stable(expected)}`;
}
