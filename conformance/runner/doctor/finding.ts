/** What the doctor finds, and the reads that it finds it by. */
import type { Actor } from '../../client/actor.ts';
import type { Exchange } from '../../client/exchange.ts';
import { status } from '../../client/exchange.ts';

export interface Finding {
  /** `bad`: checks that rely on it would mislead. `note`: it is not seen, or something will not be exercised. */
  readonly level: 'ok' | 'note' | 'bad';
  readonly subject: string;
  readonly words: string;
  /** Of a bad one: no behaviour of the target explains it, so the profile or the set-up is wrong. */
  readonly isCertain?: true;
}

/** A finding whose subject is the caller's. */
export type Found = Omit<Finding, 'subject'>;

export const ok = (words: string): Found => ({ level: 'ok', words });
export const note = (words: string): Found => ({ level: 'note', words });
/** Either the profile is wrong or the target is. */
export const doubtful = (words: string): Found => ({ level: 'bad', words });
/** `key`: what to mend in the profile. */
export const wrong = (words: string, key: string): Found => ({
  level: 'bad',
  words: `${words}; mend ${key}`,
  isCertain: true,
});

const TIMES = 3;
const PAUSE_MS = 500;

/** Whether the same request may be answered differently soon: by a busy member, or by what stands in front of it. */
function isPassing(e: Exchange): boolean {
  const seen = status(e) ?? 0;
  return e.response === null || seen === 429 || seen >= 500;
}

/** Reads, and reads again while what comes is passing: the first GET /me may be 503 (decision A6). */
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
