/** Determines before the first check whether refusals without envelope and X-Request-Id come from the member. */
import type { Actor } from '../actor.ts';
import type { Exchange } from './exchange.ts';
import { isSigned } from './foreign.ts';
import type { ForeignLedger } from './foreign-ledger.ts';

interface Callers {
  readonly actors: Pick<ReadonlyMap<string, Actor>, 'values'>;
  readonly anonymous: Actor;
}

const PROBES = 2;

/** A refusal with a member's status, but without envelope and X-Request-Id. */
export function isBareRefusal(e: Exchange): boolean {
  return e.response !== null && [400, 401, 403, 404, 405].includes(e.response.status) && !isSigned(e.response);
}

/**
 * Probes the member's refusals. If all of them lack envelope and X-Request-Id, the member violates the rules of
 * refusals, and its responses must not count as foreign.
 */
export async function learnWhoseBareRefusalsAre({ actors, anonymous }: Callers, ledger: ForeignLedger): Promise<void> {
  const reader = actors.values().next().value ?? anonymous;
  for (let probe = 0; probe < PROBES; probe += 1) {
    if (!isBareRefusal(await anonymous.get('/me'))) return;
    if (!isBareRefusal(await reader.get('/touchstone-probes-an-unknown-route'))) return;
  }
  ledger.areBareOnesOwn = true;
  ledger.forget();
}
