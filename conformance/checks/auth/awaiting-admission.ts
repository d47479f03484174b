import type { Actor, CommonOptions } from '../../client/actor.ts';
import type { Exchange } from '../../client/exchange.ts';
import { status } from '../../client/exchange.ts';

const MOST_TRIES = 5;
const PAUSE_MS = 1_000;

/** GET /me until it is no 503: a caller's registration may take its time (decision A6). */
export async function meOnceRegistered(
  actor: Actor,
  elapse: (ms: number) => Promise<void>,
  options: CommonOptions = {},
): Promise<Exchange> {
  let me = await actor.get('/me', options);
  for (let tries = 1; tries < MOST_TRIES && status(me) === 503; tries += 1) {
    await elapse(PAUSE_MS);
    me = await actor.get('/me', options);
  }
  return me;
}
