/** A read that must reflect a write: members apply facts in their own time (POS-08, decision A41). */
import type { Actor, GetOptions } from './actor.ts';
import type { Exchange } from './exchange.ts';
import { position } from './exchange.ts';

const TRIES = 10;
const PAUSE_MS = 200;

/** The read is of the write's position or later; of a write that names no position nothing is known. */
export function isAtOrAfter(read: Exchange, write: Exchange): boolean {
  const [from, of] = [position(write), position(read)];
  return from !== undefined && of !== undefined && of >= from;
}

/**
 * Reads until the answer has reached the write's position, ten times at most, 200 ms apart. Every try has the label: a
 * judge takes the last (`History.last`).
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
