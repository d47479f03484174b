/** An exchange with its headers and bodies, as `GET /exchanges/{n}` has them: tokens and key material are taken out. */
import { ask } from '../plane.ts';
import type { Exchange } from '../wire.ts';

type Lines = readonly (readonly [name: string, value: string])[];

interface Side {
  readonly headers: Lines;
  /** JSON where it was JSON, otherwise text; null: none. */
  readonly body: unknown;
}

export interface WholeExchange extends Exchange {
  /** The path with its query. */
  readonly target?: string;
  readonly request?: Side;
  readonly response?: Side;
  /** Only the beginning of a body is kept. */
  readonly isCut?: boolean;
}

/** Rejects with Refused once it is no longer kept. */
export function wholeExchange(n: number): Promise<WholeExchange> {
  return ask('GET', `exchanges/${n}`);
}

/** A body as text; JSON keeps the member's own order. */
export function bodyText(body: unknown): string | null {
  if (body === null || body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
