/**
 * Keys of one run: 8 to 36 of [A-Za-z0-9-] (decision A19). The prefix is of the seed and the start of the run, so that
 * a second run under the same seed against the same target does not meet the first one's keys; the rest counts.
 */
import { hash32 } from './hash.ts';

export function freshKeys(seed: number, startedAtMs: number): () => string {
  const prefix = hash32(`${seed} ${startedAtMs}`).toString(36).padStart(7, '0');
  let count = 0;
  return () => {
    count += 1;
    return `ts-${prefix}-${count.toString(36).padStart(5, '0')}`;
  };
}
