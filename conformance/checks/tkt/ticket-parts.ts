/** What a ticket's answer says, and what can be read of a bearer token that a profile holds. */
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { status, textAt } from '../../target/exchange.ts';

export const TICKET_ROUTE = '/v1/ws-tickets';
const NS_PER_S = 1_000_000_000n;

/** `expiresAtNs` of a minted ticket; undefined where it is no decimal string. */
export function expiresAtNs(e: Exchange): bigint | undefined {
  const text = textAt(e, 'expiresAtNs');
  return text !== undefined && /^[1-9][0-9]{0,18}$/.test(text) ? BigInt(text) : undefined;
}

/** When the answer was made, by its Date header: to the second. */
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

/** When a token expires; undefined where it says nothing of it. */
export function expiryNs(token: string): bigint | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? BigInt(Math.floor(exp)) * NS_PER_S : undefined;
}

/** Why nothing can be judged where no ticket was minted; undefined where one was. */
export function unminted(...minted: readonly Exchange[]): Judgement | undefined {
  const refused = minted.find((e) => status(e) !== 200 || textAt(e, 'ticket') === undefined);
  return refused === undefined ? undefined : inconclusive(`no ticket was minted: ${status(refused) ?? 'no answer'}`);
}
