/** An exchange with its headers and bodies, as `GET /exchanges/{n}` has them: tokens and key material are taken out. */

import type { Exchange } from '../event-types.ts';
import { ask } from '../plane.ts';

/** `target`, `request` and `response` are absent once they were dropped. */
export type WholeExchange = Exchange;

/** Rejects with Refused once it is no longer kept. */
export function wholeExchange(n: number): Promise<WholeExchange> {
  return ask('GET', `exchanges/${n}`);
}

/** A body as text; JSON keeps the member's own order. */
export function bodyText(body: unknown): string | null {
  if (body === null || body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
