/**
 * Keys of one run: 8 to 36 characters of [A-Za-z0-9-] (decision A19). The prefix comes from the seed and the start
 * of the run, so that a second run with the same seed against the same target does not reuse keys; the rest is a
 * counter.
 */
import { hash32 } from '../hash.ts';

/**
 * A generator of keys that are unique within a run.
 * @param startedAtMs start of the run, epoch milliseconds.
 */
export function freshKeys(seed: number, startedAtMs: number): () => string {
  const prefix = hash32(`${seed} ${startedAtMs}`).toString(36).padStart(7, '0');
  let count = 0;
  return () => {
    count += 1;
    return `ts-${prefix}-${count.toString(36).padStart(5, '0')}`;
  };
}

/** The name of one run, in the member's logs and in every report: short, in characters that X-Request-Id accepts. */
export function runId(origin: string): string {
  return `ts${hash32(origin).toString(36).padStart(7, '0')}`;
}
