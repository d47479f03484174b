/** The doctor's findings, and the reads behind them. */
import type { Actor } from '../../member/actor.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { status } from '../../member/exchange/exchange.ts';

export interface Finding {
  /** `bad`: checks that rely on it would mislead. `note`: it cannot be examined, or some checks are not exercised. */
  readonly level: 'ok' | 'note' | 'bad';
  readonly subject: string;
  readonly words: string;
  /** On a bad finding: no behaviour of the target explains it, so the profile or the set-up is wrong. */
  readonly isCertain?: true;
  /** On a principal that must be refused and is let in: what was seen. Nothing may be written as it. */
  readonly letIn?: string;
}

/** A finding whose subject the caller adds. */
export type Found = Omit<Finding, 'subject'>;

/** A finding that all is well. */
export const ok = (words: string): Found => ({ level: 'ok', words });
/** A finding that needs no change, but limits what is examined or exercised. */
export const note = (words: string): Found => ({ level: 'note', words });
/** Either the profile or the target is wrong. */
export const doubtful = (words: string): Found => ({ level: 'bad', words });
/** `key`: what to change in the profile. */
export const wrong = (words: string, key: string): Found => ({
  level: 'bad',
  words: `${words}; mend ${key}`,
  isCertain: true,
});

const TIMES = 3;
const PAUSE_MS = 500;

/** Whether the same request may soon be answered differently: by a busy member, or by a proxy in front of it. */
function isPassing(e: Exchange): boolean {
  const seen = status(e) ?? 0;
  return e.response === null || seen === 429 || seen >= 500;
}

/** Reads, and repeats the read while the answer is temporary: the first GET /me may be 503 (decision A6). */
export async function readPatiently(
  actor: Actor,
  path: string,
  sleep: (ms: number) => Promise<void>,
  query?: Readonly<Record<string, string | number>>,
): Promise<Exchange> {
  for (let times = 1; ; times += 1) {
    const answer = await actor.get(path, query === undefined ? {} : { query });
    if (times === TIMES || !isPassing(answer)) return answer;
    await sleep(PAUSE_MS);
  }
}
