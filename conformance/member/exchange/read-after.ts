/** A read that must reflect a write: members apply records with a delay (POS-08, decision A41). */
import type { Actor, GetOptions } from '../actor.ts';
import type { Exchange } from './exchange.ts';
import { position } from './exchange.ts';

const TRIES = 10;
const PAUSE_MS = 200;

/** Whether the read shows the state at the write's position or later; false where either has no position. */
export function isAtOrAfter(read: Exchange, write: Exchange): boolean {
  const [from, of] = [position(write), position(read)];
  return from !== undefined && of !== undefined && of >= from;
}

/**
 * Reads until the response has reached the write's position, at most ten times, 200 ms apart. Every try has the label:
 * a judge takes the last one (`History.last`).
 */
export async function readAfter(
  actor: Actor,
  write: Exchange,
  path: string,
  options: GetOptions & { readonly elapse: (ms: number) => Promise<void> },
): Promise<Exchange> {
  const { elapse, ...read } = options;
  let last = await actor.get(path, read);
  for (let tried = 1; tried < TRIES && position(write) !== undefined && !isAtOrAfter(last, write); tried += 1) {
    await elapse(PAUSE_MS);
    last = await actor.get(path, read);
  }
  return last;
}
