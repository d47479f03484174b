/** Readers for the response that mints a ticket, and for the claims of a bearer token. */

import { isBusy } from '../member/exchange/busy.ts';
import type { Conversation } from '../member/exchange/conversation.ts';
import { isOpened } from '../member/exchange/conversation.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { errorCode, status, textAt } from '../member/exchange/exchange.ts';
import { refusalInWords } from '../runner/excuses/refusal-in-words.ts';
import type { Judgement, Listed } from '../runner/judgement.ts';
import { inconclusive, pass, violated } from '../runner/judgement.ts';

/** The route that mints tickets. */
export const TICKET_ROUTE = '/v1/ws-tickets';
const NS_PER_S = 1_000_000_000n;

/** `expiresAtNs` of a minted ticket; undefined where it is not a decimal string. */
export function expiresAtNs(e: Exchange): bigint | undefined {
  const text = textAt(e, 'expiresAtNs');
  return text !== undefined && /^[1-9][0-9]{0,18}$/.test(text) ? BigInt(text) : undefined;
}

/** The time of the response by its Date header, to the second. */
export function dateNs(e: Exchange): bigint | undefined {
  const line = e.response?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  const ms = line === undefined ? Number.NaN : Date.parse(line);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n;
}

export type Claims = Readonly<Record<string, unknown>>;

/** The claims of a token; empty where it is no JWT. */
export function claimsOf(token: string): Claims {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as unknown;
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : {};
  } catch {
    return {};
  }
}

/** The expiry of a token, rounded up to a second; undefined where it states none. */
export function expiryNs(token: string): bigint | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? BigInt(Math.ceil(exp)) * NS_PER_S : undefined;
}

/** An inconclusive judgement if no ticket was minted; undefined if one was. */
export function unminted(...minted: readonly Listed<Exchange>[]): Judgement | undefined {
  const refused = minted.flat().find((e) => status(e) !== 200 || textAt(e, 'ticket') === undefined);
  return refused === undefined ? undefined : inconclusive(`no ticket was minted: ${status(refused) ?? 'no answer'}`);
}

/** Whether the member has no signing key (TKT-07). One of several members may lack it. */
export function mintsNone(e: Exchange): boolean {
  return status(e) === 503 && errorCode(e) === 'TICKETS_UNAVAILABLE';
}

/** The handshake was refused with any status (A91). A busy member's refusal says nothing about the ticket. */
export function isTurnedAway(handshake: Conversation, why: string): Judgement {
  if (isOpened(handshake)) return violated(`a refused handshake: ${why}`, handshake);
  return isBusy(handshake) ? inconclusive(refusalInWords(handshake)) : pass;
}
